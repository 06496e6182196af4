/** rules.md#campaign-states */
export const campaignStates = [
  "INATIVA",
  "PROGRAMADA",
  "EM_ANDAMENTO",
  "CANCELADA",
  "FINALIZADA",
] as const;

export type CampaignState = (typeof campaignStates)[number];

/**
 * The states of one number in a campaign. "asked" waits for a confirmation.
 * rules.md#campaign-confirmation
 */
export const shippingStates = [
  "waiting",
  "asked",
  "sent",
  "delivered",
  "read",
  "failed",
  "skipped",
  "optedOut",
] as const;

export type ShippingState = (typeof shippingStates)[number];

/**
 * The reasons why a campaign did not write to a number, besides the network's own (an `ERR_*` code
 * of a failed one). "optedOut": the customer got the message and asked for no more.
 */
export const shippingReasons = [
  "notOnWhatsapp",
  "doubled",
  "noAnswer",
  "blocked",
  "erased",
  "removed",
  "templateValue",
  "optedOut",
] as const;

/**
 * Reasons of a failed one after which another try would only fail again, or harm the number.
 * rules.md#campaign-retries
 */
export const permanentReasons: readonly string[] = [
  "ERR_WAPP_REACHOUT",
  "ERR_WAPP_INVALID_CONTACT",
  "ERR_CLOUD_MARKETING_STOPPED",
  "ERR_CLOUD_MARKETING_LIMIT",
  "ERR_MEDIA_TOO_LARGE",
];

/** The reasons why a running campaign pauses until a user resumes it. rules.md#campaign-pauses */
export const pauseReasons = [
  "user",
  "refusals",
  "restricted",
  "connectionDeleted",
  "listDeleted",
  "segmentBroken",
  "nobody",
  "fileDeleted",
  "template",
  "late",
  "clock",
  "fault",
  "restored",
] as const;

export type PauseReason = (typeof pauseReasons)[number];

/** The reasons why a running campaign waits; it goes on by itself. */
export const holdReasons = [
  "disconnected",
  "window",
  "dailyCap",
  "answers",
  "subscription",
  "restricted",
] as const;

export type HoldReason = (typeof holdReasons)[number];

/** The times at which a campaign may send: always, in the company's hours, or in its own. */
export const sendWindows = ["always", "company", "own"] as const;

/**
 * The source of the last change of an opt-out. It is an answer to a campaign, a user, a
 * spreadsheet, the customer's own return, a program, or the network. rules.md#opt-outs
 */
export const optOutSources = ["answer", "hand", "import", "return", "api", "channel"] as const;
export type OptOutSource = (typeof optOutSources)[number];

/** Texts of a campaign, of which each contact gets one. rules.md#campaigns */
export const variantCount = 5;

/** The intervals that screens offer: seconds, messages, and seconds. rules.md#campaign-pace */
export const messageIntervals = [0, 5, 10, 15, 20, 30, 60] as const;
export const longerIntervals = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;
export const greaterIntervals = [0, 1, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120] as const;

/** A scheduled campaign can be changed until so long (ms) before its time. */
export const scheduledEditWindow = 3_600_000;

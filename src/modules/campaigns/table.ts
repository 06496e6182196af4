import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OptOut } from "../opt-outs/table.ts";
import { base, flag, instant } from "../../kit/db/table.ts";
import {
  campaignStates,
  type HoldReason,
  holdReasons,
  pauseReasons,
  sendWindows,
  shippingStates,
} from "../../shared/campaigns.ts";
import type { Costs } from "../../shared/channel-costs.ts";
import type { TemplateUse } from "../../shared/templates.ts";

const variant = () => text().notNull().default("");

export const campaigns = sqliteTable("campaigns", {
  ...base,
  name: text().notNull(),
  message1: variant(),
  message2: variant(),
  message3: variant(),
  message4: variant(),
  message5: variant(),
  confirmationMessage1: variant(),
  confirmationMessage2: variant(),
  confirmationMessage3: variant(),
  confirmationMessage4: variant(),
  confirmationMessage5: variant(),
  confirmation: flag().notNull().default(false),
  status: text({ enum: campaignStates }).notNull().default("INATIVA"),
  scheduledAt: instant(),
  startedAt: instant(),
  completedAt: instant(),
  whatsappId: integer(),
  contactListId: integer(),
  tagListId: integer(),
  segmentId: integer(),
  /** The list that the segment became when the campaign started. */
  segmentListId: integer(),
  fileListId: integer(),
  mediaId: integer(),
  /** The template that is sent instead of a text; its values are filled in for each number. */
  template: text({ mode: "json" }).$type<TemplateUse>(),
  userId: integer(),
  sendWindow: text({ enum: sendWindows }).notNull().default("always"),
  windowStart: text().notNull().default("09:00"),
  windowEnd: text().notNull().default("18:00"),
  windowDays: text({ mode: "json" }).$type<number[]>().notNull().default([1, 2, 3, 4, 5]),
  pauseReason: text({ enum: pauseReasons }),
  pausedAt: instant(),
  holdReason: text({ enum: holdReasons }),
  nextAt: instant(),
  nextSetAt: instant(),
  sentCount: integer().notNull().default(0),
  refusals: integer().notNull().default(0),
  preparedTo: integer().notNull().default(0),
  isPrepared: flag().notNull().default(false),
});
export type CampaignRow = typeof campaigns.$inferSelect;

/**
 * A campaign as it travels. `pauseReason`: it is paused until an admin resumes it. `holdReason`: it
 * waits for this by itself. `isEditable`: whether `PUT` accepts it now.
 */
export type Campaign = Omit<
  CampaignRow,
  "mediaId" | "nextSetAt" | "sentCount" | "refusals" | "preparedTo" | "segmentListId"
> & {
  mediaPath: string | null;
  mediaName: string | null;
  whatsapp: { id: number; name: string } | null;
  contactList: { id: number; name: string; contactsCount: number } | null;
  fileList: { id: number; name: string } | null;
  /** All its lists; `contactListId` is the first of them. */
  contactListIds: number[];
  /** Lists whose numbers get nothing. */
  exceptListIds: number[];
  segment: { id: number; name: string } | null;
  isEditable: boolean;
};

/** The lists of a campaign besides its first, and those whose numbers get nothing. */
export const campaignLists = sqliteTable("campaignLists", {
  campaignId: integer().notNull(),
  contactListId: integer().notNull(),
  isExcept: flag().notNull().default(false),
  position: integer().notNull(),
});

export const campaignShipping = sqliteTable("campaignShipping", {
  ...base,
  campaignId: integer().notNull(),
  number: text().notNull(),
  numberKey: text().notNull(),
  name: text().notNull(),
  email: text().notNull().default(""),
  isWhatsappValid: flag(),
  contactId: integer(),
  state: text({ enum: shippingStates }).notNull().default("waiting"),
  reason: text(),
  /**
   * In state waiting: the earliest time; in state asked: the last time for an answer (epoch ms).
   */
  due: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
  /** When it was sent without an answer so far (epoch ms), and how often. rules.md#uncertain-sends */
  triedAt: integer(),
  uncertain: integer().notNull().default(0),
  whatsappId: integer(),
  variant: integer(),
  message: text(),
  template: text({ mode: "json" }).$type<TemplateUse>(),
  providerId: text(),
  fileIds: text({ mode: "json" }).$type<string[]>(),
  sentAt: instant(),
  deliveredAt: instant(),
  readAt: instant(),
  confirmationMessage: text(),
  askedId: text(),
  confirmationRequestedAt: instant(),
  confirmation: flag().notNull().default(false),
  confirmedAt: instant(),
  answer: text(),
  answeredAt: instant(),
  ticketId: integer(),
  /** The answer may ask for no more campaigns: an agent decides. rules.md#opt-outs */
  mayWantOut: flag().notNull().default(false),
});
export type ShippingRow = typeof campaignShipping.$inferSelect;

/** A row of the report, for one number. */
export type Shipping = Pick<
  ShippingRow,
  | "id"
  | "name"
  | "number"
  | "state"
  | "reason"
  | "variant"
  | "message"
  | "sentAt"
  | "deliveredAt"
  | "readAt"
  | "confirmationRequestedAt"
  | "confirmation"
  | "confirmedAt"
  | "answer"
  | "answeredAt"
  | "contactId"
  | "ticketId"
  | "mayWantOut"
> & {
  ticketUuid: string | null;
  optOut: (Pick<OptOut, "source" | "reason"> & { at: string }) | null;
};

export const campaignTallies = sqliteTable("campaignTallies", {
  campaignId: integer().notNull(),
  variant: integer().notNull(),
  state: text({ enum: shippingStates }).notNull(),
  reason: text().notNull(),
  asked: flag().notNull(),
  confirmed: flag().notNull(),
  answered: flag().notNull(),
  count: integer().notNull(),
});

/** The events of five minutes; `at` counts such intervals since 1970. */
export const campaignCurve = sqliteTable("campaignCurve", {
  campaignId: integer().notNull(),
  at: integer().notNull(),
  sent: integer().notNull().default(0),
  delivered: integer().notNull().default(0),
  read: integer().notNull().default(0),
  answered: integer().notNull().default(0),
});

export const connectionDays = sqliteTable("connectionDays", {
  whatsappId: integer().notNull(),
  number: text().notNull(),
  day: text().notNull(),
  sent: integer().notNull().default(0),
  checked: integer().notNull().default(0),
  checkedAt: integer().notNull().default(0),
});

/** Contacts by stage. Each figure includes those of the later stages. */
/** `optedOut` received nothing, `optedOutAfter` asked for no more after receiving it. */
export type Funnel = {
  total: number;
  valid: number;
  waiting: number;
  asked: number;
  confirmed: number;
  sent: number;
  delivered: number;
  read: number;
  answered: number;
  failed: number;
  skipped: number;
  optedOut: number;
  optedOutAfter: number;
};

/** `GET /campaigns/:id/report`. */
export type CampaignReport = {
  campaign: Campaign;
  /** Fields for the clients of the family. */
  valids: number;
  delivered: number;
  confirmationRequested: number;
  confirmed: number;
  funnel: Funnel;
  /** Delivered of the valid, in percent. */
  progress: number;
  curve: { at: Date; sent: number; delivered: number; read: number; answered: number }[];
  variants: {
    variant: number;
    sent: number;
    delivered: number;
    read: number;
    answered: number;
    failed: number;
    orders: number;
    revenue: string | null;
    buyers: number;
  }[];
  /** Orders within `resultDays` after the message. */
  orders: number;
  /** Their sum; null for users who may not read orders. */
  revenue: string | null;
  resultDays: number;
  /** The variant that sold more, where the difference is real. */
  better: number | null;
  reasons: { state: string; reason: string; count: number }[];
  /** Null where the network has named no price so far. rules.md#costs */
  costs: Costs | null;
  /** The estimated end at this pace; null without an estimate. */
  endsAt: Date | null;
  pace: { sentToday: number; capToday: number | null };
};

/** An order that a campaign brought. */
export type CampaignOrder = {
  id: number;
  number: number;
  emission: Date;
  total: string;
  variant: number | null;
  sentAt: Date;
  contact: { id: number; name: string };
};

/**
 * `GET /campaigns/:id/audience` and `POST /campaigns/audience`: the contacts that will get the
 * campaign, and its times. It starts now, or at its scheduled time.
 */
export type CampaignAudience = {
  total: number;
  valid: number;
  unknown: number;
  invalid: number;
  optedOut: number;
  doubled: number;
  /** In a list whose numbers get nothing. */
  excepted: number;
  /** Fields that a text names, and how many of those who will get it lack a value. */
  lacking: { key: string; label: string; count: number }[];
  willGet: number;
  /**
   * The time of the first message; `holdReason` says what it waits for. Null, with "window", where
   * the hours never open.
   */
  beginsAt: Date | null;
  holdReason: HoldReason | null;
  /**
   * The first time it works at night; null when it never does, or its own hours include the night.
   */
  nightAt: Date | null;
  endsAt: Date | null;
  /** The costs at today's prices; null where the channel has none. rules.md#costs */
  forecast: Costs | null;
};

/**
 * Whether a contact gets campaigns. `suggestion`: the answer to a campaign that may ask for no
 * more, until a person has judged it.
 */
export type ContactOptOut = {
  optOut: OptOut | null;
  suggestion: { text: string; at: Date; campaign: string } | null;
};

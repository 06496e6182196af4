/** Words that server and browser share. Imports nothing. */

export const profiles = ["admin", "user"] as const;
export type Profile = (typeof profiles)[number];

export const ticketStates = ["pending", "open", "closed"] as const;
export type TicketState = (typeof ticketStates)[number];

// doc 1 §3
export const connectionStates = ["OPENING", "qrcode", "PAIRING", "CONNECTED", "DISCONNECTED", "TIMEOUT"] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Why a line is as it is, for a screen to explain. */
export const lineReasons = ["network", "restarting", "qrExpired", "passkey", "loggedOut", "banned", "paused", "outdated", "replaced", "downgraded", "forged", "failing"] as const;
export type LineReason = (typeof lineReasons)[number];

// doc 1 §9 names the WhatsApp provider "beta".
export const providers = ["practice", "beta"] as const;
export type Provider = (typeof providers)[number];

/** What a message is: document 1's media types, and the kinds that it leaves out. */
export const messageKinds = ["chat", "image", "video", "audio", "application", "sticker", "locationMessage", "vcard", "call_log", "unsupported"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What stands in the body of an `unsupported` message that could not be opened. rules.md#not-opened */
export const notOpened = "notOpened";

/** A message's state on the wire. It only rises, except to failed. doc 4 §1.13 */
export const ack = { failed: -1, queued: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const;

// doc 3 §3
export const integrationTypes = ["typebot", "n8n", "webhook", "dialogflow"] as const;
export type IntegrationType = (typeof integrationTypes)[number];
export const botLanguages = ["pt-BR", "en", "es"] as const;

/** What is noted of who did it. */
export const auditActions = [
  "signin", "signinFailed", "signout", "sessionRevoked", "passwordChanged", "totpOn", "totpOff", "recoveryUsed", "denied",
  "userCreated", "userChanged", "userDeleted", "roleChanged", "settingChanged",
  "connectionCreated", "connectionChanged", "connectionDeleted", "queueCreated", "queueChanged", "queueDeleted", "hoursChanged", "ticketDeleted",
  "iaCreated", "iaChanged", "iaDeleted", "integrationCreated", "integrationChanged", "integrationDeleted",
  "contactDeleted", "contactsMerged", "contactsExported", "contactsImported", "contactExported", "contactErased",
  "tokenIssued", "tokenRevoked",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What is said at the end of an attendance. */
export type EndTexts = { complationMessage: string; ratingMessage: string };

/** What a queue says at the end; where it has no words of its own, its connection's. rules.md#queue-texts */
export function endTexts(connection: EndTexts, queue?: EndTexts): EndTexts {
  const said = (name: keyof EndTexts) => (queue?.[name].trim() ? queue[name] : connection[name]);
  return { complationMessage: said("complationMessage"), ratingMessage: said("ratingMessage") };
}

/** When the company is closed: never, by its own hours, or by each queue's. doc 1 §9 */
export const scheduleTypes = ["disabled", "queue", "company"] as const;

/** What a delivery costs by: how dear the order is, or how far it goes. doc 1 §9 */
export const deliveryFeeTypes = ["value", "km"] as const;

/** Parts of the documents that this box does not have yet: no screen offers what only they would read. What comes goes from here. */
export const absentModules = ["sales", "billing"] as const;
export type AbsentModule = (typeof absentModules)[number];

/** How often one is told of orders that wait, in ms. doc 1 §9 */
export const orderNotices = ["disabled", "10000", "30000", "60000"] as const;

/** What steers the billing of internet providers: addresses and keys that nobody reads back. doc 4 §1.30 */
export const billingKeys = ["ipixc", "tokenixc", "ipmkauth", "clientidmkauth", "clientsecretmkauth", "asaas"] as const;

/** How much an announcement matters: high, medium, low. doc 3 §3 */
export const priorities = [1, 2, 3] as const;

/** Pictures that an announcement may have. doc 3 §5 */
export const announcedTypes = ["image/png", "image/jpeg"] as const;

/** What a customer is told while nobody is there, until the shop writes its own. */
export const closedText = "No momento estamos fora do horário de atendimento. Deixe sua mensagem: responderemos assim que abrirmos.";

export const languages = ["ptBR", "en", "es"] as const;
export type Language = (typeof languages)[number];

/** Image types that an agent may send and a browser may show in place. */
export const imageTypes = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;

/** Largest file an agent may send, in bytes. doc 4 §1.15 */
export const uploadLimit = 10 * 1024 * 1024;

/** Largest file that is taken from a customer, in bytes. doc 4 §1.15 */
export const downloadLimit = 64 * 1024 * 1024;

/** For how long a message of ours may be edited or deleted for all, in ms. doc 4 §1.14 */
export const editWindow = 15 * 60_000;
export const deleteWindow = 48 * 3_600_000;

/** For how long what was said or done may be undone, in ms. Until then nothing of it leaves the box. */
export const undoWindow = { said: 5000, done: 8000 } as const;

/** Colours that stay apart from each other and read well in both themes. Their names: `common.colors`. */
export const colors = {
  "#0f766e": "teal",
  "#2563a8": "blue",
  "#6d4fb3": "violet",
  "#b0407f": "pink",
  "#9f1239": "crimson",
  "#c2410c": "orange",
  "#a16207": "ochre",
  "#4d7c0f": "olive",
  "#57534e": "gray",
  "#86d0c0": "mint",
  "#9cc4ee": "sky",
  "#f0b7d2": "rose",
  "#f3c969": "gold",
};
export const presets = Object.keys(colors);

// doc 1 §3, doc 4 §1.35.8
export const planFlags = [
  "useCampaigns", "useKanban", "useOpenAi", "useIntegrations", "useSchedules", "useInternalChat", "useExternalApi", "useSales", "useEcommerce",
] as const;
export type PlanFlag = (typeof planFlags)[number];
export type Plan = Record<PlanFlag, boolean>;

const everyone = [
  "announcements.read",
  "contacts.read", "contacts.write", "contacts.export",
  "connections.read",
  "groupRangeDiscounts.read",
  "messages.read", "messages.write",
  "queues.read",
  "quick-messages.read", "quick-messages.write",
  "settings.read",
  "tags.read",
  "tickets.read", "tickets.write",
  "users.read",
] as const;

const adminsOnly = [
  "audit.read",
  "groupRangeDiscounts.write",
  "ias.read", "ias.write",
  "integrations.read", "integrations.write",
  "messages.history",
  "practice",
  "queues.write",
  "quick-messages.duplicate",
  "settings.write",
  "tags.write",
  "users.write",
  // doc 4 §1.34
  "connections-page:actionButtons",
  "connections-page:addConnection",
  "connections-page:editOrDeleteConnection",
  "contacts-page:deleteContact",
  "dashboard:view",
  "drawer-admin-items:view",
  "ticket-options:deleteTicket",
  "tickets-manager:showall",
  "user-modal:editProfile",
  "user-modal:editQueues",
] as const;

/** What is not a company's to do, but of who owns the box, whatever their profile. doc 3 §6 */
const ownersOnly = ["announcements.write", "companies.read"] as const;

export type Permission = (typeof everyone)[number] | (typeof adminsOnly)[number] | (typeof ownersOnly)[number];

const granted: Record<Profile, ReadonlySet<Permission>> = {
  user: new Set(everyone),
  admin: new Set([...everyone, ...adminsOnly]),
};

const ofOwners: ReadonlySet<Permission> = new Set(ownersOnly);

/** Whether a profile, or the owner of the box, holds a permission: the one rule for routes and screens. */
export const holds = (profile: Profile, permission: Permission, isOwner = false) => granted[profile].has(permission) || (isOwner && ofOwners.has(permission));

/** The cents of an amount as it travels: `"12.90"` is 1290. */
export const centsOf = (amount: string) => Math.round(Number(amount) * 100);

/** An amount as it travels: 1290 cents are `"12.90"`. */
export const amountOf = (cents: number) => (cents / 100).toFixed(2);

/** A row as it arrives over HTTP: dates are ISO 8601 text. */
export type Wire<T> = T extends Date ? string : T extends (infer Item)[] ? Wire<Item>[] : T extends object ? { [Key in keyof T]: Wire<T[Key]> } : T;

/** One page of a list, under the list's own name: `{tags, hasMore, count}`. */
export type Page<Name extends string, Row> = { [Key in Name]: Row[] } & { hasMore: boolean; count: number };

/** What a refused call answers. `fields` names a code per field; `details` holds what a screen needs to say more. */
export type Refusal = {
  error: string;
  message: string;
  requestId: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
};

/** What someone on the other side of a conversation does. */
export const typingStates = ["composing", "recording", "paused"] as const;
export type TypingState = (typeof typingStates)[number];

/** A live frame: `{seq: 41, event: "ticket", action: "update", ticket: {…}}`. */
export type Frame = { seq?: number; event: string; action?: string; [name: string]: unknown };

/** A message as a customer's practice phone has it. */
export type PhoneMessage = {
  id: string;
  /** The customer's number, or null when the shop wrote. */
  from: string | null;
  number: string;
  name: string;
  body: string;
  type: MessageKind;
  /** A data URL. */
  media: string | null;
  fileName?: string;
  /** The emoji that the shop gave it. */
  reaction?: string;
  quotedMsgId: string | null;
  group: { id: string; subject: string } | null;
  ack: number;
  at: string;
};

/** The other form of a Brazilian mobile number (digits with its country), with its ninth digit or without; undefined for any other number. rules.md#two-forms */
export function twinOf(number: string): string | undefined {
  // A number that begins with 2 to 5 is a landline's: with a 9 before it, it would be a stranger's mobile.
  const [, area, ninth, rest] = /^(55\d\d)(9?)([6-9]\d{7})$/.exec(number) ?? [];
  return area && `${area}${ninth ? "" : "9"}${rest}`;
}

/** Whether two numbers (digits with their country) are one. */
export const isSameNumber = (one: string, other: string) => one === other || twinOf(one) === other;

/** A number (digits) without its middle: `5511*******01`. rules.md#hidden-numbers */
export const masked = (number: string) => number.slice(0, 4) + "*".repeat(Math.max(0, number.length - 6)) + number.slice(4).slice(-2);

/** Whether a number has come without its middle. */
export const isMasked = (number: string) => number.includes("*");

/** What of a number is typed (digits), whole or begun, as it stands in numbers that are kept: as it is, and in the other form that it may be of. */
export function numberPieces(typed: string): string[] {
  const others = begunMobiles.flatMap((mobile) => {
    const [, head, ninth, rest] = mobile.exec(typed) ?? [];
    return rest ? [`${head}${ninth ? "" : "9"}${rest}`] : [];
  });
  return [...new Set([typed, ...others])];
}

// With country and area, with the area alone, and without either: there a ninth digit that is not written is not missed.
const begunMobiles = [/^(55\d\d)(9?)([6-9]\d{3,7})$/, /^(\d\d)(9?)([6-9]\d{3,7})$/, /^()(9)([6-9]\d{3,7})$/];

/** Whether nobody can see anything of a text: space, marks without a width, fillers, selectors, tags. rules.md#empty-text */
export const isBlank = (text: string) => !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** A text without the space around it; empty where nobody can see anything of it. */
export const trimmed = (text: string) => (isBlank(text) ? "" : text.trim());

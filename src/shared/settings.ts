import type { PlanFlag } from "./plan.ts";
import { scaleLabels } from "./scale-labels.ts";

/** The opening hours that count: none, the company's, or each queue's. rules.md#opening-hours */
export const scheduleTypes = ["disabled", "queue", "company"] as const;

/** The price of a delivery depends on the value of the order, its distance, or its district. */
export const deliveryFeeTypes = ["value", "km", "neighborhood"] as const;

export type DeliveryFeeType = (typeof deliveryFeeTypes)[number];

/** The time between two notices of waiting orders, in ms. */
export const orderNotices = ["disabled", "10000", "30000", "60000"] as const;

/** The groups of settings on screen, by what a shop wants to do. */
export const settingSections = [
  { name: "receive" },
  { name: "share" },
  { name: "finish" },
  { name: "sell", plan: "useSales" },
  { name: "team", writersOnly: true },
  { name: "systems", plan: "useIntegrations", writersOnly: true },
] as const satisfies SettingSection[];

export type SettingSection = {
  name: string;
  /** The plan's flag that it requires. */
  plan?: PlanFlag;
  /** Users without `settings.write` do not see it. rules.md#seen-settings */
  writersOnly?: true;
};

/**
 * The control of a setting. A switch is "enabled" or "disabled"; a number is whole, and 0 turns it
 * off. A select with a single value has no control.
 */
export type SettingKind =
  | { kind: "switch" }
  | { kind: "select"; values: readonly string[] }
  | { kind: "number"; max: number; unit: "minutes" | "answers" }
  /** The server never sends a secret back. An empty text clears it. */
  | { kind: "secret"; format: "address" | "key" };

export type SettingField = SettingKind & {
  section: (typeof settingSections)[number]["name"];
  /** The plan's flag that it requires beside that of its section. */
  plan?: PlanFlag;
  default: string;
  /**
   * The value before which the screen asks for confirmation, because customers notice it at once.
   */
  confirms?: string;
  /** Support reads it while it visits, and does not change it. rules.md#support-visits */
  closedToVisits?: true;
  /** Keys that go to this address: another address clears them. rules.md#secrets-and-addresses */
  sends?: readonly string[];
};

const on = { kind: "switch", default: "enabled" } as const;
const off = { kind: "switch", default: "disabled" } as const;
const address = { section: "systems", kind: "secret", format: "address", default: "" } as const;
const key = { section: "systems", kind: "secret", format: "key", default: "" } as const;

/**
 * The settings of a company, each with its texts in `settings.keys.{key}`. The server, the screen
 * and `docs/settings.md` follow this table.
 */
export const settingFields = {
  scheduleType: {
    section: "receive",
    kind: "select",
    values: scheduleTypes,
    default: "disabled",
    confirms: "queue",
  },
  sendGreetingMessageOneQueues: { section: "receive", ...off },
  chatBotType: { section: "receive", kind: "select", values: ["text"], default: "text" },
  disableBot: { section: "receive", ...off }, // rules.md#disable-bot
  iaMonthlyLimit: {
    section: "receive",
    plan: "useOpenAi",
    kind: "number",
    max: 1_000_000,
    unit: "answers",
    default: "1000",
  },
  CheckMsgIsGroup: { section: "receive", ...on }, // "enabled" ignores groups
  call: { section: "receive", ...on }, // "disabled" answers calls with a text. rules.md#calls
  // rules.md#wait-limits
  waitAttention: { section: "share", kind: "number", max: 1440, unit: "minutes", default: "5" },
  waitLimit: { section: "share", kind: "number", max: 1440, unit: "minutes", default: "15" },
  keepUser: { section: "share", ...off }, // rules.md#reopening
  sendGreetingAccepted: { section: "share", ...off }, // rules.md#fixed-texts
  sendMsgTransfTicket: { section: "share", ...off }, // rules.md#transfers
  userRating: { section: "finish", ...off }, // rules.md#rating
  deliveryFeeType: {
    section: "sell",
    kind: "select",
    values: deliveryFeeTypes,
    default: "value",
  },
  scaleLabels: { section: "sell", kind: "select", values: scaleLabels, default: "disabled" },
  InformationOrders: {
    section: "sell",
    kind: "select",
    values: orderNotices,
    default: "disabled",
  },
  customerDocumentRequiredForOrders: { section: "sell", ...off },
  singleSession: { section: "team", ...on },
  requireTotp: { section: "team", ...off, confirms: "enabled", closedToVisits: true },
  lgpdHideNumber: { section: "team", ...off }, // rules.md#hidden-numbers
  pushHidesContent: { section: "team", ...off }, // rules.md#push
  supportAccess: { section: "team", ...off, confirms: "enabled", closedToVisits: true },
  ipixc: { ...address, sends: ["tokenixc"] },
  tokenixc: key,
  ipmkauth: { ...address, sends: ["clientidmkauth", "clientsecretmkauth"] },
  clientidmkauth: key,
  clientsecretmkauth: key,
  asaas: key,
} as const satisfies Record<string, SettingField>;

export type SettingKey = keyof typeof settingFields;

export const settingKeys = Object.keys(settingFields) as SettingKey[];

export const isSetting = (name: string): name is SettingKey => Object.hasOwn(settingFields, name);

export const settingField = (name: SettingKey): SettingField => settingFields[name];

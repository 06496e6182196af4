import type { PlanFlag } from "./plan.ts";

/** The opening hours that count: none, the company's, or each queue's. rules.md#opening-hours */
export const scheduleTypes = ["disabled", "queue", "company"] as const;

/** The price of a delivery depends on the value of the order, or on its distance. */
export const deliveryFeeTypes = ["value", "km"] as const;

export type DeliveryFeeType = (typeof deliveryFeeTypes)[number];

/** The time between two notices of waiting orders, in ms. */
export const orderNotices = ["disabled", "10000", "30000", "60000"] as const;

/** The groups of settings on screen, in the order of a day at the desk. */
export const settingSections = [
  { name: "attendance" },
  { name: "bot" },
  { name: "whatsapp" },
  { name: "sales", plan: "useSales" },
  { name: "access", writersOnly: true },
  { name: "billing", plan: "useIntegrations", writersOnly: true },
] as const satisfies SettingSection[];

export type SettingSection = {
  name: string;
  /** The plan's flag that it requires. */
  plan?: PlanFlag;
  /** Users without `settings.write` do not see it. rules.md#seen-settings */
  writersOnly?: true;
};

/** The control of a setting. A switch is "enabled" or "disabled"; a number is whole. */
export type SettingKind =
  | { kind: "switch" }
  | { kind: "select"; values: readonly string[] }
  | { kind: "number"; max: number }
  /** The server never sends a secret back. An empty text clears it. */
  | { kind: "secret"; format: "address" | "key" };

export type SettingField = SettingKind & {
  section: (typeof settingSections)[number]["name"];
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
const address = { section: "billing", kind: "secret", format: "address", default: "" } as const;
const key = { section: "billing", kind: "secret", format: "key", default: "" } as const;

/**
 * The settings of a company, each with its texts in `settings.keys.{key}`. The server, the screen
 * and `docs/settings.md` follow this table.
 */
export const settingFields = {
  userRating: { section: "attendance", ...off }, // rules.md#rating
  keepUser: { section: "attendance", ...off }, // rules.md#reopening
  waitAttention: { section: "attendance", kind: "number", max: 1440, default: "5" }, // 0: never
  waitLimit: { section: "attendance", kind: "number", max: 1440, default: "15" }, // rules.md#wait-limits
  sendGreetingAccepted: { section: "attendance", ...off }, // rules.md#fixed-texts
  sendMsgTransfTicket: { section: "attendance", ...off }, // rules.md#transfers
  scheduleType: {
    section: "bot",
    kind: "select",
    values: scheduleTypes,
    default: "disabled",
    confirms: "queue",
  },
  sendGreetingMessageOneQueues: { section: "bot", ...off },
  chatBotType: { section: "bot", kind: "select", values: ["text"], default: "text" },
  iaMonthlyLimit: { section: "bot", kind: "number", max: 1_000_000, default: "1000" }, // 0: no limit
  disableBot: { section: "bot", ...off }, // rules.md#disable-bot
  CheckMsgIsGroup: { section: "whatsapp", ...on }, // "enabled" ignores groups
  call: { section: "whatsapp", ...on }, // "disabled" answers calls with a text. rules.md#calls
  deliveryFeeType: {
    section: "sales",
    kind: "select",
    values: deliveryFeeTypes,
    default: "value",
  },
  InformationOrders: {
    section: "sales",
    kind: "select",
    values: orderNotices,
    default: "disabled",
  },
  customerDocumentRequiredForOrders: { section: "sales", ...off },
  singleSession: { section: "access", ...on },
  requireTotp: { section: "access", ...off, confirms: "enabled", closedToVisits: true },
  lgpdHideNumber: { section: "access", ...off }, // rules.md#hidden-numbers
  supportAccess: { section: "access", ...off, confirms: "enabled", closedToVisits: true },
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

import { eq, sql } from "drizzle-orm";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { prepared, type Store, type Tx } from "../../kit/store.ts";
import { originOf } from "../../kit/secrets.ts";
import {
  billingKeys,
  deliveryFeeTypes,
  orderNotices,
  scheduleTypes,
} from "../../shared/settings.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { settings, type Setting, type ShownSetting } from "./table.ts";

/** The values that a setting accepts, and its default. A secret one is never sent back. */
type Rule = { defaultValue: string; accepts(value: string): boolean; isSecret?: true };

const oneOf = (...values: readonly [string, ...string[]]): Rule => ({
  defaultValue: values[0],
  accepts: (value) => values.includes(value),
});
const onOff = oneOf("enabled", "disabled");
const offOn = oneOf("disabled", "enabled");
const upTo = (max: number, defaultValue: string): Rule => ({
  defaultValue,
  accepts: (value) => /^(0|[1-9]\d{0,8})$/.test(value) && Number(value) <= max,
});
const secret = (pattern: RegExp): Rule => ({
  defaultValue: "",
  accepts: (value) => value === "" || pattern.test(value),
  isSecret: true,
});
const secretKey = secret(/^[\x21-\x7e]{1,500}$/);
const secretAddress = secret(
  /^(https?:\/\/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/[\x21-\x7e]*)?$/i,
);

const rules = {
  CheckMsgIsGroup: onOff, // "enabled" ignores groups
  call: onOff, // "disabled" answers calls with a text. rules.md#calls
  chatBotType: oneOf("text"),
  customerDocumentRequiredForOrders: offOn, // no order without a CPF
  deliveryFeeType: oneOf(...deliveryFeeTypes),
  InformationOrders: oneOf(...orderNotices),
  disableBot: offOn, // rules.md#disable-bot
  iaMonthlyLimit: upTo(1_000_000, "1000"), // answers of AIs in a month; 0 is no limit
  keepUser: offOn, // a reopened ticket keeps its last user. rules.md#reopening
  lgpdHideNumber: offOn, // hides numbers from users who are not admins. rules.md#hidden-numbers
  requireTotp: offOn, // users without TOTP may only set it up
  scheduleType: oneOf(...scheduleTypes),
  sendGreetingAccepted: offOn, // who accepts is introduced to the customer. rules.md#fixed-texts
  sendGreetingMessageOneQueues: offOn, // a connection with only one queue greets too
  sendMsgTransfTicket: offOn, // tells the customer of a transfer. rules.md#transfers
  singleSession: onOff,
  supportAccess: offOn, // who owns the box may enter. rules.md#support-visits
  userRating: offOn, // asks customers to rate. rules.md#rating
  ipixc: secretAddress,
  tokenixc: secretKey,
  ipmkauth: secretAddress,
  clientidmkauth: secretKey,
  clientsecretmkauth: secretKey,
  asaas: secretKey,
} satisfies Record<string, Rule> & Record<(typeof billingKeys)[number], Rule>;

export type Key = keyof typeof rules;

/** What is sent to an address: another has to be given it anew. rules.md#secrets-and-addresses */
const sentTo: Partial<Record<Key, readonly Key[]>> = {
  ipixc: ["tokenixc"],
  ipmkauth: ["clientidmkauth", "clientsecretmkauth"],
};

const rows = prepared((db) => db.select().from(settings).prepare());

/** All settings with their values or defaults; secret ones only say whether they are set. */
export function list(store: Store): ShownSetting[] {
  const chosen = new Map(
    rows(store)
      .all()
      .map((row) => [row.key, row.value]),
  );
  return Object.entries(rules).map(([key, rule]) =>
    withoutSecret(rule, { key, value: chosen.get(key) ?? rule.defaultValue }),
  );
}

const byKey = prepared((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder("key")))
    .prepare(),
);

export function read(store: Store, key: Key): string {
  return byKey(store).get({ key })?.value ?? rules[key].defaultValue;
}

/** Whether a setting may have a value; one that is unknown here is not acted on. */
export const isAcceptable = (key: string, value: string) =>
  !isKnown(key) || rules[key].accepts(value);

/**
 * Changes a setting; `by` is the user who does. Throws missing for an unknown key, invalid for a
 * value that it doesn't accept.
 */
export function write(
  store: Store,
  key: string,
  value: string,
  by: number | null = null,
): ShownSetting {
  if (!isKnown(key))
    throw new Fault("missing", "ERR_NO_SETTING_FOUND", { message: "Configuração não encontrada" });
  const rule: Rule = rules[key];
  if (!rule.accepts(value)) throw invalidFields({ value: "invalid" });
  const before = read(store, key);
  const orphans =
    before !== "" && originOf(before) !== originOf(value)
      ? (sentTo[key] ?? []).filter((other) => read(store, other) !== "")
      : [];
  return store.write((tx) => {
    for (const other of orphans)
      put(tx, rules[other], { key: other, value: "" }, { before: read(store, other), by });
    return put(tx, rule, { key, value }, { before, by });
  });
}

function put(
  tx: Tx,
  rule: Rule,
  { key, value }: Setting,
  { before, by }: { before: string; by: number | null },
): ShownSetting {
  const setting = withoutSecret(rule, { key, value });
  const details = rule.isSecret
    ? { secret: value === "" ? "cleared" : "set" }
    : { from: before, to: value };
  if (before !== value)
    addAuditEntry(tx, { userId: by, action: "settingChanged", subject: `setting ${key}`, details });
  tx.insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .run();
  tx.emit("settings", "update", { setting }, { to: "everyone" });
  return setting;
}

const isKnown = (key: string): key is Key => Object.hasOwn(rules, key);

const withoutSecret = ({ isSecret }: Rule, { key, value }: Setting): ShownSetting =>
  isSecret ? { key, value: "", hasValue: value !== "" } : { key, value };

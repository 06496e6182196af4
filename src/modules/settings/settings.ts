import { eq } from "drizzle-orm";
import { Fault, unfit } from "../../kit/fault.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { billingKeys, deliveryFeeTypes, orderNotices, scheduleTypes } from "../../shared/settings.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { settings, type Setting, type ShownSetting } from "./table.ts";

/** What a setting takes, and what it is before anyone chose. A secret one is never read back. */
type Rule = { defaultValue: string; accepts(value: string): boolean; isSecret?: true };

const oneOf = (...values: readonly [string, ...string[]]): Rule => ({ defaultValue: values[0], accepts: (value) => values.includes(value) });
const onOff = oneOf("enabled", "disabled");
const offOn = oneOf("disabled", "enabled");
const upTo = (most: number, defaultValue: string): Rule => ({ defaultValue, accepts: (value) => /^(0|[1-9]\d{0,8})$/.test(value) && Number(value) <= most });
const secret = (pattern: RegExp): Rule => ({ defaultValue: "", accepts: (value) => value === "" || pattern.test(value), isSecret: true });
const secretKey = secret(/^[\x21-\x7e]{1,500}$/);
const secretAddress = secret(/^(https?:\/\/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/[\x21-\x7e]*)?$/i);

const rules = {
  CheckMsgIsGroup: onOff, // "enabled" ignores groups. doc 4 §1.35.2
  call: onOff, // "disabled" answers calls with a text. doc 4 §1.16
  chatBotType: oneOf("text"), // doc 4 §1.5
  customerDocumentRequiredForOrders: offOn, // no order without a CPF. doc 4 §1.36.7
  deliveryFeeType: oneOf(...deliveryFeeTypes),
  InformationOrders: oneOf(...orderNotices),
  disableBot: offOn, // no menus, trees, integrations or AI for anyone. doc 4 §1.18
  iaMonthlyLimit: upTo(1_000_000, "1000"), // answers of AIs in a month; 0: no limit
  keepUser: offOn, // a closed ticket that goes on is again of who held it. rules.md#same-person
  lgpdHideNumber: offOn, // who is no admin takes contacts along without the middle of their numbers. doc 3 §5
  requireTotp: offOn, // who has no second step is let in only to set it up
  scheduleType: oneOf(...scheduleTypes),
  sendGreetingAccepted: offOn, // who accepts is introduced to the customer. doc 1 §4
  sendGreetingMessageOneQueues: offOn, // a connection with one queue greets too. doc 4 §1.4
  sendMsgTransfTicket: offOn, // a transfer is told to the customer. doc 4 §1.10
  singleSession: onOff,
  userRating: offOn, // customers are asked how they were served. doc 4 §1.7
  ipixc: secretAddress,
  tokenixc: secretKey,
  ipmkauth: secretAddress,
  clientidmkauth: secretKey,
  clientsecretmkauth: secretKey,
  asaas: secretKey,
} satisfies Record<string, Rule> & Record<(typeof billingKeys)[number], Rule>;

export type Key = keyof typeof rules;

const rows = prepared((db) => db.select().from(settings).prepare());

/** Every setting with its value or its default; of a secret one, whether there is any. */
export function list(store: Store): ShownSetting[] {
  const chosen = new Map(rows(store).all().map((row) => [row.key, row.value]));
  return Object.entries(rules).map(([key, rule]) => withoutSecret(rule, { key, value: chosen.get(key) ?? rule.defaultValue }));
}

/** One setting's value or its default. */
export function read(store: Store, key: Key): string {
  const [row] = store.db.select().from(settings).where(eq(settings.key, key)).all();
  return row?.value ?? rules[key].defaultValue;
}

/** Changes one setting; `by` is the user who does. Throws missing for an unknown key, invalid for a value it doesn't take. */
export function write(store: Store, key: string, value: string, by: number | null = null): ShownSetting {
  if (!isKnown(key)) throw new Fault("missing", "ERR_NO_SETTING_FOUND", { message: "Configuração não encontrada" });
  const rule: Rule = rules[key];
  if (!rule.accepts(value)) throw unfit({ value: "invalid" });
  return store.write((tx) => {
    const setting = withoutSecret(rule, { key, value });
    const before = read(store, key);
    const details = rule.isSecret ? { secret: value === "" ? "cleared" : "set" } : { from: before, to: value };
    if (before !== value) addAuditEntry(tx, { userId: by, action: "settingChanged", subject: `setting ${key}`, details });
    tx.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } }).run();
    tx.emit("settings", "update", { setting }, { to: "everyone" });
    return setting;
  });
}

const isKnown = (key: string): key is Key => Object.hasOwn(rules, key);

const withoutSecret = ({ isSecret }: Rule, { key, value }: Setting): ShownSetting => (isSecret ? { key, value: "", hasValue: value !== "" } : { key, value });

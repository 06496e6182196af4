import { eq } from "drizzle-orm";
import { Fault, unfit } from "../../kit/fault.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { scheduleTypes } from "../../shared.ts";
import { settings, type Setting } from "./table.ts";

/** What a setting takes, and what it is before anyone chose. */
type Rule = { preset: string; takes(value: string): boolean };

const oneOf = (...values: readonly [string, ...string[]]): Rule => ({ preset: values[0], takes: (value) => values.includes(value) });
const onOff = oneOf("enabled", "disabled");
const offOn = oneOf("disabled", "enabled");
const upTo = (most: number, preset: string): Rule => ({ preset, takes: (value) => /^(0|[1-9]\d{0,8})$/.test(value) && Number(value) <= most });

const known = {
  CheckMsgIsGroup: onOff, // "enabled" ignores groups. doc 4 §1.35.2
  call: onOff, // "disabled" answers calls with a text. doc 4 §1.16
  chatBotType: oneOf("text"), // doc 4 §1.5
  disableBot: offOn, // no menus, trees, integrations or AI for anyone. doc 4 §1.18
  iaMonthlyLimit: upTo(1_000_000, "1000"), // answers of AIs in a month; 0: no limit
  requireTotp: offOn, // who has no second step is let in only to set it up
  scheduleType: oneOf(...scheduleTypes),
  sendGreetingAccepted: offOn, // who accepts is introduced to the customer. doc 1 §4
  sendGreetingMessageOneQueues: offOn, // a connection with one queue greets too. doc 4 §1.4
  sendMsgTransfTicket: offOn, // a transfer is told to the customer. doc 4 §1.10
  singleSession: onOff,
  userRating: offOn, // customers are asked how they were served. doc 4 §1.7
} satisfies Record<string, Rule>;

export type Key = keyof typeof known;

const rows = prepared((db) => db.select().from(settings).prepare());

/** Every setting with its value or its default. */
export function list(store: Store): Setting[] {
  const chosen = new Map(rows(store).all().map((row) => [row.key, row.value]));
  return Object.entries(known).map(([key, { preset }]) => ({ key, value: chosen.get(key) ?? preset }));
}

/** One setting's value or its default. */
export function read(store: Store, key: Key): string {
  const [row] = store.db.select().from(settings).where(eq(settings.key, key)).all();
  return row?.value ?? known[key].preset;
}

/** Changes one setting. Throws missing for an unknown key, invalid for a value it doesn't take. */
export function write(store: Store, key: string, value: string): Setting {
  if (!Object.hasOwn(known, key)) throw new Fault("missing", "ERR_NO_SETTING_FOUND", { message: "Configuração não encontrada" });
  if (!known[key as Key].takes(value)) throw unfit({ value: "invalid" });
  return store.write((tx, emit) => {
    const setting = { key, value };
    tx.insert(settings).values(setting).onConflictDoUpdate({ target: settings.key, set: { value } }).run();
    emit("settings", "update", { setting }, { to: "everyone" });
    return setting;
  });
}

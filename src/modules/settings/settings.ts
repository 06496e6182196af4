import { eq } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { settings, type Setting } from "./table.ts";

const onOff = ["enabled", "disabled"];
const offOn = ["disabled", "enabled"];

/** Each setting's values, the default first. */
const known = {
  CheckMsgIsGroup: onOff, // "enabled" ignores groups. doc 4 §1.35.2
  call: onOff, // "disabled" answers calls with a text. doc 4 §1.16
  sendGreetingAccepted: offOn, // who accepts is introduced to the customer. doc 1 §4
  sendMsgTransfTicket: offOn, // a transfer is told to the customer. doc 4 §1.10
  singleSession: onOff,
} satisfies Record<string, string[]>;

export type Key = keyof typeof known;

const rows = prepared((db) => db.select().from(settings).prepare());

/** Every setting with its value or its default. */
export function list(store: Store): Setting[] {
  const chosen = new Map(rows(store).all().map((row) => [row.key, row.value]));
  return Object.entries(known).map(([key, values]) => ({ key, value: chosen.get(key) ?? values[0]! }));
}

/** One setting's value or its default. */
export function read(store: Store, key: Key): string {
  const [row] = store.db.select().from(settings).where(eq(settings.key, key)).all();
  return row?.value ?? known[key][0]!;
}

/** Changes one setting. Throws missing for an unknown key, invalid for a value it doesn't take. */
export function write(store: Store, key: string, value: string): Setting {
  if (!Object.hasOwn(known, key)) throw new Fault("missing", "ERR_NO_SETTING_FOUND", { message: "Configuração não encontrada" });
  if (!known[key as Key].includes(value)) throw new Fault("invalid", "ERR_VALIDATION", { message: "Confira os campos", fields: { value: "invalid" } });
  return store.write((tx, emit) => {
    const setting = { key, value };
    tx.insert(settings).values(setting).onConflictDoUpdate({ target: settings.key, set: { value } }).run();
    emit("settings", "update", { setting }, { to: "everyone" });
    return setting;
  });
}

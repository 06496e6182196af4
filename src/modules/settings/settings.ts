import { eq, sql } from "drizzle-orm";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { originOf } from "../../kit/net/secrets.ts";
import { isSetting, settingField, settingKeys, type SettingKey } from "../../shared/settings.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { settings, type ShownSetting } from "./table.ts";

const rows = query((db) => db.select().from(settings));

/** All settings with their values or defaults. A secret shows only whether it is set. */
export function list(db: CompanyDb): ShownSetting[] {
  const chosen = new Map(
    rows(db)
      .all()
      .map((row) => [row.key, row.value]),
  );
  return settingKeys.map((key) => withoutSecret(key, chosen.get(key) ?? settingField(key).default));
}

const byKey = query((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder("key"))),
);

export function read(db: CompanyDb, key: SettingKey): string {
  return byKey(db).get({ key })?.value ?? settingField(key).default;
}

/** Whether a setting may have a value. Nothing reads a key that is no setting: it may have any. */
export const isAcceptable = (key: string, value: string) => !isSetting(key) || accepts(key, value);

/**
 * Changes a setting; `by` is the user who does. Throws missing for an unknown key, invalid for a
 * value that it doesn't accept.
 */
export function write(
  db: CompanyDb,
  key: string,
  value: string,
  by: number | null = null,
): ShownSetting {
  if (!isSetting(key))
    throw new Fault("missing", "ERR_NO_SETTING_FOUND", { message: "Configuração não encontrada" });
  if (!accepts(key, value)) throw invalidFields({ value: "invalid" });
  const before = read(db, key);
  const orphans =
    before !== "" && originOf(before) !== originOf(value)
      ? sentTo(key).filter((other) => read(db, other) !== "")
      : [];
  return db.write((tx) => {
    for (const other of orphans)
      put(tx, { key: other, value: "" }, { before: read(db, other), by });
    return put(tx, { key, value }, { before, by });
  });
}

function put(
  tx: Tx,
  { key, value }: { key: SettingKey; value: string },
  { before, by }: { before: string; by: number | null },
): ShownSetting {
  const setting = withoutSecret(key, value);
  const details = isSecret(key)
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

const withoutSecret = (key: SettingKey, value: string): ShownSetting =>
  isSecret(key) ? { key, value: "", hasValue: value !== "" } : { key, value };

const isSecret = (key: SettingKey) => settingField(key).kind === "secret";

const sentTo = (key: SettingKey) => (settingField(key).sends ?? []).filter(isSetting);

function accepts(key: SettingKey, value: string): boolean {
  const field = settingField(key);
  switch (field.kind) {
    case "switch":
      return value === "enabled" || value === "disabled";
    case "select":
      return field.values.includes(value);
    case "number":
      return /^(0|[1-9]\d{0,8})$/.test(value) && Number(value) <= field.max;
    case "secret":
      return value === "" || secretFormats[field.format].test(value);
  }
}

const secretFormats = {
  key: /^[\x21-\x7e]{1,500}$/,
  address: /^(https?:\/\/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?(\/[\x21-\x7e]*)?$/i,
};

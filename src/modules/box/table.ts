import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import type { SettingSource } from "../../shared/box.ts";
import type { BoxKey, BoxSettings } from "./fields.ts";

export const boxSettings = sqliteTable("boxSettings", {
  key: text().$type<BoxKey>().primaryKey(),
  value: text().notNull(),
});

/** One row: when someone last changed settings on screen. rules.md#edits */
export const boxEdits = sqliteTable("boxEdits", {
  id: integer().primaryKey(),
  updatedAt: instant().notNull(),
});

/**
 * A setting as its owner sees it. `name`: its name outside, where it comes from there. A secret has
 * only `isSet`.
 */
export type ShownSetting<Value = unknown> = {
  value: Value;
  source: SettingSource;
  name?: string;
  isSet?: boolean;
};
export type ShownSettings = { [Key in BoxKey]: ShownSetting<BoxSettings[Key]> };
/** All settings as they are read and changed. */
export type ReadSettings = ShownSettings & { updatedAt: Date };

/**
 * The box's settings that visitors without sign-in see. `mail`: the box can send mail.
 * rules.md#public-pages
 */
export type PublicBox = Pick<
  BoxSettings,
  | "boxName"
  | "boxLogo"
  | "boxColor"
  | "language"
  | "languages"
  | "landing"
  | "signUp"
  | "planId"
  | "contact"
> & { mail: boolean };

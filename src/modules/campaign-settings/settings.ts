import { z } from "zod";
import { invalidFields } from "../../kit/fault.ts";
import { arrayOf, line, text } from "../../kit/http/fields.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { campaignSettings, type CampaignSetting } from "./table.ts";

const count = (most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(0).max(most));

export const settingsBody = z.object({
  settings: z.object({
    messageInterval: count(3600).optional(),
    longerIntervalAfter: count(10_000).optional(),
    greaterInterval: count(86_400).optional(),
    variables: arrayOf(
      z.object({
        key: line(50, 1).refine((key) => !/[{}]/.test(key), "invalid"),
        value: text(1000),
      }),
      100,
    ).optional(),
    warmUp: z.boolean().optional(),
    dailyCapFirst: count(10_000)
      .refine((cap) => cap > 0, "invalid")
      .optional(),
    dailyCapMost: count(100_000).optional(),
    pauseAfter: count(1000).optional(),
    optOutText: text(1000).optional(),
    resultDays: count(365)
      .refine((days) => days > 0, "invalid")
      .optional(),
  }),
});

export type Settings = {
  /** Seconds, messages, seconds. rules.md#campaign-pace */
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
  variables: { key: string; value: string }[];
  /** Whether a number starts at `dailyCapFirst` a day and doubles each day. */
  warmUp: boolean;
  dailyCapFirst: number;
  /** The most messages in a day; 0: no limit. */
  dailyCapMost: number;
  /** The consecutive refusals that pause a campaign; 0: none do. */
  pauseAfter: number;
  /** The answer to a request to stop; empty: none. rules.md#opt-outs */
  optOutText: string;
  /** An order so many days after a message counts for its campaign. rules.md#campaign-money */
  resultDays: number;
};

const defaults: Settings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  warmUp: true,
  dailyCapFirst: 50,
  dailyCapMost: 1000,
  pauseAfter: 5,
  optOutText: "",
  resultDays: 7,
};

/** All settings with their values or defaults. */
export function read(db: CompanyDb): Settings {
  const chosen = Object.fromEntries(
    db
      .select()
      .from(campaignSettings)
      .all()
      .map(({ key, value }) => [key, JSON.parse(value) as unknown]),
  );
  return { ...defaults, ...chosen };
}

/** The same as they travel: a list of keys with JSON text. */
export const list = (db: CompanyDb): CampaignSetting[] =>
  Object.entries(read(db)).map(([key, value]) => ({ key, value: JSON.stringify(value) }));

/** Changes the given settings. Throws invalid where two variables have one key. */
export function write(
  db: CompanyDb,
  { settings }: z.infer<typeof settingsBody>,
  by: number | null = null,
): CampaignSetting[] {
  const keys = (settings.variables ?? []).map(({ key }) => key.toLowerCase());
  if (new Set(keys).size < keys.length) throw invalidFields({ variables: "taken" });
  return db.write((tx) => {
    const before = read(db);
    for (const [key, value] of Object.entries(settings)) {
      if (value === undefined) continue;
      const text = JSON.stringify(value);
      tx.insert(campaignSettings)
        .values({ key, value: text })
        .onConflictDoUpdate({ target: campaignSettings.key, set: { value: text } })
        .run();
      if (key !== "variables" && before[key as keyof Settings] !== value)
        addAuditEntry(tx, {
          userId: by,
          action: "settingChanged",
          subject: `campaign setting ${key}`,
          details: { from: before[key as keyof Settings], to: value },
        });
    }
    const records = list(db);
    tx.emit("campaignSettings", "update", { records }, { to: "admins" });
    return records;
  });
}

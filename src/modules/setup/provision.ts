import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { parseJson } from "../../kit/http/body.ts";
import { line } from "../../kit/http/fields.ts";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { updateChannels } from "../../shared/box.ts";
import { planFlags } from "../../shared/plan.ts";
import { saveFirstSettings } from "../box/box.ts";
import { boxFields } from "../box/fields.ts";
import { plans, type Company } from "../companies/table.ts";
import { hasOwner } from "../identities/identities.ts";

/** A reseller's settings for a box that has no owner yet. */
const provisionFile = z
  .strictObject({
    company: line(80, 2),
    locale: boxFields.language.schema,
    update_channel: z.enum(updateChannels),
    brand: z
      .strictObject({ name: boxFields.boxName.schema, color: boxFields.boxColor.schema })
      .partial(),
    plan: z.partialRecord(z.enum(planFlags), z.boolean()),
  })
  .partial();

/** The settings that wait until there is an owner. */
type Provision = Pick<
  z.infer<typeof provisionFile>,
  "company" | "locale" | "plan" | "update_channel"
>;

/**
 * Takes over `provision.toml` of the data folder, once: it is called `provision.toml.applied` from
 * then on. Throws on one that can't be understood, and where the box has an owner already.
 * rules.md#provision
 */
export function takeProvision(control: Control, data: string) {
  const path = join(data, "provision.toml");
  if (!existsSync(path)) return;
  if (hasOwner(control))
    throw new Error(`${path}: this box has an owner already, take the file away`);
  const checked = provisionFile.safeParse(Bun.TOML.parse(readFileSync(path, "utf8")));
  if (!checked.success)
    throw new Error(`${path}: ${checked.error.issues.map(complaint).join(", ")}`);
  const { brand, ...forLater } = checked.data;
  control.write((tx) => {
    saveFirstSettings(tx, {
      language: forLater.locale,
      boxName: brand?.name,
      boxColor: brand?.color,
    });
    tx.run(
      sql`INSERT INTO instance VALUES ('provision', ${JSON.stringify(forLater)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
    );
  });
  renameSync(path, `${path}.applied`);
}

const complaint = (issue: z.core.$ZodIssue) =>
  issue.code === "unrecognized_keys"
    ? `unknown key ${[...issue.path, issue.keys.join(" ")].join(".")}`
    : `${issue.path.join(".")} does not fit`;

export function readProvision({ sqlite }: Pick<Control, "sqlite">): Provision {
  const row = sqlite.query("SELECT value FROM instance WHERE key = 'provision'").get() as {
    value: string;
  } | null;
  return row ? (parseJson(row.value) as Provision) : {};
}

/** Gives the first company's plan the features of the reseller's file. */
export function applyProvision(tx: ControlTx, { planId }: Company, { plan }: Provision) {
  if (plan && Object.keys(plan).length > 0)
    tx.update(plans).set(plan).where(eq(plans.id, planId)).run();
}

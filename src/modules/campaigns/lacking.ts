import { sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { numberKey, twinOf } from "../../shared/phone.ts";
import { definitions } from "../contacts/field-definitions.ts";
import type { CampaignAudience } from "./table.ts";

/**
 * Counts the numbers whose contact lacks a field that these texts name without a word in its place.
 * rules.md#contact-fields
 */
export function lackingIn(db: CompanyDb, texts: string[]) {
  const named = namedIn(texts);
  const fields = definitions(db)
    .filter(({ key, label }) => named.has(key) || named.has(label.toLowerCase()))
    .map(({ key, label }) => ({ key, label, count: 0 }));
  return {
    /** Adds numbers that will get the campaign. */
    add(numbers: string[]) {
      if (fields.length === 0 || numbers.length === 0) return;
      const filled = filledOf(
        db,
        numbers,
        fields.map(({ label }) => label),
      );
      for (const field of fields) {
        const keys = filled.get(field.label.toLowerCase());
        field.count += numbers.filter((number) => !keys?.has(numberKey(number))).length;
      }
    },
    fields: (): CampaignAudience["lacking"] => fields.filter(({ count }) => count > 0),
  };
}

/** The words in braces that have no other word behind a bar. */
const namedIn = (texts: string[]) =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\{([^{}|]{1,80})\}/g)].map(([, word = ""]) => word.trim().toLowerCase()),
    ),
  );

/** The keys of those numbers whose contact has a value, by the label of the field. */
function filledOf(db: CompanyDb, numbers: string[], labels: string[]) {
  const forms = numbers.flatMap((number) => [number, twinOf(number)]).filter(Boolean);
  const rows = db.all<{ number: string; label: string }>(
    sql`SELECT n.value AS number, lower(f.name) AS label FROM identifiers n
      JOIN contactFields f ON f.contactId = n.contactId
      WHERE n.type = 'phone' AND n.value IN (SELECT value FROM json_each(${JSON.stringify(forms)}))
      AND f.name IN (SELECT value FROM json_each(${JSON.stringify(labels)})) AND f.value <> ''`,
  );
  const filled = new Map<string, Set<string>>();
  for (const { number, label } of rows)
    filled.set(label, (filled.get(label) ?? new Set()).add(numberKey(number)));
  return filled;
}

import { expect, test } from "bun:test";
import { getTableColumns } from "drizzle-orm";
import { planBody } from "../../modules/backups/plan.ts";
import { boxBody } from "../../modules/box/box.ts";
import { settingsBody } from "../../modules/campaign-settings/settings.ts";
import { ownFields } from "../../modules/companies/own-company.ts";
import { list } from "../../modules/settings/settings.ts";
import { billingBody } from "../../modules/subscription/billing.ts";
import { connections } from "../../modules/connections/table.ts";
import { ias } from "../../modules/ias/table.ts";
import { integrations } from "../../modules/integrations/table.ts";
import { queues } from "../../modules/queues/table.ts";
import { webhooks } from "../../modules/webhooks/table.ts";
import { companyBody } from "../../modules/companies/owner-fields.ts";
import { ignoredFields, secretFields } from "../../modules/audit/changes.ts";
import { textPlaces } from "../texts.ts";
import { world } from "../world.ts";
import { sources } from "./sources.ts";

const textKeys = new Set(textPlaces.flatMap(({ texts }) => [...texts.ptBR.keys()]));
const code = sources("src/{modules,routes,commands}/**/*.ts")
  .filter(({ path }) => !path.endsWith(".test.ts"))
  .map(({ text }) => text)
  .join("\n");
const row = sources("web/pages/audit/AuditEntryRow.tsx")[0]!.text;
const matches = (pattern: RegExp) =>
  [...new Set([...code.matchAll(pattern)].map(([, one]) => one!))].sort();
const unsaid = (keys: string[]) => keys.filter((key) => !textKeys.has(key));

/** The subjects that the row leaves out, because the action names them. */
const bare: string[] = /namedSubjects = \[([^\]]+)\]/.exec(row)?.[1]?.match(/[\w-]+/g) ?? [];
const named: string[] = /kinds = \[([^\]]+)\]/.exec(row)?.[1]?.match(/[\w-]+/g) ?? [];

test("every kind of subject that the audit notes has its word", () => {
  const kinds = matches(/(?:subject: |auditSubject = .*=>\s*)`([\w-]+) \$\{(?:[\w.]+\.)?id\}/g);
  expect(kinds).toEqual(
    expect.arrayContaining([
      "campaign",
      "company",
      "contact",
      "opt-out",
      "order",
      "queue",
      "ticket",
      "user",
      "webhook",
    ]),
  );
  expect(
    kinds.filter(
      (kind) =>
        !bare.includes(kind) && !(named.includes(kind) && textKeys.has(`audit.kinds.${kind}`)),
    ),
  ).toEqual([]);
  const subjects = callsOf("addAuditEntry").flatMap(
    (call) => /subject: "([\w-]+)"/.exec(call)?.[1] ?? [],
  );
  expect(subjects).not.toEqual([]);
  expect(subjects.filter((subject) => !bare.includes(subject))).toEqual([]);
});

test("every setting that the audit notes has its name, and so have the fields of those that have several", () => {
  const settings = [
    ...list(world().db).map(({ key }) => key),
    ...matches(/subject: "setting (\w+)"/g),
  ];
  expect(settings).toEqual(
    expect.arrayContaining(["userRating", "asaas", "backups", "billing", "box", "timezone"]),
  );
  expect(unsaid(settings.map((key) => `settings.keys.${key}.name`))).toEqual([]);
  const { variables: _, ...pace } = settingsBody.shape.settings.shape;
  // `timezone` is a setting by itself.
  const { timezone: __, ...company } = ownFields;
  const fields = [boxBody.shape, planBody.shape, billingBody.shape, company, pace].flatMap(
    (shape) => Object.keys(shape),
  );
  expect(unsaid(fields.map((field) => `audit.details.${field}`))).toEqual([]);
});

test("every field that the audit can hold has its name", () => {
  // Each detail is a literal: of an audit entry, of a company's change, and of an identity.
  const calls = callsOf("addAuditEntry|noteChange|auditIdentity");
  const details = calls.flatMap((call) =>
    [
      /details: (\{.*)/.exec(call)?.[1],
      /^(?:noteChange|auditIdentity)\(.*, (\{.*)\)$/.exec(call)?.[1],
    ].filter((part) => part !== undefined),
  );
  const noted = details
    .flatMap((part) => keysOf(part))
    .filter((key) => !["device", "of", "by", "step", "changed", "subject", "fields"].includes(key));
  expect(noted).toEqual(
    expect.arrayContaining([
      "kept",
      "imported",
      "messages",
      "copy",
      "moves",
      "move",
      "tickets",
      "dueDate",
    ]),
  );
  const columns = [connections, queues, ias, integrations, webhooks]
    .flatMap((table) => Object.keys(getTableColumns(table)))
    .filter((column) => !ignoredFields.has(column) && !secretFields.has(column));
  const labels = [...new Set([...noted, ...columns, ...Object.keys(companyBody.shape)])].sort();
  expect(unsaid(labels.map((field) => `audit.details.${field}`))).toEqual([]);
});

/** The calls of these functions, each on one line. */
function callsOf(names: string): string[] {
  return [...code.matchAll(new RegExp(`(?<!function )(?:${names})\\(`, "g"))].map(({ index }) => {
    let depth = 0;
    for (let end = index; end < code.length; end += 1) {
      if (code[end] === "(") depth += 1;
      if (code[end] === ")" && --depth === 0) {
        return code
          .slice(index, end + 1)
          .replace(/,?\s*\n\s*/g, (gap) => (gap.startsWith(",") ? ", " : " "));
      }
    }
    return "";
  });
}

/**
 * The outermost keys of the object literal at the start of a text, and the names that it spreads.
 */
function keysOf(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [, bracket, key] of text.matchAll(/([{[(}\])])|(?<=[{,] ?)(\w+)(?=[:,}]| \})/g)) {
    if (bracket) depth += "{[(".includes(bracket) ? 1 : -1;
    else if (key && depth === 1) keys.push(key);
    if (depth === 0) break;
  }
  return keys;
}

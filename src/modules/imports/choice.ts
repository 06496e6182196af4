import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded } from "../../kit/http/fields.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { extraInfo } from "../contacts/fields.ts";
import type { ImportKind } from "./kind.ts";
import { limits } from "./limits.ts";
import { sizeOf, type Table } from "./stored-rows.ts";
import {
  costChoices,
  decimalMarks,
  importRows,
  moreTargets,
  type Choice,
  type SheetInfo,
} from "./table.ts";

const column = z
  .number()
  .int()
  .min(0)
  .max(limits.columns - 1);
const line = z.number().int().positive();
const mapping = z.object({
  name: column.nullish().transform(orNull),
  number: column.nullish().transform(orNull),
  email: column.nullish().transform(orNull),
  tags: column.nullish().transform(orNull),
  fields: arrayOf(z.object({ column, name: bounded(200) }), limits.columns).default([]),
  more: arrayOf(z.object({ column, name: z.enum(moreTargets) }), limits.columns).default([]),
});

export const sheetNumber = z
  .number()
  .int()
  .min(0)
  .max(limits.sheets - 1);

export const choiceBody = z.object({
  mapping,
  headless: z.boolean().default(false),
  validate: z.boolean().default(false),
  rename: z.boolean().default(false),
  lines: arrayOf(line, 5000).default([]),
  only: z.boolean().default(false),
  /** The sheet, from 0, and the line in which its table begins; as they were found where missing. */
  sheet: sheetNumber.optional(),
  head: line.optional(),
  decimals: arrayOf(z.object({ column, mark: z.enum(decimalMarks) }), limits.columns).default([]),
  withoutCost: z.enum(costChoices).optional(),
});
export type ChoiceBody = z.infer<typeof choiceBody>;

const stored = arrayOf(line, limits.rows + 1);
/** The choice as an import's row stores it; the schemas below check its cells and sheets. */
export const storedChoice = choiceBody.omit({ sheet: true, head: true }).extend({
  facts: z
    .object({ decimals: choiceBody.shape.decimals, repeated: stored, conflicts: stored })
    .optional(),
});
export const storedCells = arrayOf(
  z.union([z.string().max(limits.cell), z.number(), z.null()]),
  limits.columns,
);
export const storedSheets = arrayOf(
  z.object({
    name: bounded(100),
    width: z.number().int().min(0).max(limits.columns),
    total: z
      .number()
      .int()
      .min(0)
      .max(limits.rows * 2),
  }),
  limits.sheets,
);

/** The table that a body names, else the likely one. Throws invalid. */
export function chosenTable(
  { id, sheet, head, sheets }: Table & { sheets: SheetInfo[] },
  body: Pick<ChoiceBody, "sheet" | "head">,
): Table {
  const chosen = body.sheet ?? sheet;
  if (chosen > 0 && chosen >= sheets.length) throw invalidFields({ sheet: "invalid" });
  return { id, sheet: chosen, head: body.head ?? (chosen === sheet ? head : 1) };
}

/** A choice that fits the file. Throws invalid. */
export function validChoice(
  { mapping, sheet: _sheet, head: _head, ...rest }: ChoiceBody,
  width: number,
  { needsName, needsNumber, missing }: Pick<ImportKind, "needsName" | "needsNumber" | "missing">,
): Choice {
  if (mapping.number === null && needsNumber !== false)
    throw refusedChoice(
      "ERR_IMPORT_NO_NUMBER",
      "Não foi selecionado o campo de número do contato",
      "number",
    );
  if (mapping.name === null && needsName && !mapping.more.some(({ name }) => name === "otherName"))
    throw refusedChoice(...missing.name, "name");
  const fields = extraInfo.safeParse(mapping.fields.map(({ name }) => ({ name, value: "" })));
  if (!fields.success) throw invalidFields({ fields: fields.error.issues[0]!.message });
  const usedColumns = [
    mapping.name,
    mapping.number,
    mapping.email,
    mapping.tags,
    ...mapping.fields.map((field) => field.column),
    ...mapping.more.map((field) => field.column),
  ].filter((one) => one !== null);
  if (new Set(usedColumns).size < usedColumns.length)
    throw refusedChoice("ERR_IMPORT_TWICE", "A mesma coluna foi escolhida duas vezes", "mapping");
  if (usedColumns.some((one) => one >= width)) throw invalidFields({ mapping: "invalid" });
  return {
    ...rest,
    mapping: {
      ...mapping,
      fields: mapping.fields.map(({ column }, index) => ({
        column,
        name: fields.data[index]!.name,
      })),
    },
  };
}

/** The first line of a table that has data. */
export const firstLine = ({ headless }: Pick<Choice, "headless">, head: number) =>
  headless ? head : head + 1;

/** Whether a line is to be imported. */
export function isChosenLine(
  { headless, lines, only }: Pick<Choice, "headless" | "lines" | "only">,
  head: number,
): (line: number) => boolean {
  const named = new Set(lines);
  const first = firstLine({ headless }, head);
  return (line) => line >= first && named.has(line) === only;
}

/** How many rows of a table a choice takes. */
export function countOf(tx: Tx, table: Table, choice: Choice): number {
  const first = firstLine(choice, table.head);
  const named = [...new Set(choice.lines)].filter((line) => line >= first);
  const existing =
    named.length === 0
      ? 0
      : tx
          .select({ line: importRows.line })
          .from(importRows)
          .where(
            and(
              eq(importRows.importId, table.id),
              eq(importRows.sheet, table.sheet),
              inArray(importRows.line, named),
            ),
          )
          .all().length;
  return choice.only ? existing : sizeOf(tx, { ...table, head: first }) - existing;
}

export const refusedChoice = (reason: string, message: string, field: string) =>
  new Fault("invalid", reason, { message, fields: { [field]: "required" } });

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

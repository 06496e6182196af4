import { contactName, email } from "../../kit/http/fields.ts";
import { lacksArea, withArea, writtenNumber } from "../../shared/phone.ts";
import { textOf } from "./cells.ts";
import type { Cell, Mapping, Refusal, RowReason } from "./table.ts";

/** The person in a row. */
export type Person = {
  name: string;
  number: string;
  email: string;
  tags: string[];
  fields: { name: string; value: string }[];
  /** The row's e-mail is not valid: the contact is taken without it. */ isEmailBad?: true;
};

/** Why a row is refused, and the column that it is about. */
export const refused = (reason: RowReason, column: number | null = null): Refusal => ({
  reason,
  column,
});

/** Whether a row was refused. */
export const isRefused = (row: unknown): row is Refusal =>
  typeof row === "object" && row !== null && "reason" in row;

/** The columns of a target, the first one first. */
export function columnsFor(
  mapping: Mapping,
  target: "name" | "number" | "email" | "tags" | "otherName",
): number[] {
  const first = target === "otherName" ? null : mapping[target];
  const more = (mapping.more ?? []).filter(({ name }) => name === target);
  return [...(first === null ? [] : [first]), ...more.map(({ column }) => column)];
}

/** The first of some columns that has a formula without a value. */
export const formulaIn = (cells: Cell[], columns: (number | null)[]) =>
  columns.find((column) => column !== null && cells[column] === null) ?? undefined;

/**
 * The person in a row, by the column mapping; or why the row is refused. `areaCode`: the company's
 * own, for numbers without one. rules.md#written-numbers
 */
export function personOf(
  cells: Cell[],
  mapping: Mapping,
  _decimals?: unknown,
  areaCode?: string,
): Person | Refusal {
  const texts = (target: Parameters<typeof columnsFor>[1]) =>
    columnsFor(mapping, target)
      .map((column) => ({ column, text: textOf(cells[column]) }))
      .filter(({ text }) => text !== "");
  const formula = formulaIn(cells, [
    ...(["name", "otherName", "number", "email", "tags"] as const).flatMap((target) =>
      columnsFor(mapping, target),
    ),
    ...mapping.fields.map(({ column }) => column),
  ]);
  if (formula !== undefined) return refused("formula", formula);

  const names = texts("name");
  const fullName = names.map(({ text }) => text).join(" ") || (texts("otherName")[0]?.text ?? "");
  if (fullName === "") return refused("noName", mapping.name);
  const numbers = texts("number");
  if (numbers.length === 0) return refused("noNumber", mapping.number);
  const name = contactName.safeParse(fullName);
  if (!name.success) return refused("badName", mapping.name);
  const written = writtenNumber(numbers.map(({ text }) => text).join(" ::: "));
  if ("refused" in written) return refused(numberReasons[written.refused], numbers[0]!.column);
  if (lacksArea(written.number) && areaCode === undefined)
    return refused("noAreaCode", numbers[0]!.column);
  const number = withArea(written.number, areaCode ?? "");
  const emails = texts("email").flatMap(({ text }) => text.split(/\s*(?::::|[;,])\s*/));
  const valid = emails
    .slice(0, 20)
    .map((one) => email.safeParse(one.trim()).data)
    .find((one) => one !== undefined);
  const tagTexts = texts("tags");
  const tags = tagsIn(
    tagTexts
      .map(({ text }) => text)
      .join(";")
      .slice(0, 5000),
  );
  if (tags.length > 50 || tags.some((tag) => tag.length < 3 || tag.length > 40))
    return refused("badTag", tagTexts[0]?.column ?? null);
  const fields = mapping.fields
    .map(({ column, name }) => ({ column, name, value: textOf(cells[column]) }))
    .filter(({ value }) => value !== "");
  const long = fields.find(({ value }) => value.length > 1000);
  if (long) return refused("badField", long.column);
  return {
    name: name.data,
    number,
    email: valid ?? "",
    tags,
    fields: fields.map(({ name, value }) => ({ name, value })),
    ...(valid === undefined && emails.length > 0 && { isEmailBad: true }),
  };
}

const numberReasons = { invalid: "badNumber", service: "serviceNumber" } as const;

/** The texts that the check step shows of a contact, by field. */
export const shownPerson = ({ name, number, email, tags, fields }: Person) => ({
  name,
  number,
  email,
  tags: tags.join(", "),
  ...Object.fromEntries(fields.map((field) => [`field:${field.name}`, field.value])),
});

/** The tags of a cell: `vip, atacado`. Google marks those of its own with a star. */
export const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(/:::|[,;|]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "" && !tag.startsWith("* ")),
  ),
];

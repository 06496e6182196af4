import { contactName, email as anEmail, phone } from "../../kit/fields.ts";
import type { Cell, Mapping, RowReason } from "./table.ts";

/** The person in a row. */
export type Person = {
  name: string;
  number: string;
  email: string;
  tags: string[];
  fields: { name: string; value: string }[];
  /** The row has an e-mail that is none: the person is taken without it. */ isEmailBad?: true;
};

/** The person in a row, by the column mapping; or why the row is refused. */
export function personOf(cells: Cell[], mapping: Mapping): Person | RowReason {
  const columns = [
    mapping.name,
    mapping.number,
    mapping.email,
    mapping.tags,
    ...mapping.fields.map(({ column }) => column),
  ];
  if (columns.some((column) => column !== null && cells[column] === null)) return "formula";
  const at = (column: number | null) => (column === null ? "" : (cells[column] ?? "").trim());

  const values = { name: at(mapping.name), number: at(mapping.number), email: at(mapping.email) };
  if (values.name === "") return "noName";
  if (values.number === "") return "noNumber";
  const name = contactName.safeParse(values.name);
  if (!name.success) return "badName";
  const number = numberOf(values.number);
  if (number === undefined) return "badNumber";
  const email = values.email === "" ? "" : anEmail.safeParse(values.email).data;
  const tags = tagsIn(at(mapping.tags));
  if (tags.length > 50 || tags.some((tag) => tag.length < 3 || tag.length > 40)) return "badTag";
  const fields = mapping.fields
    .map(({ column, name }) => ({ name, value: at(column) }))
    .filter(({ value }) => value !== "");
  return fields.some(({ value }) => value.length > 1000)
    ? "badField"
    : {
        name: name.data,
        number,
        email: email ?? "",
        tags,
        fields,
        ...(email === undefined && { isEmailBad: true }),
      };
}

/** The tags of a cell: `vip, atacado`. */
export const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

// A number that a spreadsheet turned into 5.5E+12 has lost its digits; any letter is refused.
const numberOf = (text: string) =>
  /\p{L}/u.test(text) ? undefined : phone.safeParse(text.replace(/[.,]0+$/, "")).data;

import { trimmed } from "../../../src/shared/text.ts";

/** A contact's field during editing. A new one has no id. */
export type ExtraField = {
  key: number;
  id: number | null;
  name: string;
  value: string;
  /** The company's own field, offered with its name. */
  isOffered?: true;
};

/** The server's form of a field. */
type StoredField = { id: number; name: string; value: string };

export const limits = { rows: 100, name: 50, value: 1000 };

export const rowsOf = (fields: StoredField[]): ExtraField[] =>
  fields.map((field) => ({ ...field, key: field.id }));

/** The rows of the company's fields that a contact lacks. */
export const missingRows = (rows: ExtraField[], labels: string[]): ExtraField[] =>
  labels
    .filter((label) => !rows.some(({ name }) => fold(name) === fold(label)))
    .map((name, index) => ({ key: -1 - index, id: null, name, value: "", isOffered: true }));

/** The request's fields; a row without any text is left out, and an offered one without a value. */
export const toSend = (rows: ExtraField[]) =>
  rows
    .filter((row) => isWritten(row) && (!row.isOffered || trimmed(row.value) !== ""))
    .map(({ id, name, value }) => ({
      ...(id !== null && { id }),
      name: name.trim(),
      value: value.trim(),
    }));

/**
 * Orders and bills look for these fields, so a saved one keeps its name and cannot be deleted.
 * rules.md#locked-fields
 */
export const isLocked = ({ id, name }: ExtraField) =>
  id !== null && ["cpf", "nome"].includes(fold(name));

/** The errors of names by row: codes of `errors.field`. */
export function nameErrors(rows: ExtraField[]): Map<number, "required" | "taken"> {
  const seen = new Set<string>();
  const errors = new Map<number, "required" | "taken">();
  for (const row of rows.filter(isWritten)) {
    const name = fold(row.name);
    if (!name) errors.set(row.key, "required");
    else if (seen.has(name)) errors.set(row.key, "taken");
    seen.add(name);
  }
  return errors;
}

const isWritten = ({ id, name, value }: ExtraField) =>
  id !== null || trimmed(name) !== "" || trimmed(value) !== "";
const fold = (name: string) => trimmed(name).normalize("NFC").toLowerCase();

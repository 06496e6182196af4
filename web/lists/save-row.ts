import { api, fileForm } from "../kit/api.ts";
import { toRequestBody } from "../forms/form-values.ts";
import type { Field, FormValues } from "../forms/form.ts";
import { type Edit, saveEdit } from "../forms/save-edit.ts";

/**
 * Creates a row, with `more` that no field holds, or changes the edit's row; then its pictures.
 * rules.md#edits
 */
export async function saveRow(
  path: string,
  fields: Field[],
  values: FormValues,
  edit: Edit,
  more: Record<string, unknown> = {},
) {
  await saveEdit(path, edit, toRequestBody(fields, values), more);
  await savePictures(path, fields, values, edit);
}

/** Stores and removes the pictures of a form, after its row. */
export async function savePictures(path: string, fields: Field[], values: FormValues, edit: Edit) {
  const { row } = edit;
  for (const { name, type } of fields) {
    if (type !== "picture" || !row) continue;
    const picture = values[name];
    const upload = `${path}/${row.id}/media-upload`;
    const after =
      picture instanceof File
        ? await api.post<object>(upload, fileForm(picture))
        : picture === null && (await api.del<object>(upload));
    Object.assign(row, after);
  }
}

/** The edit of a form with these fields, for a row or a new one (null). */
export const editOf = (fields: Field[], row: { id: number } | null, values: FormValues): Edit => ({
  row,
  before: row && toRequestBody(fields, values),
});

import { api, fileForm } from "../kit/api.ts";
import { toRequestBody } from "../forms/form-values.ts";
import type { Field, FormValues } from "../forms/form.ts";

/**
 * Creates a row, with `more` that no field holds, or changes the one that is `made`, and then its
 * pictures. Notes in `made` which one it is.
 */
export async function saveRow(
  path: string,
  fields: Field[],
  values: FormValues,
  made: { current?: number },
  more: Record<string, unknown> = {},
) {
  const body = { ...toRequestBody(fields, values), ...more };
  if (made.current === undefined) made.current = (await api.post<{ id: number }>(path, body)).id;
  else await api.put(`${path}/${made.current}`, body);
  for (const { name, type } of fields) {
    if (type !== "picture") continue;
    const picture = values[name];
    const upload = `${path}/${made.current}/media-upload`;
    if (picture instanceof File) await api.post(upload, fileForm(picture));
    else if (picture === null) await api.del(upload);
  }
}

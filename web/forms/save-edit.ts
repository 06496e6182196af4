import { useState } from "react";
import { api } from "../kit/api.ts";

type Row = { id: number; updatedAt?: string };

/** An open form: the row as it was loaded, and the body of the form's first values. */
export type Edit<R extends Row = Row> = { row: R | null; before: object | null };

/**
 * The edit of a form for a row, or for a new one (null). `before` gives the body of its first
 * values.
 */
export function useEdit<R extends Row>(row: R | null, before: () => object): Edit<R> {
  const [edit] = useState(() => ({ row, before: row && before() }));
  return edit;
}

/** The fields of a body that differ from before. */
export const changesIn = (before: object | null, body: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        JSON.stringify(value) !==
        JSON.stringify((before as Record<string, unknown> | null)?.[name]),
    ),
  );

/** Changes a single record (settings, the user's own account) as `saveEdit` changes a row. */
export const saveOnly = <Saved>(
  path: string,
  { updatedAt }: { updatedAt?: string },
  changes: object,
): Promise<Saved> => api.put<Saved>(path, { ...changes, updatedAt });

/**
 * Creates a row, with `more` for new rows only, or changes the loaded or created one. A change
 * sends the changed fields and their loaded state, so it never undoes other users' changes. Throws
 * `ApiError`, also 409 `ERR_CHANGED`. rules.md#edits
 */
export async function saveEdit<R extends Row, Saved = R>(
  path: string,
  edit: Edit<R>,
  body: object,
  more: object = {},
): Promise<Saved> {
  const { row, before } = edit;
  const changes = row && changesIn(before, body);
  const saved = !row
    ? await api.post<R>(path, { ...body, ...more })
    : Object.keys(changes!).length === 0
      ? row
      : await api.put<R>(`${path}/${row.id}`, { ...changes, updatedAt: row.updatedAt });
  edit.row = { ...row, ...saved };
  edit.before = body;
  return saved as unknown as Saved;
}

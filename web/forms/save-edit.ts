import { useState } from "react";
import { api } from "../kit/api.ts";

type Row = { id: number; updatedAt?: string };

/** A form that is open: the row as it was read, and the body of what the form began with. */
export type Edit<R extends Row = Row> = { row: R | null; before: object | null };

/** Of a form for a row, or for a new one (null). `before`: the body of its first values. */
export function useEdit<R extends Row>(row: R | null, before: () => object): Edit<R> {
  const [edit] = useState(() => ({ row, before: row && before() }));
  return edit;
}

/** The fields of a body that are not as before. */
export const changesIn = (before: object | null, body: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        JSON.stringify(value) !==
        JSON.stringify((before as Record<string, unknown> | null)?.[name]),
    ),
  );

/** Changes what there is once (settings, one's own account) as `saveEdit` changes a row. */
export const saveOnly = <Saved>(
  path: string,
  { updatedAt }: { updatedAt: string },
  changes: object,
): Promise<Saved> => api.put<Saved>(path, { ...changes, updatedAt });

/**
 * Makes a row, with `more` that only a new one has, or changes the one that was read or made
 * before. A change sends what differs and how the row was read, so that nothing that others did
 * meanwhile is undone. Throws `ApiError`, 409 `ERR_CHANGED` among them. rules.md#edits
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

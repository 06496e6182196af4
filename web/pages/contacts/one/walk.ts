import { signal } from "@preact/signals-react";
import type { List } from "../../../lists/list.ts";
import type { ListedContact } from "../../../parts/contacts/types.ts";

/** The list from which a contact's page was opened; its rows are walked one by one. */
export const walkedList = signal<List<ListedContact> | null>(null);

/** A contact's place in the list, from 1; and those before and after. Reads signals. */
export function placeOf(id: number) {
  const list = walkedList.value;
  const rows = list?.rows.value ?? [];
  const at = rows.findIndex((row) => row.id === id);
  if (!list || at < 0) return null;
  // The page of the one after the next is read ahead.
  if (at >= rows.length - 2) list.more();
  return {
    row: rows[at]!,
    place: at + 1,
    count: list.count.value,
    before: rows[at - 1]?.id ?? null,
    after: rows[at + 1]?.id ?? null,
  };
}

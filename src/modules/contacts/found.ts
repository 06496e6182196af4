import { keptUntilChange } from "../../kit/changes.ts";
import type { Store } from "../../kit/store.ts";

/** How many searches are kept of a company. */
const most = 50;

const byStore = new WeakMap<Store, ReturnType<typeof keptUntilChange<number[]>>>();

/** What a search finds, in its order, kept until a contact or one's tags change: further pages, and the same word again, cost no search. */
export function found(store: Store, key: string, find: () => number[]): number[] {
  const kept = byStore.get(store) ?? keptUntilChange(store.sqlite, "foundChanged", madeOf, most);
  byStore.set(store, kept);
  return kept(key, find);
}

const madeOf = ["contacts", "identifiers", "contactTags"].map((table) => ({ table, ids: "VALUES (0)" }));

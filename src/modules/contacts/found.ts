import { keptUntilChange } from "../../kit/db/changes.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";

/** How many searches are kept of a company. */
const most = 50;

const kept = keptUntilChange<number[]>(
  "foundChanged",
  ["contacts", "identifiers", "contactTags"].map((table) => ({ table })),
  most,
);

/**
 * What a search finds, in its order, kept until a contact or one's tags change: further pages, and
 * the same word again, cost no search.
 */
export const found = ({ sqlite }: CompanyDb, key: string, find: () => number[]): number[] =>
  kept(sqlite, key, find);

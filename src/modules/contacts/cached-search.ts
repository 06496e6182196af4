import { cachedUntilChange } from "../../kit/db/changes.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";

/** The most cached searches of a company. */
const most = 50;

const cached = cachedUntilChange<number[]>(
  "foundChanged",
  ["contacts", "identifiers", "contactTags"].map((table) => ({ table })),
  most,
);

/**
 * The ids that a search finds, in its order, cached until a contact or its tags change. Further
 * pages and repeated searches cost no query.
 */
export const cachedSearch = ({ sqlite }: CompanyDb, key: string, find: () => number[]): number[] =>
  cached(sqlite, key, find);

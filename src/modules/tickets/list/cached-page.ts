import { cachedUntilChange } from "../../../kit/db/changes.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";

/** How many pages of a company are cached. */
const most = 500;

const cached = cachedUntilChange<unknown>(
  "ticketPagesChanged",
  ["tickets", "ticketTags", "tags"].map((table) => ({ table })),
  most,
);

/**
 * The tickets of a page and their count, cached until a ticket or a tag changes. `args` has
 * everything that the result depends on.
 */
export const cachedPage = <Page>({ sqlite }: CompanyDb, args: unknown[], find: () => Page): Page =>
  cached(sqlite, JSON.stringify(args), find) as Page;

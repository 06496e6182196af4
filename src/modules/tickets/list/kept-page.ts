import { keptUntilChange } from "../../../kit/db/changes.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";

/** How many pages of a company are cached. */
const most = 500;

const kept = keptUntilChange<unknown>(
  "ticketPagesChanged",
  ["tickets", "ticketTags", "tags"].map((table) => ({ table })),
  most,
);

/**
 * The tickets of a page and their count, cached until a ticket or a tag changes. `asked` has
 * everything that the result depends on.
 */
export const keptPage = <Page>({ sqlite }: CompanyDb, asked: unknown[], find: () => Page): Page =>
  kept(sqlite, JSON.stringify(asked), find) as Page;

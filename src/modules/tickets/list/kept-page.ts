import { keptUntilChange } from "../../../kit/db/changes.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";

/** How many pages are kept of a company. */
const most = 500;

const kept = keptUntilChange<unknown>(
  "ticketPagesChanged",
  ["tickets", "ticketTags", "tags"].map((table) => ({ table })),
  most,
);

/**
 * Which tickets stand on a page, and how many there are, kept until a ticket or a tag changes.
 * `asked` has all that decides it.
 */
export const keptPage = <Page>({ sqlite }: CompanyDb, asked: unknown[], find: () => Page): Page =>
  kept(sqlite, JSON.stringify(asked), find) as Page;

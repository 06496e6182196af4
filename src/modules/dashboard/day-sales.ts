import type { CompanyDb } from "../../kit/db/company-db.ts";

/** An order that counts as sold; `total` in cents. `byTalk`: it came from a conversation. */
export type SoldRow = {
  id: number;
  emission: number;
  total: number;
  userId: number | null;
  byTalk: 0 | 1;
};

/** The orders of a span, without cancelled ones. */
export const soldIn = ({ sqlite }: CompanyDb, { since, until }: { since: number; until: number }) =>
  sqlite.query<SoldRow, [number, number]>(soldQuery).all(since, until);

export const soldQuery = `SELECT id, emission, total, userId, ticketId IS NOT NULL AS byTalk FROM orders
    WHERE emission >= ? AND emission < ? AND cancelledAt IS NULL ORDER BY emission, id`;

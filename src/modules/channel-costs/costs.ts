import type { CompanyDb } from "../../kit/db/company-db.ts";
import { type Costs, costsOf, type PricedMessages } from "../../shared/channel-costs.ts";
import { readRates } from "../channel-rates/rates.ts";
import type { MonthCosts, TicketCosts } from "./table.ts";

type Line = Omit<PricedMessages, "isBillable"> & { isBillable: number };

/** The costs of a month (YYYY-MM), and of each connection. rules.md#costs */
export function monthCosts(db: CompanyDb, month: string): MonthCosts {
  const rates = readRates(db);
  const lines = db.sqlite
    .query<Line & { whatsappId: number | null }, [string, string]>(
      `SELECT whatsappId, category, country, day, isBillable, count(*) AS count FROM messagePrices
      WHERE day BETWEEN ? AND ? GROUP BY day, whatsappId, category, country, isBillable`,
    )
    .all(`${month}-01`, `${month}-31`);
  return {
    month,
    ...costsOf(rates, lines.map(priced)),
    connections: [...Map.groupBy(lines, ({ whatsappId }) => whatsappId)].map(
      ([whatsappId, own]) => ({ whatsappId, ...costsOf(rates, own.map(priced)) }),
    ),
  };
}

/** The costs of a campaign; null where the network has named no price. */
export function campaignCosts(db: CompanyDb, campaignId: number): Costs | null {
  const lines = db.sqlite
    .query<Line, [number]>(
      `SELECT category, country, day, isBillable, count(*) AS count FROM messagePrices
      WHERE campaignId = ? AND day IS NOT NULL GROUP BY day, category, country, isBillable`,
    )
    .all(campaignId);
  return lines.length === 0 ? null : costsOf(readRates(db), lines.map(priced));
}

/** The most messages that a conversation's costs list. */
const mostRecords = 200;

/** The costs of a conversation, and of its latest messages that have a price. */
export function ticketCosts(db: CompanyDb, ticketId: number): TicketCosts {
  const rates = readRates(db);
  const lines = db.sqlite
    .query<Line & { messageId: number; type: string }, [number]>(
      `SELECT p.messageId, p.category, p.type, p.country, p.day, p.isBillable, 1 AS count
      FROM messages m JOIN messagePrices p ON p.messageId = m.id
      WHERE m.ticketId = ? AND p.day IS NOT NULL ORDER BY m.id DESC`,
    )
    .all(ticketId);
  return {
    ...costsOf(rates, lines.map(priced)),
    records: lines.slice(0, mostRecords).map((line) => ({
      messageId: line.messageId,
      category: line.category,
      type: line.type,
      day: line.day,
      ...costsOf(rates, [priced(line)]),
    })),
  };
}

const priced = (line: Line): PricedMessages => ({ ...line, isBillable: line.isBillable === 1 });

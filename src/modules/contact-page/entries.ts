import { sql, type SQL } from "drizzle-orm";
import type { EntryKind } from "../../shared/contact-page.ts";
import { amountOf } from "../../shared/money.ts";
import { amountOfMilli } from "../../shared/units.ts";
import { orderTexts } from "../orders/texts.ts";
import type { Viewer } from "./sources.ts";
import type {
  CampaignEntry,
  ContactEntry,
  ConversationEntry,
  NoteEntry,
  OptOutEntry,
  PaymentEntry,
  ReminderEntry,
  SaleEntry,
  TicketEntry,
} from "./table.ts";

/** An entry without its place in the timeline. */
type Body = ContactEntry extends infer One
  ? One extends { kind: EntryKind }
    ? Omit<One, "id" | "at">
    : never
  : never;

/** The entries of some ids, by kind and id: one query for each kind. */
export function findEntries(viewer: Viewer, ids: Map<EntryKind, number[]>): Map<string, Body> {
  const all = new Map<string, Body>();
  for (const [kind, some] of ids)
    for (const [id, entry] of finders[kind](viewer, some)) all.set(`${kind} ${id}`, entry);
  return all;
}

type Entries<Entry> = [id: number, entry: Entry][];

const listOf = (ids: number[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Later than any time. */
const end = sql.raw("9999999999999");

function conversations({ db }: Viewer, ids: number[]): Entries<ConversationEntry> {
  const inRound = (of: string) =>
    sql.raw(`${of} >= r.queuedAt AND ${of} <= ifnull(r.finishedAt, 9999999999999)`);
  const messages = sql`FROM messages m
    WHERE m.contactId = t.contactId AND m.whatsappId = t.whatsappId AND ${inRound("m.createdAt")}`;
  return db
    .all<
      Omit<ConversationEntry, "kind" | "people" | "words" | "byBot"> & {
        id: number;
        people: string;
        words: string | null;
        byBot: number;
      }
    >(
      sql`SELECT r.id, t.uuid, q.name AS queue, r.byBot, (r.finishedAt - r.queuedAt) / 60000 AS minutes,
        iif(r.finishedAt IS NULL, t.status, 'closed') AS status,
        (SELECT json_group_array(name) FROM (SELECT u.name FROM ticketEvents e JOIN users u ON u.id = e.userId
          WHERE e.ticketId = r.ticketId AND ${inRound("e.at")} GROUP BY u.id ORDER BY min(e.id))) AS people,
        (SELECT body ${messages} AND m.fromMe = 0 AND m.mediaType = 'chat' AND m.isDeleted = 0 AND m.choice = 0
          AND m.body <> '' ORDER BY m.createdAt LIMIT 1) AS words,
        (SELECT count(*) ${messages} AND m.fromMe IN (0, 1)) AS messages,
        (SELECT rate FROM userRatings WHERE ticketId = r.ticketId AND createdAt >= r.queuedAt
          AND createdAt < ifnull((SELECT min(n.queuedAt) FROM ticketRounds n
            WHERE n.ticketId = r.ticketId AND n.id > r.id), ${end})
          ORDER BY createdAt DESC LIMIT 1) AS rate
      FROM ticketRounds r JOIN tickets t ON t.id = r.ticketId LEFT JOIN queues q ON q.id = t.queueId
      WHERE r.id IN ${listOf(ids)}`,
    )
    .map(({ id, people, words, byBot, ...row }) => [
      id,
      {
        ...row,
        kind: "conversation",
        people: JSON.parse(people) as string[],
        words: (words ?? "").slice(0, mostWords),
        byBot: byBot === 1,
      },
    ]);
}

const tickets = ({ db }: Viewer, ids: number[]): Entries<TicketEntry> =>
  db
    .all<{ id: number; uuid: string; words: string }>(
      sql`SELECT id, uuid, lastMessage AS words FROM tickets WHERE id IN ${listOf(ids)}`,
    )
    .map(({ id, ...row }) => [id, { kind: "ticket", ...row }]);

/** The most characters of a customer's words, and the most items of a sale, that are listed. */
const mostWords = 300;
const mostItems = 3;

const orders = ({ db }: Viewer, ids: number[]): Entries<SaleEntry> =>
  orderTexts(db)
    .some(ids)
    .map((text) => {
      const { id, number, total, owed, paymentState, cancelledAt, status, orderItems } =
        text.read();
      const items = orderItems.map(({ amount, product }) => ({ amount, name: product.name }));
      return [
        id,
        {
          kind: "order",
          ...{ number, total, owed, paymentState },
          isCancelled: cancelledAt !== null,
          status: status.name,
          ...listedItems(items),
        },
      ];
    });

const budgets = ({ db }: Viewer, ids: number[]): Entries<SaleEntry> =>
  db
    .all<{ id: number; number: number; total: number; items: string }>(
      sql`SELECT b.id, b.number, b.total,
          (SELECT json_group_array(json_object('amount', i.amount, 'name', p.name) ORDER BY i.position)
          FROM budgetItems i JOIN products p ON p.id = i.productId WHERE i.budgetId = b.id) AS items
        FROM budgets b WHERE b.id IN ${listOf(ids)}`,
    )
    .map(({ id, number, total, items }) => [
      id,
      {
        kind: "budget",
        number,
        total: amountOf(total),
        owed: "0.00",
        paymentState: null,
        isCancelled: false,
        status: null,
        ...listedItems(
          (JSON.parse(items) as SaleEntry["items"]).map(({ amount, name }) => ({
            amount: amountOfMilli(amount),
            name,
          })),
        ),
      },
    ]);

const listedItems = (items: SaleEntry["items"]) => ({
  items: items.slice(0, mostItems),
  more: Math.max(0, items.length - mostItems),
});

const payments = ({ db }: Viewer, ids: number[]): Entries<PaymentEntry> =>
  db
    .all<{
      id: number;
      value: number;
      method: string;
      orderId: number;
      orderNumber: number;
      isCredit: number;
    }>(
      sql`SELECT p.id, p.value, m.name AS method, o.id AS orderId, o.number AS orderNumber, p.isCredit
        FROM receipts p JOIN orders o ON o.id = p.orderId JOIN payments m ON m.id = p.paymentId
        WHERE p.id IN ${listOf(ids)}`,
    )
    .map(({ id, value, isCredit, ...row }) => [
      id,
      {
        kind: "payment",
        ...row,
        value: amountOf(Math.abs(value)),
        isRefund: value < 0,
        isCredit: isCredit === 1,
      },
    ]);

const notes = ({ db }: Viewer, ids: number[]): Entries<NoteEntry> =>
  db
    .all<Omit<NoteEntry, "kind"> & { id: number }>(
      sql`SELECT n.id, n.note, u.name AS user, t.uuid FROM ticketNotes n JOIN tickets t ON t.id = n.ticketId
        LEFT JOIN users u ON u.id = n.userId WHERE n.id IN ${listOf(ids)}`,
    )
    .map(({ id, ...row }) => [id, { kind: "note", ...row }]);

const dateOf = (at: number | null) => (at === null ? null : new Date(at));

const campaigns = ({ db, seesTicket }: Viewer, ids: number[]): Entries<CampaignEntry> =>
  db
    .all<{
      id: number;
      name: string;
      readAt: number | null;
      answeredAt: number | null;
      answer: string | null;
    }>(
      sql`SELECT s.id, c.name, s.readAt, s.answeredAt, s.answer
        FROM campaignShipping s JOIN campaigns c ON c.id = s.campaignId
        WHERE s.id IN ${listOf(ids)}`,
    )
    .map(({ id, name, readAt, answeredAt, answer }) => [
      id,
      {
        kind: "campaign",
        name,
        readAt: dateOf(readAt),
        answeredAt: dateOf(answeredAt),
        answer: seesTicket ? (answer ?? "") : "",
      },
    ]);

const optOuts = ({ db, seesTicket }: Viewer, ids: number[]): Entries<OptOutEntry> =>
  db
    .all<Omit<OptOutEntry, "kind"> & { id: number }>(
      sql`SELECT x.id, x.source, x.reason, u.name AS user, c.name AS campaign
        FROM optOuts x LEFT JOIN users u ON u.id = x.userId
        LEFT JOIN campaigns c ON c.id = x.campaignId WHERE x.id IN ${listOf(ids)}`,
    )
    .map(({ id, reason, ...row }) => [
      id,
      { kind: "optOut", ...row, reason: row.source === "answer" && !seesTicket ? "" : reason },
    ]);

const optIns = ({ db }: Viewer, ids: number[]): Entries<OptOutEntry> =>
  db
    .all<Omit<OptOutEntry, "kind"> & { id: number }>(
      sql`SELECT x.id, x.source, ifnull(x.backReason, '') AS reason, u.name AS user, NULL AS campaign
        FROM optOuts x
        LEFT JOIN users u ON u.id = x.backUserId WHERE x.id IN ${listOf(ids)}`,
    )
    .map(({ id, ...row }) => [id, { kind: "optIn", ...row }]);

const reminders = ({ db }: Viewer, ids: number[]): Entries<ReminderEntry> =>
  db
    .all<Omit<ReminderEntry, "kind" | "isDone"> & { id: number; isDone: number }>(
      sql`SELECT m.id, m.text, u.name AS user, t.uuid, m.doneAt IS NOT NULL AS isDone FROM reminders m
        JOIN users u ON u.id = m.userId JOIN tickets t ON t.id = m.ticketId WHERE m.id IN ${listOf(ids)}`,
    )
    .map(({ id, isDone, ...row }) => [id, { kind: "reminder", ...row, isDone: isDone === 1 }]);

const finders: Record<EntryKind, (viewer: Viewer, ids: number[]) => Entries<Body>> = {
  conversation: conversations,
  ticket: tickets,
  order: orders,
  budget: budgets,
  payment: payments,
  note: notes,
  campaign: campaigns,
  optOut: optOuts,
  optIn: optIns,
  reminder: reminders,
};

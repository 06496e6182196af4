import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Plan } from "../../shared/plan.ts";
import { isLow } from "../stock/low-stock.ts";
import { amountOf } from "../../shared/money.ts";
import { isOutage } from "../connections/outage.ts";
import { connections } from "../connections/table.ts";
import { stores } from "../stores/table.ts";
import { needKinds, type Need } from "./table.ts";

const day = 86_400_000;

/** Unpaid orders and unhappy customers are shown for so long, in ms. */
const unpaidFor = 30 * day;
const unhappyFor = 2 * day;

const mostNeeds = 6;
const mostStores = 3;

/** Lists the needs of an owner, the hardest first. A need goes once it is solved. rules.md#needs */
export function needs(db: CompanyDb, plan: Pick<Plan, "useSales">): Need[] {
  const all = [
    ...outages(db),
    ...(plan.useSales ? [...lowStock(db), ...unpaid(db)] : []),
    ...unhappy(db),
  ];
  return all
    .toSorted((one, other) => needKinds.indexOf(one.kind) - needKinds.indexOf(other.kind))
    .slice(0, mostNeeds);
}

const need = (kind: Need["kind"], key: number | string, rest: Partial<Need>): Need => ({
  kind,
  key: `${kind}-${key}`,
  count: 1,
  names: [],
  total: null,
  since: null,
  uuid: null,
  storeId: null,
  ...rest,
});

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export const pendingQuery = `SELECT whatsappId, count(*) AS count FROM outbox
  WHERE whatsappId IN (SELECT value FROM json_each(?)) GROUP BY whatsappId`;

function outages(db: CompanyDb): Need[] {
  const down = db.select().from(connections).all().filter(isOutage);
  const since = new Map(
    down.length === 0
      ? []
      : db.sqlite
          .query<{ whatsappId: number; at: number }, []>(
            "SELECT whatsappId, min(at) AS at FROM notifications WHERE whatsappId IS NOT NULL GROUP BY whatsappId",
          )
          .all()
          .map(({ whatsappId, at }) => [whatsappId, at]),
  );
  const pending = new Map(
    db.sqlite
      .query<{ whatsappId: number; count: number }, [string]>(pendingQuery)
      .all(JSON.stringify(down.map(({ id }) => id)))
      .map(({ whatsappId, count }) => [whatsappId, count]),
  );
  return down.map(({ id, name }) =>
    need("connection", id, {
      count: pending.get(id) ?? 0,
      names: [name],
      since: iso(since.get(id) ?? null),
    }),
  );
}

export const lowStockQuery = `SELECT s.storeId, p.name, s.stock
  FROM productStores s JOIN products p ON p.id = s.productId
  WHERE ${isLow}
  ORDER BY s.stock, p.name`;

/** One need for each store: the number opens the list of its store. */
function lowStock(db: CompanyDb): Need[] {
  const rows = db.sqlite
    .query<{ storeId: number; name: string; stock: number }, []>(lowStockQuery)
    .all();
  const names = new Map(
    db
      .select({ id: stores.id, name: stores.name })
      .from(stores)
      .all()
      .map(({ id, name }) => [id, name]),
  );
  // The store with the emptiest shelf is the first.
  return [...Map.groupBy(rows, ({ storeId }) => storeId)]
    .slice(0, mostStores)
    .map(([storeId, [first, ...others]]) =>
      need("stock", `${first!.stock <= 0 ? "gone" : "low"}-${storeId}`, {
        count: others.length + 1,
        names: [first!.name, ...(names.size > 1 ? [names.get(storeId) ?? ""] : [])],
        storeId,
      }),
    );
}

export const isUnpaid = `o.emission >= ? AND o.cancelledAt IS NULL AND o.received = 0
  AND o.refunded = 0 AND o.total > 0`;
export const unpaidQuery = `SELECT count(*) AS count, ifnull(sum(o.total), 0) AS total,
  min(o.emission) AS since FROM orders o WHERE ${isUnpaid}`;

/** The first moment whose orders are still shown as unpaid. */
export const unpaidSince = (db: CompanyDb) => db.now() - unpaidFor;

function unpaid(db: CompanyDb): Need[] {
  const { count, total, since } = db.sqlite
    .query<{ count: number; total: number; since: number | null }, [number]>(unpaidQuery)
    .get(unpaidSince(db))!;
  return count === 0
    ? []
    : [need("unpaid", "all", { count, total: amountOf(total), since: iso(since) })];
}

/** Nobody has written to the customer since. */
export const unhappyQuery = `SELECT r.id, r.createdAt AS at, c.name, t.uuid
  FROM userRatings r JOIN tickets t ON t.id = r.ticketId JOIN contacts c ON c.id = t.contactId
  WHERE r.createdAt >= ? AND r.rate = 1 AND t.status = 'closed' AND ifnull((
    SELECT m.createdAt FROM messages m WHERE m.ticketId = t.id AND m.origin IN ('agent', 'device')
      ORDER BY m.id DESC LIMIT 1
  ), 0) <= r.createdAt
  ORDER BY r.createdAt DESC`;

function unhappy(db: CompanyDb): Need[] {
  const rows = db.sqlite
    .query<{ id: number; at: number; name: string; uuid: string }, [number]>(unhappyQuery)
    .all(db.now() - unhappyFor);
  const [newest] = rows;
  if (!newest) return [];
  return [
    need("unhappy", newest.id, {
      count: rows.length,
      names: rows.slice(0, 1).map(({ name }) => name),
      since: iso(newest.at),
      uuid: newest.uuid,
    }),
  ];
}

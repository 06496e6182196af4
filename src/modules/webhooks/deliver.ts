import { and, asc, eq, gt, lt, lte, or, sql } from "drizzle-orm";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { signedHeaders } from "../../kit/net/signed-headers.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { webhookRetries, type WebhookOffReason } from "../../shared/webhooks.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { webhookDeliveries, webhooks, type DeliveryRow, type WebhookRow } from "./table.ts";
import { auditSubject, emitWebhook } from "./webhooks.ts";

/** How long (ms) the other side has to answer, and how much of its answer is read, in bytes. */
const timeout = 10_000;
const answerLimit = 64 * 1024;

/** How many may wait for one webhook until it is turned off. */
const maxWaiting = 20_000;

/** How long (ms) deliveries stay stored. */
const retention = 14 * 86_400_000;

/** The most that is deleted at once. */
const sweepSize = 20_000;

const longestRetry = Math.max(...webhookRetries);

// One that waits holds up those after it with the same key. One due later than any retry was
// planned before the clock was put back.
const isFirst = sql`NOT EXISTS (SELECT 1 FROM webhookDeliveries d WHERE d.webhookId = ${webhookDeliveries.webhookId} AND d.orderKey = ${webhookDeliveries.orderKey} AND d.state = 'waiting' AND d.id < ${webhookDeliveries.id})`;
const isDue = or(
  lte(webhookDeliveries.dueAt, sql.placeholder("now")),
  gt(webhookDeliveries.dueAt, sql.placeholder("never")),
);

const dueQuery = query((db) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, sql.placeholder("webhookId")),
        sql`${webhookDeliveries.state} = 'waiting'`,
        isDue,
        isFirst,
      ),
    )
    .orderBy(asc(webhookDeliveries.dueAt))
    .limit(sql.placeholder("limit")),
);
const waitingQuery = query((db) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, sql.placeholder("webhookId")),
        sql`${webhookDeliveries.state} = 'waiting'`,
      ),
    ),
);

/** The deliveries to a webhook that are due now, at most `limit`. */
export const dueDeliveries = (db: CompanyDb, webhookId: number, limit: number): DeliveryRow[] =>
  dueQuery(db).all({
    webhookId,
    now: db.now(),
    never: db.now() + longestRetry + 60_000,
    limit,
  });

/** Posts one delivery, and stores its outcome. rules.md#webhooks */
export async function deliver(
  db: CompanyDb,
  http: HttpClient,
  { url, secret }: Pick<WebhookRow, "url" | "secret">,
  delivery: DeliveryRow,
) {
  const { id, body } = delivery;
  const event = JSON.parse(body) as { id: string };
  const headers = {
    "content-type": "application/json",
    "x-balcao-event": delivery.event,
    "idempotency-key": event.id,
    ...signedHeaders(secret, body, db.now()),
  };
  try {
    // A redirection would be followed without the body.
    const { status } = await http.request(url, {
      method: "POST",
      headers,
      body,
      timeout,
      limit: answerLimit,
      redirects: false,
    });
    if (status >= 200 && status <= 299) db.write((tx) => noteDelivered(tx, delivery, status));
    else db.write((tx) => noteFailed(tx, delivery, { status, error: "status" }));
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    db.write((tx) =>
      noteFailed(tx, { ...delivery, id }, { status: thrown.status ?? null, error: thrown.reason }),
    );
  }
}

function noteDelivered(tx: Tx, { id, webhookId, attempts }: DeliveryRow, status: number) {
  tx.update(webhookDeliveries)
    .set({
      state: "delivered",
      attempts: attempts + 1,
      status,
      error: null,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(webhookDeliveries.id, id))
    .run();
  tx.update(webhooks)
    .set({ failures: 0 })
    .where(and(eq(webhooks.id, webhookId), gt(webhooks.failures, 0)))
    .run();
}

function noteFailed(
  tx: Tx,
  { id, webhookId, attempts }: DeliveryRow,
  { status, error }: { status: number | null; error: string },
) {
  const wait = webhookRetries[attempts];
  const next = wait === undefined ? { state: "failed" as const } : { dueAt: tx.now() + wait };
  tx.update(webhookDeliveries)
    .set({ ...next, attempts: attempts + 1, status, error, ...updateTimestamps(tx.now()) })
    .where(eq(webhookDeliveries.id, id))
    .run();
  tx.update(webhooks)
    .set({ failures: sql`${webhooks.failures} + 1` })
    .where(eq(webhooks.id, webhookId))
    .run();
  if (status === 410) turnOff(tx, webhookId, "gone");
  else if (wait === undefined) turnOff(tx, webhookId, "unreachable");
  else if (waitingQuery(tx).get({ webhookId })!.count > maxWaiting)
    turnOff(tx, webhookId, "backlog");
}

/**
 * Turns off a webhook whose address fails. Its waiting deliveries fail, and can be sent again by
 * hand.
 */
function turnOff(tx: Tx, id: number, offReason: WebhookOffReason) {
  const now = tx.now();
  const before = tx
    .update(webhooks)
    .set({ active: false, offReason, offAt: new Date(now), ...updateTimestamps(now) })
    .where(and(eq(webhooks.id, id), eq(webhooks.active, true)))
    .returning()
    .get() as WebhookRow | undefined;
  if (!before) return;
  tx.update(webhookDeliveries)
    .set({ state: "failed", error: "off", ...updateTimestamps(now) })
    .where(and(eq(webhookDeliveries.webhookId, id), sql`${webhookDeliveries.state} = 'waiting'`))
    .run();
  addAuditEntry(tx, {
    userId: null,
    action: "webhookOff",
    subject: auditSubject(before),
    details: { reason: offReason },
  });
  emitWebhook(tx, "update", before);
}

/** Deletes what is too old to be shown. */
export function deleteOld(db: CompanyDb) {
  const before = db.now() - retention;
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, new Date(before)))
    .limit(1)
    .get();
  if (old)
    db.write(
      (tx) =>
        void tx.run(
          sql`DELETE FROM webhookDeliveries WHERE id IN (SELECT id FROM webhookDeliveries WHERE createdAt < ${before} AND state <> 'waiting' ORDER BY createdAt LIMIT ${sweepSize})`,
        ),
    );
}

import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { arrayOf, id, name, webAddress } from "../../kit/http/fields.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { notFound, page } from "../../kit/db/page.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { originOf } from "../../kit/net/secrets.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { maxWebhooks, webhookEvents } from "../../shared/webhooks.ts";
import { actor, addAuditEntry, type Actor } from "../audit/audit.ts";
import { auditChange } from "../audit/changes.ts";
import { addDelivery, startListening } from "./plan.ts";
import {
  webhookDeliveries,
  webhooks,
  type Delivery,
  type Webhook,
  type WebhookRow,
} from "./table.ts";

/** The most queues, connections or tags of one filter. */
const maxFilter = 100;
const filter = arrayOf(id, maxFilter).default([]);

export const webhookBody = z.object({
  name,
  url: webAddress.refine((url) => url !== "", "required"),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .max(webhookEvents.length)
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
  active: z.boolean().default(true),
  queueIds: filter,
  whatsappIds: filter,
  tagIds: filter,
});
/** A field that is missing stays as it is, `active` too. */
export const webhookChange = webhookBody
  .extend({
    active: z.boolean(),
    queueIds: filter.unwrap(),
    whatsappIds: filter.unwrap(),
    tagIds: filter.unwrap(),
  })
  .partial();
type Body = z.infer<typeof webhookBody>;

export const deliveriesQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
  state: z.enum(["waiting", "delivered", "failed"]).optional(),
});

/** All of a company, in the order in which they were made. */
export const list = (db: CompanyDb): Webhook[] =>
  db.select().from(webhooks).orderBy(asc(webhooks.id)).all().map(withoutSecret);

/** Throws missing. */
export const find = (db: CompanyDb, id: number): Webhook => withoutSecret(findRow(db, id));

/**
 * A new webhook, with the secret that signs its notices; only this and `renewSecret` return it.
 * Throws conflicts at too many and on a taken name. rules.md#webhooks
 */
export async function create(
  db: CompanyDb,
  http: HttpClient,
  body: Body,
  by: Actor,
): Promise<Webhook & { secret: string }> {
  await refuseUnreachable(http, body.url);
  return db.write((tx) => {
    if (list(db).length >= maxWebhooks)
      throw new Fault("conflict", "ERR_TOO_MANY_WEBHOOKS", {
        message: `São no máximo ${maxWebhooks} webhooks`,
        details: { limit: maxWebhooks },
      });
    const made = tx
      .insert(webhooks)
      .values({ ...body, secret: newSecret(), ...insertTimestamps(db.now()) })
      .returning()
      .get();
    if (made.active) startListening(tx);
    addAuditEntry(tx, { ...actor(by), action: "webhookCreated", subject: auditSubject(made) });
    return { ...emitWebhook(tx, "create", made), secret: made.secret };
  });
}

/**
 * Changes a webhook. One that is turned on again starts without failures, and gets notices from
 * then on. A new host gets a new secret, which is returned here. Throws missing, a conflict on a
 * taken name. rules.md#secrets-and-addresses
 */
export async function update(
  db: CompanyDb,
  http: HttpClient,
  id: number,
  body: Partial<Body>,
  by: Actor,
): Promise<Webhook & { secret?: string }> {
  if (body.url !== undefined && body.url !== findRow(db, id).url)
    await refuseUnreachable(http, body.url);
  return db.write((tx) => {
    const before = findRow(db, id);
    const hasMoved = body.url !== undefined && originOf(body.url) !== originOf(before.url);
    const isTurnedOn = body.active === true && !before.active;
    const after = tx
      .update(webhooks)
      .set({
        ...body,
        ...(hasMoved && { secret: newSecret() }),
        ...(isTurnedOn && { failures: 0 }),
        ...(body.active !== undefined &&
          body.active !== before.active && { offReason: null, offAt: null }),
        ...updateTimestamps(db.now()),
      })
      .where(eq(webhooks.id, id))
      .returning()
      .get()!;
    if (isTurnedOn) startListening(tx);
    // Turning it off fails its waiting deliveries; they can be sent again by hand.
    if (before.active && !after.active)
      tx.update(webhookDeliveries)
        .set({ state: "failed", error: "off" })
        .where(
          and(eq(webhookDeliveries.webhookId, id), sql`${webhookDeliveries.state} = 'waiting'`),
        )
        .run();
    auditChange(tx, {
      ...actor(by),
      action: "webhookChanged",
      subject: auditSubject(before),
      table: webhooks,
      before,
      after,
    });
    const record = emitWebhook(tx, "update", after);
    return hasMoved ? { ...record, secret: after.secret } : record;
  });
}

/** Deletes a webhook with its deliveries. Throws missing. */
export function remove(db: CompanyDb, id: number, by: Actor) {
  return db.write((tx) => {
    addAuditEntry(tx, {
      ...actor(by),
      action: "webhookDeleted",
      subject: auditSubject(findRow(db, id)),
    });
    tx.delete(webhooks).where(eq(webhooks.id, id)).run();
    tx.emit("webhook", "delete", { id }, { to: "admins" });
    return {};
  });
}

/** Another secret in place of the one before. Throws missing. */
export function renewSecret(db: CompanyDb, id: number, by: Actor): { secret: string } {
  const secret = newSecret();
  return db.write((tx) => {
    const before = findRow(db, id);
    const after = tx
      .update(webhooks)
      .set({ secret, ...updateTimestamps(db.now()) })
      .where(eq(webhooks.id, id))
      .returning()
      .get()!;
    auditChange(tx, {
      ...actor(by),
      action: "webhookChanged",
      subject: auditSubject(before),
      table: webhooks,
      before,
      after,
    });
    return { secret };
  });
}

/** Sends a test. Throws missing, and a conflict while it is off. */
export function test(db: CompanyDb, id: number) {
  return db.write((tx) => {
    const webhook = on(db, id);
    const onceKey = `test/${crypto.randomUUID()}`;
    addDelivery(tx, webhook, {
      event: "webhook.test",
      onceKey,
      orderKey: onceKey,
      contactId: null,
      at: db.now(),
      data: { webhook: { id, name: webhook.name } },
    });
    return {};
  });
}

/** A page of a webhook's deliveries, the newest first. Throws missing. */
export function deliveries(
  db: CompanyDb,
  webhookId: number,
  { pageNumber, state }: z.infer<typeof deliveriesQuery>,
) {
  find(db, webhookId);
  const {
    id,
    event,
    state: stateColumn,
    attempts,
    dueAt,
    status,
    error,
    body,
    createdAt,
    updatedAt,
  } = webhookDeliveries;
  const where = and(eq(webhookDeliveries.webhookId, webhookId), state && eq(stateColumn, state));
  const select = db
    .select({
      id,
      event,
      state: stateColumn,
      attempts,
      dueAt,
      status,
      error,
      body,
      createdAt,
      updatedAt,
    })
    .from(webhookDeliveries);
  const { rows, ...rest } = page<Delivery>(db, {
    table: webhookDeliveries,
    select,
    where,
    order: [desc(id)],
    pageNumber,
  });
  return { records: rows, ...rest };
}

/**
 * Sends a delivery again, with the same id and body. Throws missing, and a conflict while its
 * webhook is off.
 */
export function replay(db: CompanyDb, webhookId: number, id: number) {
  return db.write((tx) => {
    on(db, webhookId);
    const again = tx
      .update(webhookDeliveries)
      .set({
        state: "waiting",
        attempts: 0,
        dueAt: db.now(),
        error: null,
        status: null,
        ...updateTimestamps(db.now()),
      })
      .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
      .returning({ id: webhookDeliveries.id })
      .get();
    if (!again) throw notFound();
    return {};
  });
}

/** Emits a webhook to admins, and returns it as it travels. */
export function emitWebhook(tx: Tx, action: "create" | "update", row: WebhookRow): Webhook {
  const record = withoutSecret(row);
  tx.emit("webhook", action, { record }, { to: "admins" });
  return record;
}

export const auditSubject = ({ id, name }: Pick<WebhookRow, "id" | "name">) =>
  `webhook ${id} ${name}`;

/** Throws invalid for an address that notices can never reach. rules.md#outbound-requests */
async function refuseUnreachable(http: HttpClient, url: string) {
  if (await http.refuses?.(url)) throw invalidFields({ url: "unreachable" });
}

function findRow(db: CompanyDb, id: number): WebhookRow {
  const row = db.select().from(webhooks).where(eq(webhooks.id, id)).get();
  if (!row) throw notFound();
  return row;
}

function on(db: CompanyDb, id: number): WebhookRow {
  const row = findRow(db, id);
  if (!row.active)
    throw new Fault("conflict", "ERR_WEBHOOK_OFF", { message: "Este webhook está desligado" });
  return row;
}

const withoutSecret = ({ secret: _, ...row }: WebhookRow): Webhook => row;

const newSecret = () =>
  `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")}`;

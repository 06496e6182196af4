import { ECDH } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { Fault } from "../../kit/fault.ts";
import type { AuthContext } from "../../kit/http/auth-context.ts";
import { bounded, line } from "../../kit/http/fields.ts";
import { languages } from "../../shared/languages.ts";
import { maxDevices } from "../../shared/push.ts";
import { sessions } from "../identities/table.ts";
import { bellItems } from "./bell-items.ts";
import { pushShown, pushSubscriptions, type Device, type Subscription } from "./table.ts";

/** The bytes of a browser's keys: a point of P-256, and a secret (RFC 8291). */
const keySizes = { p256dh: 65, auth: 16 };

const key = (bytes: number) =>
  bounded(200).refine((text) => {
    const decoded = Buffer.from(text, "base64url");
    return decoded.length === bytes && decoded.toString("base64url") === text.replace(/=+$/, "");
  }, "invalid");

function isOnCurve(text: string): boolean {
  try {
    ECDH.convertKey(text, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

export const subscriptionBody = z.object({
  endpoint: bounded(2000).refine(isEndpoint, "invalid"),
  keys: z.object({
    p256dh: key(keySizes.p256dh).refine(isOnCurve, "invalid"),
    auth: key(keySizes.auth),
  }),
  label: line(100),
  language: z.enum(languages).default("ptBR"),
});

type Caller = Pick<AuthContext, "control" | "session">;

/** The devices of the caller, the newest first. */
export function list({ control, session }: Caller): Device[] {
  return ofPerson(control, session).map((row) => deviceOf(row, session));
}

/** Throws missing. */
export function find({ control, session }: Caller, id: number): Device {
  const row = ofPerson(control, session).find((each) => each.id === id);
  if (!row) throw noDevice();
  return deviceOf(row, session);
}

/**
 * Notifies this device from now on, in place of what it was before. Its screen shows nothing that
 * the bell held already.
 */
export function subscribe(
  caller: AuthContext,
  { endpoint, keys, label, language }: z.infer<typeof subscriptionBody>,
): Device {
  const { control, session, db } = caller;
  const items = bellItems(caller).items;
  return control.write((tx) => {
    tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)).run();
    const row = tx
      .insert(pushSubscriptions)
      .values({
        companyId: db.company,
        sessionId: session,
        endpoint,
        ...keys,
        label,
        language,
        createdAt: new Date(control.now()),
      })
      .returning()
      .get();
    for (const { tag, stamp } of items)
      tx.insert(pushShown).values({ subscriptionId: row.id, tag, stamp, isSent: false }).run();
    const tooMany = ofPerson(tx, session).slice(maxDevices);
    tx.delete(pushSubscriptions)
      .where(
        inArray(
          pushSubscriptions.id,
          tooMany.map(({ id }) => id),
        ),
      )
      .run();
    return deviceOf(row, session);
  });
}

/** Ends the notifications of a device. Throws missing. */
export function unsubscribe(caller: Caller, id: number) {
  find(caller, id);
  caller.control.write((tx) => {
    tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id)).run();
  });
  return {};
}

const anyQuery = query((db) =>
  db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.companyId, sql.placeholder("company")))
    .limit(1),
);

/** Whether any device of a company is notified. Called after each of its commits. */
export const hasDevices = (control: Control, company: number): boolean =>
  anyQuery(control).get({ company }) !== undefined;

const retriesQuery = query((db) =>
  db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.companyId, sql.placeholder("company")),
        gt(pushSubscriptions.failures, 0),
        lte(pushSubscriptions.retryAt, sql.placeholder("now")),
      ),
    )
    .limit(1),
);

/** Whether an attempt that failed is due again on any device of a company. */
export const hasRetries = (control: Control, company: number): boolean =>
  retriesQuery(control).get({ company, now: control.now() }) !== undefined;

/** The devices of a company that may be tried now, the oldest first. */
export const devicesOf = (control: Control, company: number): Subscription[] =>
  control
    .select()
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.companyId, company),
        sql`${pushSubscriptions.retryAt} <= ${control.now()}`,
      ),
    )
    .orderBy(asc(pushSubscriptions.id))
    .all();

function ofPerson(control: Control | ControlTx, session: string): Subscription[] {
  const person = control
    .select({ id: sessions.identityId })
    .from(sessions)
    .where(eq(sessions.id, session));
  const theirs = control
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.identityId, person));
  return control
    .select()
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.sessionId, theirs))
    .orderBy(desc(pushSubscriptions.id))
    .all();
}

const deviceOf = (
  { id, label, failure, sentAt, createdAt, sessionId }: Subscription,
  session: string,
): Device => ({ id, label, failure, sentAt, createdAt, isThis: sessionId === session });

const noDevice = () =>
  new Fault("missing", "ERR_NO_DEVICE", { message: "Aparelho não encontrado" });

// Push services speak TLS. A stand-in on this machine need not.
function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname))
  );
}

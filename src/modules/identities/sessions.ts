import { and, desc, eq, gt, gte, lt, ne, notInArray, or, sql } from "drizzle-orm";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { hashed, newToken } from "../../kit/http/tokens.ts";
import { identities, knownAddresses, sessions, type Identity, type Session } from "./table.ts";
import { network } from "./throttle.ts";

const day = 86_400_000;
const lifetime = 30 * day;
const idleLimit = 12 * 3_600_000;
/**
 * How many addresses are stored for an identity, and for how long (ms). rules.md#sign-in-throttling
 */
const addressMemory = { max: 20, life: 90 * day };
/** Two tabs may refresh at the same time: the previous token is accepted for so many ms. */
const previousTokenGrace = 10_000;

type Issued = { session: Session; identity: Identity; token?: string };

/** A new session. Only the token's hash is stored. */
export function start(
  control: Control,
  identity: Identity,
  device: string,
  address: string,
): Issued & { token: string } {
  const now = control.now();
  const id = crypto.randomUUID();
  const token = `${id}.${newToken()}`;
  const session = control.write((tx) => {
    rememberAddress(tx, identity.id, address, now);
    return tx
      .insert(sessions)
      .values({
        id,
        identityId: identity.id,
        tokenHash: hashed(token),
        previousHash: null,
        device: device.slice(0, 200),
        address,
        rotatedAt: new Date(now),
        createdAt: new Date(now),
        lastSeenAt: new Date(now),
        expiresAt: new Date(now + lifetime),
      })
      .returning()
      .get();
  });
  return { session, identity, token };
}

/**
 * Exchanges a refresh token for the next one. Undefined when it is not valid. A token older than
 * the current one ends the session, since someone else has a copy. Right after a refresh the
 * previous token is still accepted, without a new token.
 */
export function rotate(control: Control, token: string): Issued | undefined {
  const now = control.now();
  const old = hashed(token);
  return control.write((tx) => {
    const row = tx
      .select()
      .from(sessions)
      .innerJoin(identities, eq(identities.id, sessions.identityId))
      .where(eq(sessions.id, token.split(".")[0]!))
      .get();
    if (!row) return undefined;
    const { sessions: session, identities: identity } = row;
    if (session.previousHash === old && now - session.rotatedAt.getTime() <= previousTokenGrace)
      return { session, identity };
    if (
      session.tokenHash !== old ||
      session.expiresAt.getTime() < now ||
      session.lastSeenAt.getTime() + idleLimit < now
    ) {
      tx.delete(sessions).where(eq(sessions.id, session.id)).run();
      return undefined;
    }
    const next = `${session.id}.${newToken()}`;
    tx.update(sessions)
      .set({
        tokenHash: hashed(next),
        previousHash: old,
        rotatedAt: new Date(now),
        lastSeenAt: new Date(now),
      })
      .where(eq(sessions.id, session.id))
      .run();
    return { session, identity, token: next };
  });
}

const liveQuery = query((db) =>
  db
    .select({ identity: identities, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(identities, eq(identities.id, sessions.identityId))
    .where(eq(sessions.id, sql.placeholder("id"))),
);

/** The identity of a session; undefined once it has ended. */
export function identityOfSession(control: Control, id: string): Identity | undefined {
  const row = liveQuery(control).get({ id });
  return row && row.expiresAt.getTime() > control.now() ? row.identity : undefined;
}

/** Whether the identity signed in from this address lately. rules.md#sign-in-throttling */
export const isKnownAddress = (control: Control, identityId: number, address: string) =>
  control
    .select({ seenAt: knownAddresses.seenAt })
    .from(knownAddresses)
    .where(
      and(
        eq(knownAddresses.identityId, identityId),
        eq(knownAddresses.address, network(address)),
        gt(knownAddresses.seenAt, control.now() - addressMemory.life),
      ),
    )
    .get() !== undefined;

function rememberAddress(tx: ControlTx, identityId: number, address: string, now: number) {
  const values = { identityId, address: network(address), seenAt: now };
  tx.insert(knownAddresses)
    .values(values)
    .onConflictDoUpdate({
      target: [knownAddresses.identityId, knownAddresses.address],
      set: { seenAt: now },
    })
    .run();
  const last = tx
    .select({ address: knownAddresses.address })
    .from(knownAddresses)
    .where(eq(knownAddresses.identityId, identityId))
    .orderBy(desc(knownAddresses.seenAt))
    .limit(addressMemory.max);
  tx.delete(knownAddresses)
    .where(and(eq(knownAddresses.identityId, identityId), notInArray(knownAddresses.address, last)))
    .run();
}

/** The session whose current refresh token this is. */
export const sessionOf = (control: Control, token: string | undefined): string | undefined =>
  token
    ? control
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.tokenHash, hashed(token)))
        .get()?.id
    : undefined;

/** An identity's active sessions, the last one used first. */
export function activeSessions(control: Control, identityId: number): Session[] {
  const now = control.now();
  return control
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.identityId, identityId),
        gt(sessions.expiresAt, new Date(now)),
        gte(sessions.lastSeenAt, new Date(now - idleLimit)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .all();
}

export function end(control: Control, id: string) {
  control.write((tx) => {
    tx.delete(sessions).where(eq(sessions.id, id)).run();
  });
}

/**
 * Ends the other sessions of an identity: none can be refreshed, and their access tokens expire
 * within 15 minutes.
 */
export function endOthers(control: Control, { id, identityId }: Session) {
  const now = control.now();
  control.write((tx) => {
    tx.update(sessions)
      .set({
        tokenHash: sql`'ended-' || ${sessions.id}`,
        previousHash: null,
        expiresAt: new Date(now + 15 * 60_000),
      })
      .where(and(eq(sessions.identityId, identityId), ne(sessions.id, id)))
      .run();
  });
}

/** Deletes expired sessions. */
export function deleteExpired(control: Control) {
  const now = control.now();
  control.write((tx) => {
    tx.delete(sessions)
      .where(
        or(
          lt(sessions.expiresAt, new Date(now)),
          lt(sessions.lastSeenAt, new Date(now - idleLimit - day)),
        ),
      )
      .run();
  });
}

import { and, eq, lt, ne, or, sql } from "drizzle-orm";
import { prepared, type Control } from "../../kit/store.ts";
import { identities, sessions, type Identity, type Session } from "./table.ts";

const day = 86_400_000;
const life = 30 * day;
const idle = 12 * 3_600_000;
/** Two tabs may refresh together: for 10 s the token before last still counts. */
const grace = 10_000;

type Issued = { session: Session; identity: Identity; token?: string };

/** A new session. The token is told once, only its hash is kept. */
export function start(control: Control, identity: Identity, device: string, address: string): Issued & { token: string } {
  const now = control.now();
  const token = newToken();
  const session = control.write((tx) =>
    tx.insert(sessions).values({
      id: crypto.randomUUID(), identityId: identity.id, tokenHash: hashed(token), previousHash: null,
      device: device.slice(0, 200), address, rotatedAt: new Date(now), createdAt: new Date(now), lastSeenAt: new Date(now), expiresAt: new Date(now + life),
    }).returning().get(),
  );
  return { session, identity, token };
}

/**
 * Trades a refresh token for the next one. Undefined when it is dead. One that was traded before ends the session, since two hold it;
 * within the grace it only lets in, without a new token.
 */
export function rotate(control: Control, token: string): Issued | undefined {
  const now = control.now();
  const old = hashed(token);
  return control.write((tx) => {
    const found = tx.select().from(sessions).innerJoin(identities, eq(identities.id, sessions.identityId))
      .where(or(eq(sessions.tokenHash, old), eq(sessions.previousHash, old))).get();
    if (!found) return undefined;
    const { sessions: session, identities: identity } = found;
    const reused = session.previousHash === old;
    if (reused && now - session.rotatedAt.getTime() <= grace) return { session, identity };
    if (reused || session.expiresAt.getTime() < now || session.lastSeenAt.getTime() + idle < now) {
      tx.delete(sessions).where(eq(sessions.id, session.id)).run();
      return undefined;
    }
    const next = newToken();
    tx.update(sessions).set({ tokenHash: hashed(next), previousHash: old, rotatedAt: new Date(now), lastSeenAt: new Date(now) }).where(eq(sessions.id, session.id)).run();
    return { session, identity, token: next };
  });
}

const liveQuery = prepared((db) =>
  db.select({ identity: identities, expiresAt: sessions.expiresAt }).from(sessions).innerJoin(identities, eq(identities.id, sessions.identityId))
    .where(eq(sessions.id, sql.placeholder("id"))).prepare(),
);

/** The identity of a session that still lives. */
export function live(control: Control, id: string): Identity | undefined {
  const found = liveQuery(control).get({ id });
  return found && found.expiresAt.getTime() > control.now() ? found.identity : undefined;
}

/** Ends one session. */
export function end(control: Control, id: string) {
  control.write((tx) => {
    tx.delete(sessions).where(eq(sessions.id, id)).run();
  });
}

/** No other session of this identity can be renewed; each runs out with its access token, within 15 minutes. */
export function endOthers(control: Control, { id, identityId }: Session) {
  const now = control.now();
  control.write((tx) => {
    tx.update(sessions).set({ tokenHash: sql`'ended-' || ${sessions.id}`, previousHash: null, expiresAt: new Date(now + 15 * 60_000) })
      .where(and(eq(sessions.identityId, identityId), ne(sessions.id, id))).run();
  });
}

/** Drops sessions that ran out. */
export function sweep(control: Control) {
  const now = control.now();
  control.write((tx) => {
    tx.delete(sessions).where(or(lt(sessions.expiresAt, new Date(now)), lt(sessions.lastSeenAt, new Date(now - idle - day)))).run();
  });
}

const newToken = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
const hashed = (token: string) => new Bun.CryptoHasher("sha256").update(token).digest("hex");

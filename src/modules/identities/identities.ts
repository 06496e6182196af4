import { and, eq, ne, sql } from "drizzle-orm";
import { Fault, faultOf } from "../../kit/fault.ts";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { identities, passwordResets, sessions, type Identity } from "./table.ts";

const byEmailQuery = query((db) =>
  db
    .select()
    .from(identities)
    .where(eq(identities.email, sql.placeholder("email"))),
);

/** The identity with this e-mail, given in lower case. */
export const byEmail = (control: Control, email: string): Identity | undefined =>
  byEmailQuery(control).get({ email });

export const byId = (control: Control, id: number): Identity =>
  control.select().from(identities).where(eq(identities.id, id)).get()!;

export const ofUser = (control: Control, companyId: number, userId: number): Identity | undefined =>
  control
    .select()
    .from(identities)
    .where(and(eq(identities.companyId, companyId), eq(identities.userId, userId)))
    .get();

type NewIdentity = Pick<Identity, "email" | "passwordHash" | "companyId" | "userId"> & {
  super?: boolean;
};

export function create(tx: ControlTx, values: NewIdentity, now: number): Identity {
  return asEmailConflict(() =>
    tx
      .insert(identities)
      .values({ ...values, ...insertTimestamps(now) })
      .returning()
      .get(),
  );
}

/**
 * Changes e-mail or password, after which links that were mailed are not good any more. A new
 * password ends every session but `except`. Throws a conflict on a taken e-mail.
 */
export function update(
  tx: ControlTx,
  id: number,
  values: Partial<Pick<Identity, "email" | "passwordHash">>,
  now: number,
  except?: string,
) {
  asEmailConflict(() =>
    tx
      .update(identities)
      .set({ ...values, ...updateTimestamps(now) })
      .where(eq(identities.id, id))
      .run(),
  );
  tx.delete(passwordResets).where(eq(passwordResets.identityId, id)).run();
  if (values.passwordHash) endSessions(tx, id, except);
}

/** Deletes a user's identity with its sessions. */
export function remove(tx: ControlTx, companyId: number, userId: number) {
  tx.delete(identities)
    .where(and(eq(identities.companyId, companyId), eq(identities.userId, userId)))
    .run();
}

/** Ends the sessions of an identity, all or all but one. */
export function endSessions(tx: ControlTx, identityId: number, except = "") {
  tx.delete(sessions)
    .where(and(eq(sessions.identityId, identityId), ne(sessions.id, except)))
    .run();
}

/** Whether the box has an owner. That never becomes false again, so it is remembered. */
export function hasOwner(control: Control): boolean {
  if (knownOwned.has(control)) return true;
  const isOwned = control.sqlite.query("SELECT 1 FROM identities LIMIT 1").get() !== null;
  if (isOwned && !control.sqlite.inTransaction) knownOwned.add(control);
  return isOwned;
}

const knownOwned = new WeakSet<Control>();

function asEmailConflict<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (faultOf(thrown)?.fields?.email)
      throw new Fault("conflict", "ERR_EMAIL_TAKEN", {
        message: "Já existe um usuário com este e-mail",
        fields: { email: "taken" },
      });
    throw thrown;
  }
}

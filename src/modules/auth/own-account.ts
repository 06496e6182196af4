import { z } from "zod";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { bounded, email, name, password } from "../../kit/http/fields.ts";
import { Fault } from "../../kit/fault.ts";
import type { AuthContext } from "../../kit/http/auth-context.ts";
import type { Seals } from "../../kit/files/seal.ts";
import { identityOf, checkOwnPassword } from "../identities/check-own-password.ts";
import * as secondStep from "../identities/second-step.ts";
import * as sessions from "../identities/sessions.ts";
import * as throttle from "../identities/throttle.ts";
import { update } from "../users/users.ts";
import { auditIdentity, profile, type ClientInfo } from "./auth.ts";

const passwordField = bounded(128).optional();
const text = bounded(40);

export const ownBody = z.object({
  name: name.optional(),
  email: email.optional(),
  password: password.optional(),
  currentPassword: passwordField,
});
export const createTotpBody = z.object({ password: bounded(128) });
export const codeBody = z.object({ code: text });
export const offBody = z.object({ password: bounded(128), code: text });

/**
 * Changes the caller's name, e-mail or password. The last two need the current password; a new
 * password ends all other sessions. Throws invalid on a wrong password.
 * rules.md#password-confirmation
 */
export async function change(
  dbs: CompanyDbs,
  { db, control, me, session }: AuthContext,
  { currentPassword, ...values }: z.infer<typeof ownBody>,
) {
  const identity = identityOf(control, session);
  const email = values.email === identity.email ? undefined : values.email;
  if (email || values.password)
    await checkOwnPassword(control, identity, currentPassword, "currentPassword");
  await update(db, control, me, me.id, { ...values, email }, { session });
  return profile(dbs, identityOf(control, session));
}

/** The caller's active sessions. */
export const list = (control: AuthContext["control"], session: string) =>
  sessions
    .activeSessions(control, identityOf(control, session).id)
    .map(({ id, device, address, createdAt, lastSeenAt }) => ({
      id,
      device,
      address,
      createdAt,
      lastSeenAt,
      current: id === session,
    }));

/** Ends one of the caller's sessions. Throws missing. */
export function revoke(
  dbs: CompanyDbs,
  { control, session }: AuthContext,
  id: string,
  from: ClientInfo,
) {
  const identity = identityOf(control, session);
  const existing = sessions.activeSessions(control, identity.id).find((one) => one.id === id);
  if (!existing)
    throw new Fault("missing", "ERR_NO_SESSION_FOUND", { message: "Sessão não encontrada" });
  sessions.end(control, id);
  auditIdentity(dbs, identity, "sessionRevoked", from, { of: existing.device });
  return {};
}

/** Ends all sessions of the caller but this one. */
export function revokeOthers(dbs: CompanyDbs, { control, session }: AuthContext, from: ClientInfo) {
  const identity = identityOf(control, session);
  const others = sessions.activeSessions(control, identity.id).filter(({ id }) => id !== session);
  for (const { id } of others) sessions.end(control, id);
  if (others.length > 0)
    auditIdentity(dbs, identity, "sessionRevoked", from, { sessions: others.length });
  return { ended: others.length };
}

/**
 * Creates a TOTP secret for an authenticator app. Needs the password: an unattended screen is not
 * enough to lock its owner out. Throws invalid on a wrong
 * password, busy after too many tries, a conflict when TOTP is on.
 */
export async function createTotpSecret(
  seals: Seals,
  { control, session }: AuthContext,
  { password }: z.infer<typeof createTotpBody>,
) {
  const identity = identityOf(control, session);
  secondStep.refuseIfOn(control, identity.id);
  await checkOwnPassword(control, identity, password, "password");
  return secondStep.createSecret(control, seals, identity);
}

/**
 * Turns TOTP on with a first code. Throws invalid on a wrong one, busy after too many tries, a
 * conflict when it is on.
 */
export function turnOnTotp(
  dbs: CompanyDbs,
  seals: Seals,
  { control, session }: AuthContext,
  { code }: z.infer<typeof codeBody>,
  from: ClientInfo,
) {
  const identity = identityOf(control, session);
  const limit = throttle.code(identity.id);
  throttle.spend(control, limit);
  const answer = secondStep.turnOn(control, seals, identity.id, code);
  throttle.refund(control, limit);
  auditIdentity(dbs, identity, "totpOn", from);
  return answer;
}

/**
 * Turns TOTP off. Throws invalid on a wrong password or code, busy after too many tries, missing
 * when it isn't on.
 */
export async function turnOffTotp(
  dbs: CompanyDbs,
  seals: Seals,
  { control, session }: AuthContext,
  { password, code }: z.infer<typeof offBody>,
  from: ClientInfo,
) {
  const identity = identityOf(control, session);
  if (!secondStep.isOn(control, identity.id))
    throw new Fault("missing", "ERR_TOTP_OFF", {
      message: "A verificação em duas etapas não está ativa",
    });
  await checkOwnPassword(control, identity, password, "password");
  const limit = throttle.code(identity.id);
  throttle.spend(control, limit);
  if (!secondStep.useCode(control, seals, identity.id, code)) throw secondStep.wrongCode();
  throttle.refund(control, limit);
  control.write((tx) => void secondStep.turnOff(tx, identity.id));
  auditIdentity(dbs, identity, "totpOff", from);
  return {};
}

import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { Fault } from "../../kit/fault.ts";
import type { Seals } from "../../kit/files/seal.ts";
import type { AuditAction } from "../../shared/audit.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { find, flagsOf } from "../companies/companies.ts";
import { ownCompany } from "../companies/own-company.ts";
import { isStopped } from "../companies/standing.ts";
import { visitAt, visitOf } from "../companies/visits.ts";
import * as identities from "../identities/identities.ts";
import { matches } from "../identities/passwords.ts";
import * as secondStep from "../identities/second-step.ts";
import * as sessions from "../identities/sessions.ts";
import type { Identity } from "../identities/table.ts";
import * as throttle from "../identities/throttle.ts";
import * as settings from "../settings/settings.ts";
import * as preferences from "../users/preferences.ts";
import * as users from "../users/users.ts";
import { openDbFor, refuseStoppedSignIn, type Tokens } from "./authenticator.ts";

export type ClientInfo = { address: string; device: string };
export type SignedIn = { token: string; user: ReturnType<typeof profile>; refresh?: string };

/** A session's user: of the company that it visits, if it does. */
export function profileOf(dbs: CompanyDbs, session: string, identity: Identity) {
  const visit = visitOf(dbs, session);
  if (!visit) return profile(dbs, identity);
  return {
    ...profile(dbs, {
      ...identity,
      companyId: visit.companyId,
      userId: visit.userId,
      super: false,
    }),
    totp: true,
    isVisiting: true,
  };
}

/**
 * A signed-in user as the browser gets it. `totp`: sign-in also needs a code. `seq`: the number of
 * the last live event, from which a socket continues.
 */
export function profile(dbs: CompanyDbs, identity: Identity) {
  const db = openDbFor(dbs, identity.companyId, identity.super);
  const totp = secondStep.isOn(dbs.control, identity.id);
  const company = ownCompany(db, dbs.control);
  const { email, campaignsEnabled } = find(dbs.control, identity.companyId)!.companies;
  return {
    ...users.findUser(db, identity.userId),
    super: identity.super,
    totp,
    seq: db.seq(),
    companyId: identity.companyId,
    preferences: preferences.read(db, { id: identity.userId }),
    company: {
      ...company,
      email,
      // Clients of the documents read these.
      trialExpiration: company.dueDate,
      plan: flagsOf(dbs.control, identity.companyId),
      isOverdue: !identity.super && isStopped(db),
      visit: visitAt(dbs, identity.companyId),
      settings: [
        ...settings.list(db),
        { key: "campaignsEnabled", value: String(campaignsEnabled) },
      ],
    },
  };
}

type Credentials = { email: string; password: string; code?: string };

/**
 * Signs in. Throws signin on a wrong e-mail or password, and where a code is missing or wrong.
 * Throws busy after too many tries, overdue when the subscription has run out.
 */
export async function login(
  dbs: CompanyDbs,
  seals: Seals,
  tokens: Tokens,
  { email, password, code }: Credentials,
  from: ClientInfo,
): Promise<SignedIn> {
  const { control } = dbs;
  const identity = identities.byEmail(control, email);
  const isKnown =
    identity !== undefined && sessions.isKnownAddress(control, identity.id, from.address);
  const limits: [throttle.Limit, ...throttle.Limit[]] = isKnown
    ? [throttle.accountAt(email, from.address)]
    : [throttle.account(email), throttle.address(from.address)];
  throttle.spend(control, ...limits);
  if (!(await matches(password, identity?.passwordHash)) || !identity) {
    // Not awaited: the response time would reveal which e-mails exist.
    if (identity)
      setTimeout(
        () =>
          dbs.shutCompanies().some(({ company }) => company === identity.companyId) ||
          auditIdentity(dbs, identity, "signinFailed", from),
      );
    throw new Fault("signin", "ERR_INVALID_CREDENTIALS", { message: "E-mail ou senha incorretos" });
  }
  throttle.refund(control, ...limits);
  refuseStoppedSignIn(dbs, identity);
  if (secondStep.isOn(control, identity.id)) checkSecondStep(dbs, seals, identity, code, from);
  return startSession(dbs, tokens, identity, from);
}

/**
 * Starts a session for a user who has passed every check. With `singleSession` it ends the user's
 * other sessions and notifies their screens.
 */
export async function startSession(
  dbs: CompanyDbs,
  tokens: Tokens,
  identity: Identity,
  { address, device }: ClientInfo,
): Promise<SignedIn> {
  const user = profile(dbs, identity);
  const { session, token: refresh } = sessions.start(dbs.control, identity, device, address);
  const db = dbs.open(identity.companyId);
  const isSingleSession = settings.read(db, "singleSession") === "enabled";
  if (isSingleSession) sessions.endOthers(dbs.control, session);
  db.write((tx) => {
    addAuditEntry(tx, {
      userId: user.id,
      action: "signin",
      subject: `user ${user.id}`,
      details: { device: session.device },
      address,
    });
    if (isSingleSession)
      tx.emit(
        "auth",
        "update",
        {
          user: { id: user.id, email: user.email, companyId: user.companyId },
          session: session.id,
        },
        { to: "user", userId: user.id },
      );
  });
  return { token: await tokens.sign({ session: session.id }), user, refresh };
}

/** Adds an entry on a sign-in to the company's audit. */
export function auditIdentity(
  dbs: CompanyDbs,
  { companyId, userId }: Identity,
  action: AuditAction,
  { address, device }: ClientInfo,
  more: Record<string, unknown> = {},
) {
  const db = dbs.open(companyId);
  db.write((tx) =>
    addAuditEntry(tx, {
      userId,
      action,
      subject: `user ${userId}`,
      details: { ...(device && { device: device.slice(0, 200) }), ...more },
      address,
    }),
  );
}

/**
 * The next access token. Throws signin when the refresh token is not valid, overdue when the
 * subscription has run out.
 */
export async function refresh(
  dbs: CompanyDbs,
  tokens: Tokens,
  old: string | undefined,
): Promise<SignedIn> {
  const rotated = old ? sessions.rotate(dbs.control, old) : undefined;
  if (!rotated) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão expirada" });
  const { identity, session, token } = rotated;
  refuseStoppedSignIn(dbs, identity);
  return {
    token: await tokens.sign({
      session: session.id,
      visit: visitOf(dbs, session.id)?.companyId,
    }),
    user: profileOf(dbs, session.id, identity),
    refresh: token,
  };
}

// The caller has already given the password, so long waits here cannot shut the user out from
// outside.
function checkSecondStep(
  dbs: CompanyDbs,
  seals: Seals,
  identity: Identity,
  code: string | undefined,
  from: ClientInfo,
) {
  const { control } = dbs;
  if (!code)
    throw new Fault("signin", "ERR_TOTP_REQUIRED", {
      message: "Digite o código do seu aplicativo",
    });
  const limit = throttle.code(identity.id);
  throttle.spend(control, limit);
  const kind = secondStep.useCode(control, seals, identity.id, code);
  if (!kind) {
    auditIdentity(dbs, identity, "signinFailed", from, { step: 2 });
    throw new Fault("signin", "ERR_TOTP_INVALID", { message: "Código incorreto" });
  }
  throttle.refund(control, limit);
  if (kind === "recovery")
    auditIdentity(dbs, identity, "recoveryUsed", from, {
      left: secondStep.recoveryCodesLeft(control, identity.id),
    });
}

import { eq, getTableColumns, sql } from "drizzle-orm";
import { cachedUntilChange } from "../../kit/db/changes.ts";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import type { AuthContext, Authenticator } from "../../kit/http/auth-context.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { createTokenAuthenticator } from "../api-tokens/authenticate.ts";
import { find } from "../companies/companies.ts";
import { stopFault, stoppedBecause } from "../companies/standing.ts";
import { companies, plans } from "../companies/table.ts";
import { visitOf } from "../companies/visits.ts";
import { identities, sessions, totps, type Identity } from "../identities/table.ts";
import { settings } from "../settings/table.ts";
import { meOf } from "../users/users.ts";

// Runs for every request: one query takes a quarter less time than one for the session and one for
// the company.
const sessionQuery = query((db) =>
  db
    .select({
      userId: identities.userId,
      super: identities.super,
      until: sessions.expiresAt,
      isVisiting: sql<number>`EXISTS (SELECT 1 FROM visits WHERE sessionId = ${sessions.id})`,
      secondStep: totps.onSince,
      company: getTableColumns(companies),
      plan: getTableColumns(plans),
    })
    .from(sessions)
    .innerJoin(identities, eq(identities.id, sessions.identityId))
    .innerJoin(companies, eq(companies.id, identities.companyId))
    .innerJoin(plans, eq(plans.id, companies.planId))
    .leftJoin(totps, eq(totps.identityId, identities.id))
    .where(eq(sessions.id, sql.placeholder("session"))),
);

/** The rows that a cached session depends on, apart from time and the company's settings. */
export const sessionMadeOf = [
  { table: "sessions", ids: "VALUES (0)", columns: ["identityId", "expiresAt"] },
  ...["identities", "companies", "plans", "totps", "visits"].map((table) => ({
    table,
    ids: "VALUES (0)",
  })),
];

/** The rows that a cached caller's permissions depend on. */
const callerMadeOf = [
  { table: "users", columns: ["profile", "allTicket", "roleId"], andNew: true },
  ...["roles", "userQueues", "connectionQueues", "settings"].map((table) => ({ table })),
];

const requireTotpQuery = query((db) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.key, "requireTotp")),
);

/** `visit`: the company that the session was visiting when the token was made. */
type Claims = { session: string; visit?: number; exp: number };

export type Tokens = {
  sign(claims: { session: string; visit?: number }): Promise<string>;
  verify(token: string): Promise<unknown>;
};

/**
 * Authenticates requests by their access token. A revoked session and a changed user or company
 * count at once: a row's change drops its cached values.
 */
export function createAuthenticator(dbs: CompanyDbs, tokens: Tokens): Authenticator {
  const control = dbs.control;
  // Checking a signature costs more than the rest of a request, so valid tokens are cached until
  // they expire.
  const verifiedTokens = new Map<string, Claims>();
  const rowOf = (session: string) => sessionQuery(control).get({ session });
  const cachedSessions = cachedUntilChange<ReturnType<typeof rowOf>>(
    "authChanged",
    sessionMadeOf,
    5000,
  );
  const callerOf = (db: CompanyDb, userId: number, isSuper: boolean) => ({
    user: meOf(db, userId, isSuper),
    needsSecondStep: requireTotpQuery(db).get()?.value === "enabled",
  });
  const cachedCallers = cachedUntilChange<ReturnType<typeof callerOf>>(
    "callerChanged",
    callerMadeOf,
    1000,
  );

  return {
    async authenticate(token) {
      if (!token)
        throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Entre para continuar" });
      const claims = verifiedTokens.get(token) ?? (await verify(token));
      if (!claims || claims.exp * 1000 <= control.now())
        throw new Fault("forbidden", "ERR_SESSION_EXPIRED", { message: "Sessão expirada" });
      const auth = this.resume(claims.session);
      if (!auth) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão encerrada" });
      // The token was made for another company than the session visits now: its ids mean other rows
      // here.
      if (auth.visit?.companyId !== claims.visit)
        throw new Fault("forbidden", "ERR_SESSION_EXPIRED", { message: "Sessão expirada" });
      return auth;
    },

    byToken: createTokenAuthenticator(dbs),

    resume(session) {
      const row = cachedSessions(control.sqlite, session, () => rowOf(session));
      if (!row || row.until.getTime() <= control.now()) return undefined;
      const visiting = row.super && row.isVisiting ? visitingAuth(session) : undefined;
      if (visiting) return visiting;
      const stop = row.super ? undefined : stoppedBecause(control, row.company);
      if (stop === "blocked") throw stopFault(control, stop, row.company);
      const db = openDbFor(dbs, row.company.id, row.super);
      const { user, needsSecondStep } = cachedCallers(db.sqlite, `${row.userId} ${row.super}`, () =>
        callerOf(db, row.userId, row.super),
      );
      const overdue = stop && stopFault(control, stop, row.company);
      // Only an admin can pay, so other users are refused meanwhile.
      if (overdue && user?.profile !== "admin") throw overdue;
      const totpSetupRequired =
        row.secondStep === null && needsSecondStep ? totpSetupFault() : undefined;
      const plan = {
        ...row.plan,
        useCampaigns: row.plan.useCampaigns && row.company.campaignsEnabled,
      };
      return user && { me: user, db, control, session, plan, totpSetupRequired, overdue };
    },
  };

  /**
   * The owner of the box on a visit: an admin of that company, without the owner's own permissions.
   */
  function visitingAuth(session: string): AuthContext | undefined {
    const visit = visitOf(dbs, session);
    if (!visit) return undefined;
    const { companies: company, plans: plan } = find(control, visit.companyId)!;
    const db = dbs.open(company.id);
    const user = meOf(db, visit.userId, false);
    return (
      user && {
        me: { ...user, isVisiting: true },
        db,
        control,
        session,
        plan: { ...plan, useCampaigns: plan.useCampaigns && company.campaignsEnabled },
        visit,
      }
    );
  }

  async function verify(token: string): Promise<Claims | undefined> {
    const claims = await tokens.verify(token);
    if (!isClaims(claims)) return undefined;
    if (verifiedTokens.size > 5000) verifiedTokens.clear();
    verifiedTokens.set(token, claims);
    return claims;
  }
}

/**
 * The database of the company that a user signs in to. Only the owner of the box learns which file
 * is unusable.
 */
export function openDbFor(dbs: CompanyDbs, company: number, isOwner: boolean): CompanyDb {
  try {
    return dbs.open(company);
  } catch (thrown) {
    if (!isOwner || !dbs.shutCompanies().some((shut) => shut.company === company)) throw thrown;
    throw new Fault("unready", "ERR_COMPANY_FILE", {
      message: `O arquivo companies/${company}.sqlite não pode ser usado: ponha de volta um backup dele`,
      details: { file: `companies/${company}.sqlite` },
    });
  }
}

/**
 * Throws where a company may not work, for all but the owner of the box; an overdue one's admins
 * may sign in to pay. rules.md#subscription
 */
export function refuseStoppedSignIn(
  dbs: CompanyDbs,
  { companyId, userId, super: isOwner }: Identity,
) {
  if (isOwner) return;
  const { companies: company } = find(dbs.control, companyId)!;
  const reason = stoppedBecause(dbs.control, company);
  if (
    reason === "overdue" &&
    meOf(openDbFor(dbs, companyId, false), userId, false)?.profile === "admin"
  )
    return;
  if (reason) throw stopFault(dbs.control, reason, company);
}

const totpSetupFault = () =>
  new Fault("forbidden", "ERR_TOTP_SETUP", {
    message: "Ative a verificação em duas etapas para continuar",
  });

const isClaims = (claims: unknown): claims is Claims =>
  typeof claims === "object" &&
  claims !== null &&
  "session" in claims &&
  typeof claims.session === "string" &&
  "exp" in claims &&
  typeof claims.exp === "number";

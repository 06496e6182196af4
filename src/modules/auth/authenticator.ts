import { eq, getTableColumns, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import type { Authenticator } from "../../kit/http.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { isOverdue } from "../companies/companies.ts";
import { companies, plans } from "../companies/table.ts";
import { identities, sessions, totps } from "../identities/table.ts";
import { settings } from "../settings/table.ts";
import { me } from "../users/users.ts";

// Runs for every request: one query takes a quarter less time than one for the session and one for the company.
const sessionQuery = prepared((db) =>
  db.select({ userId: identities.userId, super: identities.super, until: sessions.expiresAt, secondStep: totps.onSince, company: getTableColumns(companies), plan: getTableColumns(plans) }).from(sessions)
    .innerJoin(identities, eq(identities.id, sessions.identityId)).innerJoin(companies, eq(companies.id, identities.companyId)).innerJoin(plans, eq(plans.id, companies.planId)).leftJoin(totps, eq(totps.identityId, identities.id))
    .where(eq(sessions.id, sql.placeholder("session"))).prepare(),
);

const requireTotpQuery = prepared((db) => db.select({ value: settings.value }).from(settings).where(eq(settings.key, "requireTotp")).prepare());

type Claims = { session: string; exp: number };

export type Tokens = {
  sign(claims: { session: string }): Promise<string>;
  verify(token: string): Promise<unknown>;
};

/** Authenticates requests by their access token. The rows are read each time, so that a revoked session or a changed user counts at once. */
export function createAuthenticator(stores: TenantStores, tokens: Tokens): Authenticator {
  const control = stores.control;
  // Checking a signature costs more than all the rest of a request: a token that was valid is remembered until it expires.
  const verifiedTokens = new Map<string, Claims>();

  return {
    async authenticate(token) {
      if (!token) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Entre para continuar" });
      const claims = verifiedTokens.get(token) ?? (await verify(token));
      if (!claims || claims.exp * 1000 <= control.now()) throw new Fault("forbidden", "ERR_SESSION_EXPIRED", { message: "Sessão expirada" });
      const auth = this.resume(claims.session);
      if (!auth) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão encerrada" });
      return auth;
    },

    resume(session) {
      const found = sessionQuery(control).get({ session });
      if (!found || found.until.getTime() <= control.now()) return undefined;
      if (!found.super) refuseOverdue(found.company, control.now());
      const store = openStoreFor(stores, found.company.id, found.super);
      const user = me(store, found.userId, found.super);
      const totpSetupRequired = found.secondStep === null && requireTotpQuery(store).get()?.value === "enabled" ? totpSetupFault() : undefined;
      return user && { me: user, store, control, session, plan: found.plan, totpSetupRequired };
    },
  };

  async function verify(token: string): Promise<Claims | undefined> {
    const claims = await tokens.verify(token);
    if (!isClaims(claims)) return undefined;
    if (verifiedTokens.size > 5000) verifiedTokens.clear();
    verifiedTokens.set(token, claims);
    return claims;
  }
}

/** The store of the company of who signs in. Only the owner of the box is told which file can't be used. */
export function openStoreFor(stores: TenantStores, company: number, isOwner: boolean): Store {
  try {
    return stores.open(company);
  } catch (thrown) {
    if (!isOwner || !stores.shutCompanies().some((shut) => shut.company === company)) throw thrown;
    throw new Fault("unready", "ERR_COMPANY_FILE", { message: `O arquivo companies/${company}.sqlite não pode ser usado: ponha de volta um backup dele`, details: { file: `companies/${company}.sqlite` } });
  }
}

/** Throws overdue when a company's subscription has run out. rules.md#subscription */
export function refuseOverdue(company: Parameters<typeof isOverdue>[0], now: number) {
  if (!isOverdue(company, now)) return;
  const date = company.dueDate!.split("-").reverse().join("/");
  throw new Fault("overdue", "ERR_SUBSCRIPTION_EXPIRED", {
    message: `Opss! Sua assinatura venceu ${date}. Entre em contato com o Suporte para mais informações!`,
    details: { dueDate: company.dueDate },
  });
}

const totpSetupFault = () => new Fault("forbidden", "ERR_TOTP_SETUP", { message: "Ative a verificação em duas etapas para continuar" });

const isClaims = (claims: unknown): claims is Claims =>
  typeof claims === "object" && claims !== null && "session" in claims && typeof claims.session === "string" && "exp" in claims && typeof claims.exp === "number";

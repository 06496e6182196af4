import { tokenPrefix, type TokenScope } from "../../shared/api-tokens.ts";
import type { Plan } from "../../shared/plan.ts";
import type { Me } from "../db/audience.ts";
import type { Fault } from "../fault.ts";
import type { Control, CompanyDb } from "../db/company-db.ts";

/** A signed-in request: its user, company and session. */
export type AuthContext = {
  me: Me;
  db: CompanyDb;
  control: Control;
  session: string;
  plan: Plan;
  /** The reason why the user may only set up their sign-in. */ totpSetupRequired?: Fault;
  /** The reason why the user may only pay. rules.md#subscription */ overdue?: Fault;
  /** The owner of the box is at another company, as one of its admins. rules.md#support-visits */ visit?: {
    sessionId: string;
    companyId: number;
    startedAt: Date;
  };
};

/** A program that calls with a token. `connectionId`: null where its token is for all. */
export type ApiCaller = {
  id: number;
  name: string;
  connectionId: number | null;
  scopes: TokenScope[];
  perMinute: number;
};

/** The requests that a token has left, and the seconds until it has all of them again. */
export type Quota = { left: number; reset: number };

/**
 * A request by token: its company, and the counter of its requests. Throws busy when it is one too
 * many.
 */
export type TokenAuth = {
  db: CompanyDb;
  control: Control;
  plan: Plan;
  caller: ApiCaller;
  spend(): Quota;
};

export type Authenticator = {
  /** Checks an access token. Throws a signin, forbidden or overdue Fault. */
  authenticate(token: string | undefined): Promise<AuthContext>;
  /** Checks a connection's token. Throws a signin, malformed or overdue Fault. */
  byToken(token: string): TokenAuth;
  /** The context of a session that was authenticated before; undefined once it has ended. */
  resume(session: string): AuthContext | undefined;
};

/** Whether a bearer token is a connection's. */
export const isApiToken = (token: string | undefined): token is string =>
  token?.startsWith(tokenPrefix) ?? false;

/** The actor of an audit entry: a user, and the company where it is noted. */
export type By = { db: CompanyDb; userId: number };
export const by = ({ db, me }: Pick<AuthContext, "db" | "me">): By => ({
  db,
  userId: me.id,
});

import { and, eq, getTableColumns, isNull, lt, or, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { TokenAuth } from "../../kit/http/auth-context.ts";
import type { Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { query } from "../../kit/db/query.ts";
import { hashed } from "../../kit/http/tokens.ts";
import { refuseStopped, supportOf } from "../companies/standing.ts";
import { companies, plans } from "../companies/table.ts";
import { apiTokens } from "./table.ts";
import { rateLimiter } from "./rate.ts";

const minute = 60_000;

const tokenQuery = query((db) =>
  db
    .select({
      token: getTableColumns(apiTokens),
      company: getTableColumns(companies),
      plan: getTableColumns(plans),
    })
    .from(apiTokens)
    .innerJoin(companies, eq(companies.id, apiTokens.companyId))
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(eq(apiTokens.hash, sql.placeholder("hash"))),
);

/**
 * The error for a company whose plan lacks the API, in words that users of such products expect.
 * rules.md#fixed-texts
 */
const notInPlan = (control: Control) =>
  `Essa empresa não tem permissão para usar a API Externa. Entre em contato com ${supportOf(control)} para verificar nossos planos!`;

/**
 * Authenticates requests by a connection's token. Reads the token each time, so that a revoked one
 * counts at once. Throws signin for an unknown token, malformed where the plan has no API, overdue.
 * rules.md#api-tokens
 */
export function createTokenAuthenticator(dbs: CompanyDbs): (token: string) => TokenAuth {
  const { control } = dbs;
  const spend = rateLimiter();
  return (token) => {
    const row = tokenQuery(control).get({ hash: hashed(token) });
    if (!row) throw notAllowed();
    const { id, name, connectionId, scopes, perMinute, lastUsedAt } = row.token;
    refuseStopped(control, row.company);
    if (!row.plan.useExternalApi)
      throw new Fault("malformed", notInPlan(control), {
        details: { code: "ERR_API_NOT_IN_PLAN" },
      });
    const db = dbs.open(row.company.id);
    noteUse(id, lastUsedAt);
    return {
      db,
      control,
      plan: row.plan,
      caller: { id, name, connectionId, scopes, perMinute },
      spend: () => spend(id, perMinute, control.now()),
    };
  };

  // Once a minute is enough: the screen shows the day, and each note is a write of the control
  // file.
  function noteUse(id: number, lastUsedAt: Date | null) {
    const now = control.now();
    if (lastUsedAt && Math.abs(now - lastUsedAt.getTime()) < minute) return;
    control.write(
      (tx) =>
        void tx
          .update(apiTokens)
          .set({ lastUsedAt: new Date(now) })
          .where(
            and(
              eq(apiTokens.id, id),
              or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, new Date(now))),
            ),
          )
          .run(),
    );
  }
}

/** In the words that programs of this field expect in `error`. rules.md#fixed-texts */
export const notAllowed = () =>
  new Fault("signin", "Acesso não permitido", { details: { code: "ERR_API_TOKEN" } });

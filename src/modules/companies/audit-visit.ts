import { and, eq, gte } from "drizzle-orm";
import type { AuthContext } from "../../kit/http/auth-context.ts";
import type { DeclaredRoutes } from "../../kit/http/declared-routes.ts";
import type { OpenedKind } from "../../kit/http/http.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import type { AuditAction } from "../../shared/audit.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { audit } from "../audit/table.ts";
import { visitorOf } from "./visits.ts";

/** A request during a support visit, with its answer. */
export type VisitedRoute = Pick<AuthContext, "db"> & {
  visit: NonNullable<AuthContext["visit"]>;
  request: Request;
  route: string;
  params: { id?: number };
  response: unknown;
  set: { headers: Record<string, unknown> };
};

/**
 * Records, under support's name, changes, exports and read words of customers. Each conversation and
 * each list is recorded once per visit. rules.md#support-visits
 */
export function auditVisit(dbs: CompanyDbs, routes: DeclaredRoutes, visited: VisitedRoute) {
  const { db, visit } = visited;
  const noted = notedOf(routes, visited);
  if (!noted || (noted.action === "supportOpened" && isNoted(visited, noted.subject))) return;
  const userName = visitorOf(dbs, visit);
  db.write((tx) => addAuditEntry(tx, { userId: null, userName, ...noted }));
}

function notedOf(
  routes: DeclaredRoutes,
  visited: VisitedRoute,
): { action: AuditAction; subject: string } | undefined {
  const { request, route, params } = visited;
  const { method } = request;
  const subject = `${method} ${route.replace(/\/$/, "")}`;
  if (isAttachment(visited)) return { action: "supportExported", subject };
  if (method !== "GET")
    return route === "/api/companies/visit" ? undefined : { action: "supportActed", subject };
  const { "x-opens": opened } =
    (routes.find(method, route)?.hooks as Hooks | undefined)?.detail ?? {};
  if (!opened) return undefined;
  const read = opened === "list" ? subject : `${opened} ${params.id}`;
  return { action: "supportOpened", subject: read };
}

type Hooks = { detail?: { "x-opens"?: OpenedKind } };

function isAttachment({ response, set }: VisitedRoute): boolean {
  const own = response instanceof Response && response.headers.get("content-disposition");
  return String(own || set.headers["content-disposition"]).startsWith("attachment");
}

const isNoted = ({ db, visit }: VisitedRoute, subject: string) =>
  db
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        gte(audit.at, visit.startedAt),
        eq(audit.action, "supportOpened"),
        eq(audit.subject, subject),
      ),
    )
    .limit(1)
    .get() !== undefined;

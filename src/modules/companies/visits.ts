import { and, eq, gt, lte, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { query } from "../../kit/db/query.ts";
import { addAuditEntry } from "../audit/audit.ts";
import * as settings from "../settings/settings.ts";
import { refuseMoving, rowIn } from "./manage.ts";
import { visits, type Visit } from "./table.ts";

/** The longest visit of support (ms). rules.md#support-visits */
const longest = 3_600_000;

/** A visit as the screens of both sides show it: the visitor, and the end. */
export type ShownVisit = { by: string; endsAt: Date };

const bySession = query((db) =>
  db
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.sessionId, sql.placeholder("session")),
        gt(visits.endsAt, sql.placeholder("now")),
      ),
    ),
);

/**
 * The present visit of a session. Undefined once it has ended, or the company is blocked or no
 * longer allows visits.
 */
export function visitOf(dbs: CompanyDbs, session: string): Visit | undefined {
  const { control } = dbs;
  const visit = bySession(control).get({ session, now: control.now() });
  return visit && isAllowed(dbs, visit.companyId) ? visit : undefined;
}

/** The present visit at a company. */
export function visitAt(dbs: CompanyDbs, companyId: number): ShownVisit | null {
  const { control } = dbs;
  const visit = control
    .select()
    .from(visits)
    .where(and(eq(visits.companyId, companyId), gt(visits.endsAt, new Date(control.now()))))
    .limit(1)
    .get();
  return visit && isAllowed(dbs, companyId)
    ? { by: visitorOf(dbs, visit), endsAt: visit.endsAt }
    : null;
}

/**
 * Lets the owner of the box enter a company as its first admin. Throws missing, forbidden where the
 * company does not allow it, a conflict for their own and for one that is blocked or moves.
 * rules.md#support-visits
 */
export function enter(
  dbs: CompanyDbs,
  { session, db, userId }: { session: string; db: CompanyDb; userId: number },
  companyId: number,
): ShownVisit {
  const { control } = dbs;
  const company = rowIn(control, companyId);
  if (companyId === db.company)
    throw new Fault("conflict", "ERR_OWN_COMPANY", { message: "Esta já é a sua empresa" });
  refuseMoving(control, companyId);
  if (!company.status)
    throw new Fault("conflict", "ERR_SUPPORT_BLOCKED", {
      message: "Esta empresa está bloqueada: desbloqueie-a para entrar",
    });
  const theirs = dbs.open(companyId);
  if (!isAllowed(dbs, companyId))
    throw new Fault("forbidden", "ERR_SUPPORT_REFUSED", {
      message:
        "Esta empresa não liberou o acesso do suporte. Um administrador dela pode liberar em Configurações",
    });
  const admin = theirs.sqlite
    .query<{ id: number }, []>("SELECT id FROM users WHERE profile = 'admin' ORDER BY id LIMIT 1")
    .get()!;
  const visit: Visit = {
    sessionId: session,
    companyId,
    userId: admin.id,
    startedAt: new Date(control.now()),
    endsAt: new Date(control.now() + longest),
  };
  control.write(
    (tx) =>
      void tx
        .insert(visits)
        .values(visit)
        .onConflictDoUpdate({ target: visits.sessionId, set: visit })
        .run(),
  );
  const visible = { by: visitorOf(dbs, visit), endsAt: visit.endsAt };
  db.write((tx) =>
    addAuditEntry(tx, {
      userId,
      action: "supportEntered",
      subject: `company ${companyId} ${company.name}`,
    }),
  );
  note(theirs, "supportEntered", visible.by, visible);
  return visible;
}

/** Ends visits, of one session or of all at a company. */
export function leave(dbs: CompanyDbs, which: { session: string } | { companyId: number }) {
  for (const visit of dbs.control
    .select()
    .from(visits)
    .where(
      "session" in which
        ? eq(visits.sessionId, which.session)
        : eq(visits.companyId, which.companyId),
    )
    .all())
    end(dbs, visit);
}

/** Ends expired visits, and those whose company is blocked or no longer allows them. */
export function endOverdueVisits(dbs: CompanyDbs) {
  const { control } = dbs;
  if (!control.sqlite.query("SELECT 1 FROM visits LIMIT 1").get()) return;
  for (const visit of control
    .select()
    .from(visits)
    .where(lte(visits.endsAt, new Date(control.now())))
    .all())
    end(dbs, visit);
  for (const visit of control.select().from(visits).all())
    if (!isAllowed(dbs, visit.companyId)) end(dbs, visit);
}

function end(dbs: CompanyDbs, visit: Visit) {
  const { control } = dbs;
  const by = visitorOf(dbs, visit);
  const { name } = rowIn(control, visit.companyId);
  const visitor = identityOf(control, visit);
  control.write((tx) => void tx.delete(visits).where(eq(visits.sessionId, visit.sessionId)).run());
  if (visitor)
    dbs.open(visitor.companyId).write((tx) =>
      addAuditEntry(tx, {
        userId: visitor.userId,
        action: "supportLeft",
        subject: `company ${visit.companyId} ${name}`,
      }),
    );
  note(dbs.open(visit.companyId), "supportLeft", by, null);
}

/** Writes a visit to the company's own audit, and notifies its screens. */
function note(
  db: CompanyDb,
  action: "supportEntered" | "supportLeft",
  by: string,
  visit: ShownVisit | null,
) {
  db.write((tx) => {
    addAuditEntry(tx, { userId: null, action, subject: `support ${by}` });
    tx.emit("visit", "update", { visit }, { to: "everyone" });
  });
}

function isAllowed(dbs: CompanyDbs, companyId: number): boolean {
  const db = dbs.open(companyId);
  return db.about().status && settings.read(db, "supportAccess") === "enabled";
}

const identityOf = ({ sqlite }: Control, { sessionId }: Pick<Visit, "sessionId">) =>
  sqlite
    .query<{ companyId: number; userId: number }, [string]>(
      "SELECT companyId, userId FROM sessions s JOIN identities i ON i.id = s.identityId WHERE s.id = ?",
    )
    .get(sessionId);

/** The visitor's name. */
export function visitorOf(dbs: CompanyDbs, visit: Pick<Visit, "sessionId">): string {
  const who = identityOf(dbs.control, visit);
  return who
    ? (dbs
        .open(who.companyId)
        .sqlite.query<{ name: string }, [number]>("SELECT name FROM users WHERE id = ?")
        .get(who.userId)?.name ?? "")
    : "";
}

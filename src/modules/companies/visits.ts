import { and, eq, gt, lte, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import { prepared, type Control, type Store } from "../../kit/store.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { read as setting } from "../settings/settings.ts";
import { refuseMoving, rowIn } from "./manage.ts";
import { visits, type Visit } from "./table.ts";

/** How long support may stay (ms). rules.md#support-visits */
const longest = 3_600_000;

/** A visit as the screens of both sides show it: who visits, and until when. */
export type ShownVisit = { by: string; endsAt: Date };

const bySession = prepared((db) =>
  db
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.sessionId, sql.placeholder("session")),
        gt(visits.endsAt, sql.placeholder("now")),
      ),
    )
    .prepare(),
);

/**
 * The visit that a session is on; undefined once it has ended, or the company is blocked or allows
 * none any more.
 */
export function visitOf(stores: TenantStores, session: string): Visit | undefined {
  const { control } = stores;
  const found = bySession(control).get({ session, now: control.now() });
  return found && isAllowed(stores, found.companyId) ? found : undefined;
}

/** Who is visiting a company now. */
export function visitAt(stores: TenantStores, companyId: number): ShownVisit | null {
  const { control } = stores;
  const found = control.db
    .select()
    .from(visits)
    .where(and(eq(visits.companyId, companyId), gt(visits.endsAt, new Date(control.now()))))
    .limit(1)
    .get();
  return found && isAllowed(stores, companyId)
    ? { by: visitorOf(stores, found), endsAt: found.endsAt }
    : null;
}

/**
 * Lets the owner of the box enter a company as its first admin. Throws missing, forbidden where the
 * company does not allow it, a conflict for their own and for one that is blocked or moves.
 * rules.md#support-visits
 */
export function enter(
  stores: TenantStores,
  { session, store, userId }: { session: string; store: Store; userId: number },
  companyId: number,
): ShownVisit {
  const { control } = stores;
  const company = rowIn(control, companyId);
  if (companyId === store.company)
    throw new Fault("conflict", "ERR_OWN_COMPANY", { message: "Esta já é a sua empresa" });
  refuseMoving(control, companyId);
  if (!company.status)
    throw new Fault("conflict", "ERR_SUPPORT_BLOCKED", {
      message: "Esta empresa está bloqueada: desbloqueie-a para entrar",
    });
  const theirs = stores.open(companyId);
  if (!isAllowed(stores, companyId))
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
  const shown = { by: visitorOf(stores, visit), endsAt: visit.endsAt };
  store.write((tx) =>
    addAuditEntry(tx, {
      userId,
      action: "supportEntered",
      subject: `company ${companyId} ${company.name}`,
    }),
  );
  note(theirs, "supportEntered", shown.by, shown);
  return shown;
}

/** Ends visits, of one session or of all at a company. */
export function leave(stores: TenantStores, which: { session: string } | { companyId: number }) {
  for (const visit of stores.control.db
    .select()
    .from(visits)
    .where(
      "session" in which
        ? eq(visits.sessionId, which.session)
        : eq(visits.companyId, which.companyId),
    )
    .all())
    end(stores, visit);
}

/** Ends the visits whose time is over, or whose company is blocked or allows them no more. */
export function endOverdueVisits(stores: TenantStores) {
  const { control } = stores;
  if (!control.sqlite.query("SELECT 1 FROM visits LIMIT 1").get()) return;
  for (const visit of control.db
    .select()
    .from(visits)
    .where(lte(visits.endsAt, new Date(control.now())))
    .all())
    end(stores, visit);
  for (const visit of control.db.select().from(visits).all())
    if (!isAllowed(stores, visit.companyId)) end(stores, visit);
}

function end(stores: TenantStores, visit: Visit) {
  const { control } = stores;
  const by = visitorOf(stores, visit);
  const { name } = rowIn(control, visit.companyId);
  const visitor = identityOf(control, visit);
  control.write((tx) => void tx.delete(visits).where(eq(visits.sessionId, visit.sessionId)).run());
  if (visitor)
    stores.open(visitor.companyId).write((tx) =>
      addAuditEntry(tx, {
        userId: visitor.userId,
        action: "supportLeft",
        subject: `company ${visit.companyId} ${name}`,
      }),
    );
  note(stores.open(visit.companyId), "supportLeft", by, null);
}

/** Notes a visit in the company's own audit, and tells its screens. */
function note(
  store: Store,
  action: "supportEntered" | "supportLeft",
  by: string,
  visit: ShownVisit | null,
) {
  store.write((tx) => {
    addAuditEntry(tx, { userId: null, action, subject: `support ${by}` });
    tx.emit("visit", "update", { visit }, { to: "everyone" });
  });
}

function isAllowed(stores: TenantStores, companyId: number): boolean {
  const store = stores.open(companyId);
  return store.about().status && setting(store, "supportAccess") === "enabled";
}

const identityOf = ({ sqlite }: Control, { sessionId }: Pick<Visit, "sessionId">) =>
  sqlite
    .query<{ companyId: number; userId: number }, [string]>(
      "SELECT companyId, userId FROM sessions s JOIN identities i ON i.id = s.identityId WHERE s.id = ?",
    )
    .get(sessionId);

/** The name of the one who visits. */
export function visitorOf(stores: TenantStores, visit: Pick<Visit, "sessionId">): string {
  const who = identityOf(stores.control, visit);
  return who
    ? (stores
        .open(who.companyId)
        .sqlite.query<{ name: string }, [number]>("SELECT name FROM users WHERE id = ?")
        .get(who.userId)?.name ?? "")
    : "";
}

import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { By } from "../../kit/http/auth-context.ts";
import type { Broadcast, SendTransient } from "../../kit/db/audience.ts";
import { Fault, faultOf } from "../../kit/fault.ts";
import { matching, page } from "../../kit/db/page.ts";
import type { Control, ControlTx, CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { noDueDate } from "../../shared/due-date.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { find } from "./companies.ts";
import { chosenDue } from "./due-date.ts";
import { fullCompany, ownCompany, rowOf } from "./own-company.ts";
import { companyBody, ownersFields } from "./owner-fields.ts";
import { ownersCompany } from "./standing.ts";
import { companies, plans, type Company, type FullCompany } from "./table.ts";

/** `sendTransient` reaches the company's own screens. */
export type ManageServices = {
  dbs: CompanyDbs;
  broadcast: Broadcast;
  sendTransient: SendTransient;
};

/** One page of companies by name, for the owner of the box. */
export function list(
  control: Control,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const {
    id,
    name,
    email,
    phone,
    document,
    planId,
    status,
    campaignsEnabled,
    dueDate,
    recurrence,
    createdAt,
    updatedAt,
    timezone,
    slug,
    userId,
    mode,
    primaryColor,
  } = companies;
  const plan = {
    name: plans.name,
    users: plans.users,
    connections: plans.connections,
    queues: plans.queues,
    value: plans.value,
  };
  const select = control
    .select({
      id,
      name,
      email,
      phone,
      document,
      planId,
      status,
      campaignsEnabled,
      dueDate,
      recurrence,
      createdAt,
      updatedAt,
      timezone,
      slug,
      userId,
      mode,
      primaryColor,
      plan,
    })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId));
  const { rows, ...rest } = page(control, {
    table: companies,
    select,
    where: matching(searchParam, [companies.name, companies.email, companies.document]),
    order: [asc(sql`${companies.name} COLLATE NOCASE`), asc(companies.id)],
    pageNumber,
  });
  return {
    companies: rows.map((row) => ({ ...row, dueDate: row.dueDate ?? noDueDate })),
    ...rest,
  };
}

/** All companies by name, to choose one. */
export const names = (control: Control) =>
  control
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .orderBy(asc(sql`${companies.name} COLLATE NOCASE`), asc(companies.id))
    .all();

/** Throws missing. */
export const show = (dbs: CompanyDbs, id: number): FullCompany =>
  fullCompany(dbs.control, rowIn(dbs.control, id).id, readable(dbs, id));

/** Throws missing. */
export function rowIn(control: Control, id: number): Company {
  const row = find(control, id);
  if (!row) throw noCompany();
  return row.companies;
}

export const noCompany = () =>
  new Fault("missing", "ERR_NO_COMPANY_FOUND", { message: "Empresa não encontrada" });

/**
 * Throws a conflict for a company that moves: unblocked, it would work in two boxes.
 * rules.md#company-files
 */
export function refuseMoving({ sqlite }: Control, id: number) {
  if (sqlite.query("SELECT 1 FROM companyMoves WHERE companyId = ?").get(id))
    throw new Fault("conflict", "ERR_COMPANY_MOVING", {
      message: "Esta empresa está de mudança entre dois Balcões: termine ou cancele a mudança",
    });
}

/**
 * Changes a company, with `follow` in the same write. Throws missing, a conflict on a taken name,
 * invalid. rules.md#companies
 */
export function change(
  services: ManageServices,
  by: By,
  id: number,
  {
    dueDate,
    ...body
  }: z.infer<typeof companyBody> & { sha256?: string | null; mediaName?: string | null },
  follow?: (tx: ControlTx, before: Company) => void,
): FullCompany {
  const { dbs } = services;
  const { control } = dbs;
  const before = rowIn(control, id);
  if (body.status === false) refuseOwners(id);
  if (body.status === true) refuseMoving(control, id);
  const values = {
    ...rowOf(readable(dbs, id), before, body),
    ...(dueDate !== undefined && dueDate !== before.dueDate && chosenDue(dueDate)),
  };
  control.write((tx) => {
    if (
      values.planId !== undefined &&
      !tx.select({ id: plans.id }).from(plans).where(eq(plans.id, values.planId)).get()
    )
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: "Confira os campos",
        fields: { planId: "invalid" },
      });
    asNameConflict(() =>
      tx
        .update(companies)
        .set({ ...values, ...updateTimestamps(control.now()) })
        .where(eq(companies.id, id))
        .run(),
    );
    if (values.status === false) endSessions(tx, id);
    follow?.(tx, before);
  });
  const details = changesIn(control, before, values);
  if (Object.keys(details).length > 0) noteChange(by, "companyChanged", before, details);
  return tell(services, "update", id);
}

/** Sends a company's present state to the screens of the box's owner and to the company's own. */
export function tell(
  { dbs, broadcast, sendTransient }: ManageServices,
  action: "create" | "update",
  id: number,
): FullCompany {
  const company = show(dbs, id);
  const db = readable(dbs, id);
  if (db)
    sendTransient(
      id,
      { event: "company", action: "update", company: ownCompany(db, dbs.control) },
      { to: "everyone" },
    );
  broadcast((me) => (me.super ? { event: "companies", action, company } : undefined));
  return company;
}

/**
 * The changes for the audit: old and new values of the owner's fields, only the names of the
 * others.
 */
function changesIn(
  control: Control,
  before: Company,
  values: Partial<Company>,
): Record<string, unknown> {
  const changed = (Object.keys(values) as (keyof Company)[]).filter(
    (name) => values[name] !== undefined && values[name] !== before[name] && name !== "dueDay",
  );
  const [own, others] = [
    changed.filter((name) => name in ownersFields),
    changed.filter((name) => !(name in ownersFields)),
  ];
  const auditValue = (name: keyof Company, value: unknown) => {
    if (name === "status") return value ? "unblocked" : "blocked";
    return name === "planId"
      ? (control
          .select({ name: plans.name })
          .from(plans)
          .where(eq(plans.id, Number(value)))
          .get()?.name ?? value)
      : value;
  };
  return {
    ...Object.fromEntries(
      own.map((name) => [
        name,
        name === "status"
          ? auditValue(name, values[name])
          : { from: auditValue(name, before[name]), to: auditValue(name, values[name]) },
      ]),
    ),
    ...(others.length > 0 && { fields: others }),
  };
}

/**
 * Writes an entry on another company in the audit of the owner's company. Without a user the actor
 * was a visitor without sign-in.
 */
export function noteChange(
  { db, userId }: { db: CompanyDb; userId: number | null },
  action:
    | "companyCreated"
    | "companyChanged"
    | "companyDeleted"
    | "companyDownloaded"
    | "companyBroughtBack",
  { id, name }: Pick<Company, "id" | "name">,
  details: Record<string, unknown> = {},
) {
  db.write((tx) =>
    addAuditEntry(tx, { userId, action, subject: `company ${id} ${name}`, details }),
  );
}

/** Throws a conflict for the company of the box's owner: the owner would lose access. */
export function refuseOwners(id: number) {
  if (id === ownersCompany)
    throw new Fault("conflict", "ERR_OWNERS_COMPANY", {
      message: "A empresa do dono do servidor não pode ser bloqueada nem excluída",
    });
}

export function asNameConflict<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (faultOf(thrown)?.fields?.name) throw nameTaken();
    throw thrown;
  }
}

const nameTaken = () =>
  new Fault("conflict", "ERR_COMPANY_NAME_ALREADY_EXISTS", {
    message: "Já existe uma empresa com este nome",
    fields: { name: "taken" },
  });

const endSessions = (tx: ControlTx, id: number) =>
  tx.run(
    sql`DELETE FROM sessions WHERE identityId IN (SELECT id FROM identities WHERE companyId = ${id} AND super = 0)`,
  );

/** A company's database; undefined where its file cannot be opened. */
export function readable(dbs: CompanyDbs, id: number): CompanyDb | undefined {
  try {
    return dbs.open(id);
  } catch {
    return undefined;
  }
}

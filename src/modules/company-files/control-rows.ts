import type { Database } from "bun:sqlite";
import { Fault } from "../../kit/fault.ts";
import type { Seals } from "../../kit/files/seal.ts";
import { planFlags, planLimits } from "../../shared/plan.ts";
import { insert, without, type Row } from "./put-row.ts";
import { putInvoices } from "./put-invoices.ts";

/** The rows of the control file on a company and its users, to be inserted in another box. */
export type ControlRows = {
  company: Row;
  plan: Row;
  identities: {
    identity: Row;
    totp: { secret: string; onSince: number } | null;
    recoveryCodes: Row[];
  }[];
  apiTokens: Row[];
  invoices: Row[];
  /** Missing in files of older executables. */
  invoicePayments?: Row[];
  charges?: Row[];
};

/** Reads the rows from a box, with opened secrets. */
export function takeRows(control: Database, seals: Seals, id: number, moves: boolean): ControlRows {
  const all = (sql: string, ...values: number[]) =>
    control.query<Row, number[]>(sql).all(...values);
  const [row] = all("SELECT * FROM companies WHERE id = ?", id);
  if (!row)
    throw new Fault("missing", "ERR_NO_COMPANY_FOUND", { message: `there is no company ${id}` });
  // A moving company is blocked meanwhile; its file has the status from before.
  const [move] = moves ? all("SELECT blocked FROM companyMoves WHERE companyId = ?", id) : [];
  const company = move ? { ...row, status: 1 - Number(move.blocked) } : row;
  const identities = all("SELECT * FROM identities WHERE companyId = ? ORDER BY id", id).map(
    (identity) => {
      const [totp] = all(
        "SELECT * FROM totps WHERE identityId = ? AND onSince IS NOT NULL",
        Number(identity.id),
      );
      const secret =
        totp &&
        seals.open(["totp", Number(identity.id)], totp.secret as Uint8Array).toString("base64");
      return {
        identity,
        totp: secret ? { secret, onSince: Number(totp.onSince) } : null,
        recoveryCodes: all(
          "SELECT hash, coalesce(madeFor, identityId) AS madeFor FROM recoveryCodes WHERE identityId = ?",
          Number(identity.id),
        ),
      };
    },
  );
  return {
    company,
    identities,
    plan: all("SELECT * FROM plans WHERE id = ?", Number(company.planId))[0]!,
    apiTokens: all("SELECT * FROM apiTokens WHERE companyId = ?", id),
    invoices: all("SELECT * FROM invoices WHERE companyId = ?", id),
    invoicePayments: all(
      "SELECT p.* FROM invoicePayments p JOIN invoices i ON i.id = p.invoiceId WHERE i.companyId = ? ORDER BY p.id",
      id,
    ),
    // Only charges that may still be paid: the gateway's answer on the others is final.
    charges: all(
      "SELECT c.* FROM charges c JOIN invoices i ON i.id = c.invoiceId WHERE i.companyId = ? AND c.checkAt IS NOT NULL",
      id,
    ),
  };
}

/** Throws a conflict where a name or an e-mail is taken in this box. */
export function refuseTaken(control: Database, { company, identities }: ControlRows) {
  if (control.query("SELECT 1 FROM companies WHERE name = ?").get(company.name as string))
    throw new Fault("conflict", "ERR_COMPANY_NAME_ALREADY_EXISTS", {
      message: `there is a company ${String(company.name)} in this box already`,
    });
  const taken = identities
    .map(({ identity }) => String(identity.email))
    .filter((email) => control.query("SELECT 1 FROM identities WHERE email = ?").get(email));
  if (taken.length > 0)
    throw new Fault("conflict", "ERR_EMAIL_TAKEN", {
      message: `${taken.join(", ")}: somebody signs in so in this box already`,
    });
}

/** The limits, modules and price of a plan. */
const terms = ["name", "value", ...planLimits, ...planFlags];

/**
 * The plan of this box for a company's file. For a file of this box it is the company's own plan,
 * for others a plan with equal terms. A name proves nothing, since a file may be forged.
 * rules.md#plan-limits
 */
export function planMeant(
  control: Database,
  { company, plan }: Pick<ControlRows, "company" | "plan">,
  isOwn: boolean,
): { id: number; name: string; value: number } | undefined {
  const columns = isOwn ? ["id"] : terms;
  const values = columns.map((name) => (isOwn ? company.planId : plan[name]) ?? null);
  return (
    control
      .query<{ id: number; name: string; value: number }, Row[string][]>(
        `SELECT id, name, value FROM plans WHERE ${columns.map((name) => `${name} = ?`).join(" AND ")}`,
      )
      .get(...values) ?? undefined
  );
}

/** A free name in this box for a plan that a company brings. */
export function nameForPlan(control: Database, { plan }: Pick<ControlRows, "plan">): string {
  const isTaken = control.query("SELECT 1 FROM plans WHERE name = ?");
  const name = String(plan.name);
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name.slice(0, 40).trimEnd()} (${number})`;
    if (!isTaken.get(tried)) return tried;
  }
}

/**
 * Inserts the company's row, blocked until its file is there. Its plan is the matching one, or a
 * new one that is not offered. Returns its number here.
 */
export function putCompany(control: Database, rows: ControlRows, isOwn: boolean): number {
  const { company, plan } = rows;
  const planId =
    planMeant(control, rows, isOwn)?.id ??
    insert(control, "plans", {
      ...without(plan, "id"),
      name: nameForPlan(control, rows),
      offered: 0,
    });
  const isTaken = (column: "slug" | "token") =>
    company[column] !== null &&
    control.query(`SELECT 1 FROM companies WHERE ${column} = ?`).get(company[column] as string) !==
      null;
  return insert(control, "companies", {
    ...without(company, "id"),
    planId,
    status: 0,
    linked: 1,
    ...(isTaken("slug") && { slug: null }),
    ...(isTaken("token") && { token: null }),
  });
}

/**
 * Inserts the rest: its users with their passwords and second steps, its tokens and invoices. None
 * of the users owns this box.
 */
export function putPeople(
  control: Database,
  seals: Seals,
  companyId: number,
  { identities, apiTokens, ...owed }: ControlRows,
) {
  for (const { identity, totp, recoveryCodes } of identities) {
    const id = insert(control, "identities", { ...without(identity, "id"), companyId, super: 0 });
    if (totp)
      insert(control, "totps", {
        identityId: id,
        secret: seals.seal(["totp", id], Buffer.from(totp.secret, "base64")),
        onSince: totp.onSince,
      });
    for (const code of recoveryCodes) insert(control, "recoveryCodes", { ...code, identityId: id });
  }
  for (const token of apiTokens)
    if (!control.query("SELECT 1 FROM apiTokens WHERE hash = ?").get(token.hash as string))
      insert(control, "apiTokens", { ...without(token, "id"), companyId });
  putInvoices(control, companyId, owed);
}

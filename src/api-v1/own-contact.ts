import { and, eq, sql } from "drizzle-orm";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { notFound } from "../kit/db/page.ts";
import { Fault } from "../kit/fault.ts";
import type { ApiCaller } from "../kit/http/auth-context.ts";
import { findByIdentifiers } from "../modules/contacts/find-by-identifier.ts";
import { tickets } from "../modules/tickets/table.ts";

/**
 * Throws forbidden where the token is of one connection and the contact has tickets on another one.
 * rules.md#api-tokens
 */
export function refuseSharedContact(
  db: CompanyDb,
  { connectionId }: Pick<ApiCaller, "connectionId">,
  contactId: number,
) {
  if (connectionId === null || !hasTicket(db, contactId, sql`IS NOT ${connectionId}`)) return;
  throw new Fault("forbidden", "ERR_NO_PERMISSION", {
    message: "O contato tem atendimentos em outra conexão: use um token de todas as conexões",
  });
}

/** The same for whoever has a number. */
export function refuseSharedNumber(
  db: CompanyDb,
  caller: Pick<ApiCaller, "connectionId">,
  number: string,
) {
  for (const { id } of findByIdentifiers(db, [{ type: "phone", value: number }]))
    refuseSharedContact(db, caller, id);
}

/**
 * Throws missing where the token is of one connection and the contact has tickets on others alone.
 * rules.md#api-tokens
 */
export function refuseForeignContact(
  db: CompanyDb,
  { connectionId }: Pick<ApiCaller, "connectionId">,
  contactId: number | null,
) {
  if (connectionId === null || contactId === null) return;
  if (hasTicket(db, contactId, sql`= ${connectionId}`)) return;
  if (hasTicket(db, contactId, sql`IS NOT ${connectionId}`)) throw notFound();
}

const hasTicket = (db: CompanyDb, contactId: number, isOn: ReturnType<typeof sql>): boolean =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), sql`${tickets.whatsappId} ${isOn}`))
    .limit(1)
    .get() !== undefined;

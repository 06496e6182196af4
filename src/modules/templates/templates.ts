import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { capabilitiesOf } from "../../shared/capabilities.ts";
import { connections } from "../connections/table.ts";
import type { templateQuery } from "./fields.ts";
import { templates, type Template, type TemplateRow } from "./table.ts";

/** One page of a connection's templates, by name. Throws missing. */
export function list(
  db: CompanyDb,
  { whatsappId, searchParam, pageNumber, state }: z.infer<typeof templateQuery>,
) {
  const { rows, ...rest } = page(db, {
    table: templates,
    select: db.select().from(templates),
    where: and(
      eq(templates.whatsappId, whatsappId),
      matching(searchParam, [templates.name, templates.body]),
      state && eq(templates.state, state),
    ),
    order: [asc(templates.name), asc(templates.language)],
    pageNumber,
    size: 50,
  });
  return { records: rows.map(visible), ...rest };
}

/** A template, of this connection where one is named. Throws missing. */
export function findTemplate(db: CompanyDb, id: number, whatsappId?: number): TemplateRow {
  const row = db
    .select()
    .from(templates)
    .where(and(eq(templates.id, id), whatsappId ? eq(templates.whatsappId, whatsappId) : undefined))
    .get();
  if (!row) throw notFound("Modelo não encontrado");
  return row;
}

/** Throws missing for an unknown connection, and a conflict for one without templates. */
export function refuseWithoutTemplates(db: CompanyDb, whatsappId: number) {
  const row = db
    .select({ provider: connections.provider })
    .from(connections)
    .where(eq(connections.id, whatsappId))
    .get();
  if (!row) throw notFound("Conexão não encontrada");
  if (!capabilitiesOf(row.provider).templates)
    throw new Fault("conflict", "ERR_NOT_ON_THIS_NETWORK", {
      message: "Esta conexão não tem modelos de mensagem",
    });
}

export const visible = ({ networkId: _, ...template }: TemplateRow): Template => template;

import { and, eq, inArray } from "drizzle-orm";
import type { TemplateReport } from "../../channel/channel-templates.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import type { NetworkTemplate } from "../../shared/templates.ts";
import { visible } from "./templates.ts";
import { templates, type TemplateRow } from "./table.ts";

/**
 * Stores a network's list of a connection's templates. Those that the list lacks are gone.
 * rules.md#templates
 */
export function saveTemplates(db: CompanyDb, whatsappId: number, list: NetworkTemplate[]) {
  const stored = db.select().from(templates).where(eq(templates.whatsappId, whatsappId)).all();
  const before = new Map(stored.map((row) => [row.networkId, row]));
  const changed = list.filter((one) => isChanged(before.get(one.id), one));
  const listed = new Set(list.map(({ id }) => id));
  const gone = stored.filter(({ networkId }) => !listed.has(networkId));
  if (changed.length === 0 && gone.length === 0) return;
  db.write((tx) => {
    for (const one of changed) saveTemplate(tx, whatsappId, one);
    for (const { id } of gone) emitGone(tx, id);
    tx.delete(templates)
      .where(
        inArray(
          templates.id,
          gone.map(({ id }) => id),
        ),
      )
      .run();
  });
}

/** Stores one template of the network, and emits it. */
export function saveTemplate(
  tx: Tx,
  whatsappId: number,
  { id: networkId, ...values }: NetworkTemplate,
): TemplateRow {
  const before = rowBy(tx, whatsappId, networkId);
  const row = before
    ? tx
        .update(templates)
        .set({ ...values, ...updateTimestamps(tx.now()) })
        .where(eq(templates.id, before.id))
        .returning()
        .get()!
    : tx
        .insert(templates)
        .values({ ...values, whatsappId, networkId, ...insertTimestamps(tx.now()) })
        .returning()
        .get();
  tx.emit("template", before ? "update" : "create", { template: visible(row) }, { to: "everyone" });
  return row;
}

/** Stores a report; false for a template that nobody has listed so far. */
export function noteReport(
  db: CompanyDb,
  whatsappId: number,
  { id: networkId, ...change }: TemplateReport,
): TemplateRow | undefined {
  return db.write((tx) => {
    const row = rowBy(tx, whatsappId, networkId);
    if (!row) return undefined;
    const after = tx
      .update(templates)
      .set({ ...change, ...updateTimestamps(tx.now()) })
      .where(eq(templates.id, row.id))
      .returning()
      .get()!;
    tx.emit("template", "update", { template: visible(after) }, { to: "everyone" });
    return after;
  });
}

export function forgetTemplate(tx: Tx, id: number) {
  tx.delete(templates).where(eq(templates.id, id)).run();
  emitGone(tx, id);
}

function emitGone(tx: Tx, id: number) {
  tx.emit("template", "delete", { templateId: id }, { to: "everyone" });
}

function rowBy(db: CompanyDb, whatsappId: number, networkId: string): TemplateRow | undefined {
  return db
    .select()
    .from(templates)
    .where(and(eq(templates.whatsappId, whatsappId), eq(templates.networkId, networkId)))
    .get();
}

function isChanged(row: TemplateRow | undefined, { id: _, ...values }: NetworkTemplate): boolean {
  if (!row) return true;
  return Object.entries(values).some(
    ([name, value]) => JSON.stringify(row[name as keyof TemplateRow]) !== JSON.stringify(value),
  );
}

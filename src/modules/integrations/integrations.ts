import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { name, text, verbatim, webAddress } from "../../kit/http/fields.ts";
import { refuseFields } from "../../kit/fault.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { originOf, refuseMoved } from "../../kit/net/secrets.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { botLanguages, integrationTypes, isBillingType } from "../../shared/bots.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { auditChange } from "../audit/changes.ts";
import { integrations, type Integration, type IntegrationRow } from "./table.ts";

export const integrationBody = z.object({
  type: z.enum(integrationTypes),
  name,
  projectName: text(100).optional(),
  jsonContent: text(20_000).optional(),
  language: z.enum(botLanguages).optional(),
  urlN8N: webAddress.optional(),
  secret: text(200).optional(),
  typebotSlug: text(100).optional(),
  typebotDelayMessage: z.number().int().min(0).max(60_000).optional(),
  typebotExpires: z.number().int().min(0).max(525_600).optional(),
  typebotKeywordFinish: text(50).optional(),
  typebotKeywordRestart: text(50).optional(),
  typebotRestartMessage: verbatim(2000).optional(),
  typebotUnknownMessage: verbatim(2000).optional(),
});
type Body = z.infer<typeof integrationBody>;

/** One page of twenty by name. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const where = matching(searchParam, [integrations.name]);
  const { rows, ...rest } = page(db, {
    table: integrations,
    select: db.select().from(integrations),
    where,
    order: [asc(integrations.name)],
    pageNumber,
  });
  return { queueIntegrations: rows.map(withoutSecrets), ...rest };
}

/** All of them, for a form's select. */
export const all = (db: CompanyDb): Integration[] =>
  db
    .select()
    .from(integrations)
    .orderBy(asc(integrations.name))
    .limit(5000)
    .all()
    .map(withoutSecrets);

/** Throws missing. */
export const find = (db: CompanyDb, id: number): Integration =>
  withoutSecrets(findWithSecrets(db, id));

/**
 * Creates an integration. Without a secret, a type that signs its requests gets a random one.
 * Throws invalid where a type lacks a field that it needs, or a conflict on a taken name.
 */
export function create(db: CompanyDb, body: Body, by: number | null = null): Integration {
  return db.write((tx) => {
    const made = tx
      .insert(integrations)
      .values({
        ...(isSigned(body.type) && { secret: crypto.randomUUID() }),
        ...body,
        ...insertTimestamps(db.now()),
      })
      .returning()
      .get();
    tx.update(integrations).set(derivedFields(made)).where(eq(integrations.id, made.id)).run();
    addAuditEntry(tx, { userId: by, action: "integrationCreated", subject: auditSubject(made) });
    return emitIntegration(tx, "create", findWithSecrets(db, made.id));
  });
}

/**
 * A secret that isn't given stays, unless it would go elsewhere; an empty one is removed. Throws
 * missing, invalid where a type lacks what it needs, or a conflict on a taken name.
 */
export function update(
  db: CompanyDb,
  id: number,
  body: Partial<Body>,
  by: number | null = null,
): Integration {
  return db.write((tx) => {
    const before = findWithSecrets(db, id);
    const { jsonContent, ...others } = body;
    // Clients send back the empty key file that they read.
    const change = jsonContent === "" && before.type === "dialogflow" ? others : body;
    const after = { ...before, ...change };
    refuseSecretElsewhere(before, after, change);
    tx.update(integrations)
      .set({ ...change, ...derivedFields(after), ...updateTimestamps(db.now()) })
      .where(eq(integrations.id, id))
      .run();
    auditChange(tx, {
      userId: by,
      action: "integrationChanged",
      subject: auditSubject(before),
      table: integrations,
      before,
      after: findWithSecrets(db, id),
    });
    return emitIntegration(tx, "update", findWithSecrets(db, id));
  });
}

/** Deletes an integration; its tickets wait for people. Throws missing. */
export function remove(db: CompanyDb, id: number, by: number | null = null) {
  return db.write((tx) => {
    addAuditEntry(tx, {
      userId: by,
      action: "integrationDeleted",
      subject: auditSubject(findWithSecrets(db, id)),
    });
    tx.delete(integrations).where(eq(integrations.id, id)).run();
    tx.emit("queueIntegration", "delete", { queueIntegrationId: id }, { to: "admins" });
    return {};
  });
}

/** Fields that follow from others, once the type has what it needs. */
function derivedFields(row: IntegrationRow): Pick<IntegrationRow, "projectName"> {
  refuseIncomplete(row);
  return { projectName: row.type === "dialogflow" ? row.projectName : row.name };
}

/**
 * Throws invalid where the stored secret would sign what is sent to another server than the one it
 * was typed for. rules.md#secrets-and-addresses
 */
export const refuseSecretElsewhere = (
  before: IntegrationRow,
  after: Pick<IntegrationRow, "urlN8N">,
  typed: { secret?: string },
) =>
  refuseMoved(
    [originOf(before.urlN8N), originOf(after.urlN8N)],
    { secret: before.secret !== "" },
    typed,
  );

/** Throws invalid where a type lacks what it needs to be called. */
export function refuseIncomplete({
  type,
  projectName,
  jsonContent,
  urlN8N,
  typebotSlug,
  secret,
}: IntegrationTarget) {
  // Billing keeps its address and credentials in the settings.
  if (isBillingType(type)) return;
  const isAgent = type === "dialogflow";
  refuseFields({
    ...(isAgent && projectName === "" && { projectName: "required" }),
    ...(isAgent && keyFileFault(jsonContent)),
    ...(!isAgent && urlN8N === "" && { urlN8N: "required" }),
    ...(type === "typebot" && typebotSlug === "" && { typebotSlug: "required" }),
    // Requests to flows are always signed.
    ...(isSigned(type) && secret === "" && { secret: "required" }),
  });
}

/** The fields that decide which service is called, and with which credentials. */
export type IntegrationTarget = Pick<
  IntegrationRow,
  "type" | "projectName" | "jsonContent" | "urlN8N" | "typebotSlug" | "secret"
>;

const keyFile = z.object({ client_email: z.string().min(1), private_key: z.string().min(1) });

function keyFileFault(text: string): { jsonContent?: string } {
  if (text === "") return { jsonContent: "required" };
  return keyFile.safeParse(parseOrUndefined(text)).success ? {} : { jsonContent: "invalid" };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function emitIntegration(tx: Tx, action: "create" | "update", row: IntegrationRow): Integration {
  const queueIntegration = withoutSecrets(row);
  tx.emit("queueIntegration", action, { queueIntegration }, { to: "admins" });
  return queueIntegration;
}

function withoutSecrets({ jsonContent, secret, ...row }: IntegrationRow): Integration {
  return { ...row, hasSecret: (row.type === "dialogflow" ? jsonContent : secret) !== "" };
}

const auditSubject = ({ id, name }: IntegrationRow) => `integration ${id} ${name}`;

/** An integration with its secrets. Throws missing. */
export function findWithSecrets(db: CompanyDb, id: number): IntegrationRow {
  const row = db.select().from(integrations).where(eq(integrations.id, id)).get();
  if (!row) throw notFound();
  return row;
}

/** Whether what is sent to an integration of a type is signed. */
const isSigned = (type: string) => type === "n8n" || type === "webhook";

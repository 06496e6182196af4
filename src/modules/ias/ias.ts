import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { chat } from "../../bots/chat.ts";
import { id, name, text, webAddress } from "../../kit/http/fields.ts";
import { Fault, refuseFields } from "../../kit/fault.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { originOf, refuseMoved } from "../../kit/net/secrets.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { auditChange } from "../audit/changes.ts";
import { ias, type Ia, type IaRow } from "./table.ts";

const ollama = 3;
/** How long (ms) a screen waits for an AI's answer. */
const timeout = 25_000;

export const iaBody = z.object({
  type: z.union([z.literal(1), z.literal(2), z.literal(ollama)]),
  name,
  model: text(100, 1),
  url: webAddress.optional(),
  prompt: text(20_000, 1),
  token: text(500).optional(),
  isActive: z.boolean().optional(),
  maxTokens: z.number().int().min(10).max(8000).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxMessages: z.number().int().min(0).max(50).optional(),
  transcriptionModel: text(100).optional(),
  queueId: id.nullable().optional(),
  userId: id.nullable().optional(),
});
type Body = z.infer<typeof iaBody>;

/** One page of twenty by name. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(db, {
    table: ias,
    select: db.select().from(ias),
    where: matching(searchParam, [ias.name]),
    order: [asc(ias.name)],
    pageNumber,
  });
  return { ias: rows.map(withoutToken), ...rest };
}

/** All of them, for a form's select. */
export const all = (db: CompanyDb): Ia[] =>
  db.select().from(ias).orderBy(asc(ias.name)).limit(5000).all().map(withoutToken);

/** Throws missing. */
export const find = (db: CompanyDb, id: number): Ia => withoutToken(findWithToken(db, id));

/** Throws invalid where a type lacks what it needs, or a conflict on a taken name. */
export function create(db: CompanyDb, body: Body, by: number | null = null): Ia {
  return db.write((tx) => {
    refuseMissingReferences(tx, ias, body);
    const made = tx
      .insert(ias)
      .values({ userId: by, ...body, ...insertTimestamps(db.now()) })
      .returning()
      .get();
    refuseInvalid(made);
    addAuditEntry(tx, { userId: by, action: "iaCreated", subject: auditSubject(made) });
    return emitIa(tx, "create", made);
  });
}

/**
 * A key that isn't given stays, unless it would go elsewhere. Throws missing, invalid where a type
 * lacks what it needs, or a conflict on a taken name.
 */
export function update(
  db: CompanyDb,
  id: number,
  body: Partial<Body>,
  by: number | null = null,
): Ia {
  return db.write((tx) => {
    const before = findWithToken(db, id);
    refuseMissingReferences(tx, ias, body);
    const { token, ...others } = body;
    // Clients send back the empty token that they read.
    const change = token === "" && (body.type ?? before.type) !== ollama ? others : body;
    const after = tx
      .update(ias)
      .set({ ...change, ...updateTimestamps(db.now()) })
      .where(eq(ias.id, id))
      .returning()
      .get();
    refuseInvalid(after);
    refuseMoved([endpointOf(before), endpointOf(after)], { token: before.token !== "" }, change);
    auditChange(tx, {
      userId: by,
      action: "iaChanged",
      subject: auditSubject(before),
      table: ias,
      before,
      after,
    });
    return emitIa(tx, "update", after);
  });
}

/** Deletes an AI; its tickets wait for people. Throws missing. */
export function remove(db: CompanyDb, id: number, by: number | null = null) {
  return db.write((tx) => {
    addAuditEntry(tx, {
      userId: by,
      action: "iaDeleted",
      subject: auditSubject(findWithToken(db, id)),
    });
    tx.delete(ias).where(eq(ias.id, id)).run();
    tx.emit("ias", "delete", { iasId: id }, { to: "admins" });
    return {};
  });
}

/** Asks an AI as a new customer would. Throws missing, and a conflict when it does not answer. */
export async function ask(db: CompanyDb, http: HttpClient, id: number, { text }: { text: string }) {
  try {
    const { texts, transfer } = await chat(
      http,
      findWithToken(db, id),
      [],
      { text, who: { name: "", firstName: "", number: "" } },
      AbortSignal.timeout(timeout),
    );
    return { text: texts.join("\n\n"), transfer };
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    throw new Fault("conflict", "ERR_IA_FAILED", { message: "A IA não respondeu" });
  }
}

function refuseInvalid({ type, url, token, transcriptionModel }: IaRow) {
  refuseFields({
    ...(type === ollama && url === "" && { url: "required" }),
    ...(type !== ollama && token === "" && { token: "required" }),
    ...(type !== 1 && transcriptionModel !== "" && { transcriptionModel: "invalid" }),
  });
}

/** The service that gets the key. */
const endpointOf = ({ type, url }: IaRow) => originOf(url) || String(type);

function emitIa(tx: Tx, action: "create" | "update", row: IaRow): Ia {
  const ia = withoutToken(row);
  tx.emit("ias", action, { ias: ia }, { to: "admins" });
  return ia;
}

const withoutToken = ({ token, ...row }: IaRow): Ia => ({ ...row, hasSecret: token !== "" });

const auditSubject = ({ id, name }: IaRow) => `ia ${id} ${name}`;

/** An AI with its key. Throws missing. */
export function findWithToken(db: CompanyDb, id: number): IaRow {
  const row = db.select().from(ias).where(eq(ias.id, id)).get();
  if (!row) throw notFound();
  return row;
}

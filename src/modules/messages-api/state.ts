import { and, eq, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import { media } from "../../kit/db/media.ts";
import { notFound } from "../../kit/db/page.ts";
import type { ApiCaller } from "../../kit/http/auth-context.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { messages } from "../messages/table.ts";
import { apiMessages } from "./table.ts";

/** A message's states by `ack`, from -1. */
export const messageStates = ["failed", "queued", "sent", "delivered", "read", "played"] as const;

// A token of all connections sees the messages of each.
const isOfCaller = sql`coalesce(${sql.placeholder("connectionId")}, ${messages.whatsappId}) = ${messages.whatsappId}`;

const stateQuery = query((db) =>
  db
    .select({
      messageId: messages.id,
      ack: messages.ack,
      reason: messages.reason,
      ticketId: messages.ticketId,
      createdAt: messages.createdAt,
      updatedAt: messages.updatedAt,
    })
    .from(apiMessages)
    .innerJoin(messages, eq(messages.id, apiMessages.messageId))
    .where(and(eq(apiMessages.messageId, sql.placeholder("id")), isOfCaller)),
);

const fileQuery = query((db) =>
  db
    .select({ sha256: media.sha256, name: media.name, type: media.type })
    .from(messages)
    .innerJoin(media, eq(media.id, messages.mediaId))
    .where(and(eq(messages.id, sql.placeholder("id")), isOfCaller, eq(messages.isDeleted, false))),
);

/**
 * The file of a message of the token's connection, from either side. Throws missing where there is
 * none, and a conflict while it is still on its way. rules.md#messages-api
 */
export function messageFile(
  db: CompanyDb,
  { connectionId }: Pick<ApiCaller, "connectionId">,
  id: number,
) {
  const file = fileQuery(db).get({ id, connectionId });
  if (!file) throw notFound();
  if (file.sha256 === "")
    throw new Fault("conflict", "ERR_FILE_NOT_HERE", {
      message: "O arquivo ainda não chegou",
    });
  return { path: db.files.path(file.sha256), type: file.type, name: file.name };
}

/**
 * How far a message came that was sent by the API on the token's connection. Throws missing for any
 * other.
 */
export function stateOf(
  db: CompanyDb,
  { connectionId }: Pick<ApiCaller, "connectionId">,
  id: number,
) {
  const row = stateQuery(db).get({ id, connectionId });
  if (!row) throw notFound();
  return { ...row, status: messageStates[row.ack + 1]! };
}

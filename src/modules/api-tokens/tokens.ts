import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { id, line } from "../../kit/http/fields.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import { hashed, newToken } from "../../kit/http/tokens.ts";
import {
  companyScopes,
  maxTokens,
  messageScopes,
  tokenPrefix,
  tokenRate,
  tokenScopes,
} from "../../shared/api-tokens.ts";
import { addAuditEntry } from "../audit/audit.ts";
import * as connections from "../connections/connections.ts";
import { apiTokens, type ApiToken, type ApiTokenRow } from "./table.ts";

/** The readable characters of a stored token, by which people tell tokens apart. */
const prefixLength = 12;

const scopes = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length);
const perMinute = z.number().int().min(tokenRate.min).max(tokenRate.max).default(tokenRate.usual);

/** A token of one connection. */
export const tokenBody = z
  .object({
    name: line(50, 2).default("API"),
    scopes: scopes.default([...messageScopes]),
    perMinute,
  })
  .prefault({});

/** A token of a connection, or of all where `whatsappId` is null. */
export const companyTokenBody = z.object({
  name: line(50, 2),
  scopes,
  whatsappId: id.nullable().default(null),
  perMinute,
});

/**
 * A company's tokens by age, the oldest first; with `connectionId` only those of one connection, or
 * of all connections where it is null.
 */
export const list = (
  control: Control,
  companyId: number,
  connectionId?: number | null,
): ApiToken[] =>
  control
    .select()
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.companyId, companyId),
        connectionId === undefined
          ? undefined
          : connectionId === null
            ? isNull(apiTokens.connectionId)
            : eq(apiTokens.connectionId, connectionId),
      ),
    )
    .orderBy(asc(apiTokens.id))
    .all()
    .map(visible);

/**
 * A new token for a connection, or for all where that is null. Only its hash is stored: this answer is the only one with the
 * token. Throws missing, invalid for scopes that no connection has alone, and a conflict at too
 * many. rules.md#api-tokens
 */
export function issue(
  db: CompanyDb,
  control: Control,
  connectionId: number | null,
  { name, scopes, perMinute }: z.infer<typeof tokenBody>,
  by: number,
): ApiToken & { token: string } {
  if (connectionId !== null && scopes.some((scope) => companyScopes.includes(scope)))
    throw invalidFields({ scopes: "invalid" });
  const token = `${tokenPrefix}${newToken()}`;
  const prefix = token.slice(0, prefixLength);
  const values = {
    companyId: db.company,
    connectionId,
    name,
    scopes: [...new Set(scopes)],
    perMinute,
    hash: hashed(token),
    prefix,
    createdAt: new Date(db.now()),
  };
  const row = db.write((tx) => {
    const subject = subjectOf(db, connectionId);
    if (list(control, db.company, connectionId).length >= maxTokens)
      throw new Fault("conflict", "ERR_TOO_MANY_TOKENS", {
        message: `São no máximo ${maxTokens} tokens`,
        details: { limit: maxTokens },
      });
    addAuditEntry(tx, {
      userId: by,
      action: "tokenIssued",
      subject,
      details: { name, token: `${prefix}…` },
    });
    // Last, since it commits in another file: if it fails, the transaction rolls back.
    const made = visible(
      control.write((controlTx) => controlTx.insert(apiTokens).values(values).returning().get()),
    );
    tx.emit("apiToken", "create", { record: made }, { to: "admins" });
    return made;
  });
  return { ...row, token };
}

/** Revokes a token at once. Throws missing. */
export function revoke(db: CompanyDb, control: Control, id: number, by: number) {
  const row = control
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.companyId, db.company), eq(apiTokens.id, id)))
    .get();
  if (!row) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
  return revokeAll(db, control, [row], by);
}

/**
 * Revokes the tokens of a connection, if it has any. Throws missing when there is no such
 * connection.
 */
export function revokeOf(db: CompanyDb, control: Control, connectionId: number, by: number) {
  connections.find(db, connectionId);
  const rows = control
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.companyId, db.company), eq(apiTokens.connectionId, connectionId)))
    .all();
  return revokeAll(db, control, rows, by);
}

function revokeAll(db: CompanyDb, control: Control, rows: ApiTokenRow[], by: number) {
  if (rows.length === 0) return {};
  return db.write((tx) => {
    for (const { id, connectionId, name, prefix } of rows) {
      addAuditEntry(tx, {
        userId: by,
        action: "tokenRevoked",
        subject: subjectOf(db, connectionId),
        details: { name, token: `${prefix}…` },
      });
      tx.emit("apiToken", "delete", { id }, { to: "admins" });
    }
    control.write((controlTx) => {
      for (const { id } of rows) controlTx.delete(apiTokens).where(eq(apiTokens.id, id)).run();
    });
    return {};
  });
}

const subjectOf = (db: CompanyDb, connectionId: number | null) =>
  connectionId === null
    ? "all connections"
    : connections.auditSubject(connections.find(db, connectionId));

const visible = ({
  id,
  connectionId,
  name,
  scopes,
  perMinute,
  prefix,
  createdAt,
  lastUsedAt,
}: ApiTokenRow): ApiToken => ({
  id,
  name,
  scopes,
  perMinute,
  prefix,
  createdAt,
  lastUsedAt,
  whatsappId: connectionId,
});

import { and, eq } from "drizzle-orm";
import type { Control, ControlTx, Store } from "../../kit/store.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { auditSubject, find, withoutQrcode } from "./connections.ts";
import { apiTokens, type ApiToken } from "./table.ts";

/** How many characters of a token are kept readable, so that people can tell tokens apart. */
const prefixLength = 12;

/** What is shown of a company's tokens, by connection. */
export function ofCompany(control: Control, companyId: number): Map<number, ApiToken> {
  const rows = control.db.select().from(apiTokens).where(eq(apiTokens.companyId, companyId)).all();
  return new Map(rows.map(({ connectionId, prefix, createdAt, lastUsedAt }) => [connectionId, { prefix, createdAt, lastUsedAt }]));
}

/** A new token for a connection, in place of the one before. Only its hash is stored: this answer is the only one with the token. Throws missing. rules.md#api-tokens */
export function issue(store: Store, control: Control, id: number, by: number): { token: string } {
  const token = `bal_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")}`;
  const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
  const prefix = token.slice(0, prefixLength);
  const createdAt = new Date(store.now());
  store.write((tx) => {
    const connection = find(store, id);
    addAuditEntry(tx, { userId: by, action: "tokenIssued", subject: auditSubject(connection), details: { token: `${prefix}…` } });
    tx.emit("whatsapp", "update", { whatsapp: { ...withoutQrcode(connection), token: { prefix, createdAt, lastUsedAt: null } } }, { to: "admins" });
    // Last, since it commits in another file: if it fails, nothing of this stays.
    control.write((controlTx) => {
      deleteToken(controlTx, store.company, id);
      controlTx.insert(apiTokens).values({ companyId: store.company, connectionId: id, hash, prefix, createdAt }).run();
    });
  });
  return { token };
}

/** Revokes a connection's token, if it has one. Throws missing when there is no such connection. */
export function revoke(store: Store, control: Control, id: number, by: number) {
  return store.write((tx) => {
    const connection = find(store, id);
    const token = ofCompany(control, store.company).get(id);
    if (!token) return {};
    addAuditEntry(tx, { userId: by, action: "tokenRevoked", subject: auditSubject(connection), details: { token: `${token.prefix}…` } });
    tx.emit("whatsapp", "update", { whatsapp: { ...withoutQrcode(connection), token: null } }, { to: "admins" });
    control.write((controlTx) => deleteToken(controlTx, store.company, id));
    return {};
  });
}

function deleteToken(controlTx: ControlTx, companyId: number, connectionId: number) {
  controlTx.delete(apiTokens).where(and(eq(apiTokens.companyId, companyId), eq(apiTokens.connectionId, connectionId))).run();
}


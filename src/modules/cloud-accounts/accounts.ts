import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { CloudAccount } from "../../channel/cloud/graph.ts";
import { Fault, refuseFields } from "../../kit/fault.ts";
import type { Seals } from "../../kit/files/seal.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { type CloudBody, usualVersion } from "./body.ts";
import { cloudAccounts, type CloudAccountFields, type CloudAccountRow } from "./table.ts";

/**
 * Stores the account of a connection, in the transaction that stores the connection. A secret that
 * is not given stays. Throws invalid where a field is missing, and a conflict where another
 * connection has the number. rules.md#cloud-accounts
 */
export function saveAccount(
  tx: Tx,
  seals: Seals,
  connection: { id: number; name: string },
  body: CloudBody,
  by: number | null,
) {
  const before = rowOf(tx, connection.id);
  if (Object.values(body).every((value) => value === undefined) && before) return;
  refuseFields(
    Object.fromEntries(
      required.flatMap((name) => ((body[name] ?? before?.[name]) ? [] : [[name, "required"]])),
    ),
  );
  const sealed = (name: "accessToken" | "appSecret") =>
    body[name] === undefined
      ? before![name]
      : seals.seal(label(connection.id, name), Buffer.from(body[name]));
  const row: CloudAccountRow = {
    connectionId: connection.id,
    phoneNumberId: body.phoneNumberId ?? before!.phoneNumberId,
    wabaId: body.wabaId ?? before!.wabaId,
    accessToken: sealed("accessToken"),
    appSecret: sealed("appSecret"),
    apiVersion: body.apiVersion ?? before?.apiVersion ?? usualVersion,
    verifyToken: before?.verifyToken ?? randomBytes(24).toString("base64url"),
    path: before?.path ?? crypto.randomUUID(),
    isLinked: before?.isLinked ?? true,
    lastWebhookAt: before?.lastWebhookAt ?? null,
    forged: before?.forged ?? 0,
    forgedAt: before?.forgedAt ?? null,
  };
  refuseTaken(tx, row);
  tx.insert(cloudAccounts)
    .values(row)
    .onConflictDoUpdate({ target: cloudAccounts.connectionId, set: row })
    .run();
  if (before)
    addAuditEntry(tx, {
      userId: by,
      action: "cloudAccountChanged",
      subject: `connection ${connection.id} ${connection.name}`,
      details: { fields: Object.keys(body).filter((name) => body[name as keyof CloudBody]) },
    });
}

/** The fields that admins see; undefined for a connection without an account. */
export function accountFields(db: CompanyDb, id: number): CloudAccountFields | undefined {
  const row = rowOf(db, id);
  if (!row) return undefined;
  const { phoneNumberId, wabaId, apiVersion, verifyToken, path, lastWebhookAt } = row;
  const webhookPath = `/cloud/${path}`;
  return { phoneNumberId, wabaId, apiVersion, verifyToken, webhookPath, lastWebhookAt };
}

/**
 * The account with its secrets open, for the channel; undefined for a connection without one, and
 * where another box sealed it.
 */
export function openAccount(
  db: CompanyDb,
  seals: Seals,
  id: number,
): (CloudAccount & { isLinked: boolean }) | undefined {
  const row = rowOf(db, id);
  if (!row) return undefined;
  const open = (name: "accessToken" | "appSecret") =>
    seals.open(label(id, name), row[name]).toString();
  try {
    return { ...row, accessToken: open("accessToken"), appSecret: open("appSecret") };
  } catch {
    return undefined;
  }
}

/** The label of a sealed secret: no other row's can take its place. */
export const label = (connection: number, name: "accessToken" | "appSecret") =>
  ["cloudAccount", connection, name] as const;

const required = ["phoneNumberId", "wabaId", "accessToken", "appSecret"] as const;

const rowOf = (db: CompanyDb, id: number) =>
  db.select().from(cloudAccounts).where(eq(cloudAccounts.connectionId, id)).get();

/** Meta sends a number's messages to one address: of two connections one would get nothing. */
function refuseTaken(tx: Tx, { phoneNumberId, connectionId }: CloudAccountRow) {
  const other = tx
    .select({ id: cloudAccounts.connectionId })
    .from(cloudAccounts)
    .where(eq(cloudAccounts.phoneNumberId, phoneNumberId))
    .get();
  if (other && other.id !== connectionId) throw numberTaken();
}

export const numberTaken = () =>
  new Fault("conflict", "ERR_CLOUD_NUMBER_TAKEN", {
    message: "Outra conexão já usa este número",
    fields: { phoneNumberId: "taken" },
  });

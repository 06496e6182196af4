import { eq } from "drizzle-orm";
import { z } from "zod";
import { notFound } from "../../kit/db/page.ts";
import { emitRow } from "../../kit/http/crud.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault, refuseFields } from "../../kit/fault.ts";
import { line, text } from "../../kit/http/fields.ts";
import { secureAddress } from "../../kit/http/secure-address.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { originOf, refuseMoved } from "../../kit/net/secrets.ts";
import { pixKey } from "../../pix/pix.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { store } from "../stores/stores.ts";
import { stores } from "../stores/table.ts";
import { isCertificate } from "../subscription/billing.ts";
import { createEfi } from "../subscription/efi.ts";
import type { Gateway } from "../subscription/gateway.ts";
import { pixAccounts, type PixAccount, type PixAccountRow } from "./table.ts";

export const accountBody = z
  .object({
    pixKey: line(77, 1)
      .refine((typed) => pixKey(typed) !== undefined, "invalid")
      .transform((typed) => pixKey(typed)!.value),
    efiUrl: secureAddress,
    clientId: line(200, 1),
    clientSecret: line(200, 1),
    certificate: text(20_000).refine((pem) => isCertificate(pem), "invalid"),
  })
  .partial();
type Body = z.infer<typeof accountBody>;

/** The account of a store; null where it has none. Throws missing for an unknown store. */
export function find(db: CompanyDb, storeId: number): PixAccount | null {
  refuseUnknownStore(db, storeId);
  const row = rowOf(db, storeId);
  return row ? visible(row) : null;
}

/**
 * Stores the account of a store. A secret that is not given stays, unless its address changes.
 * Throws missing for an unknown store, invalid where a field is missing. rules.md#pix-accounts
 */
export function put(db: CompanyDb, by: number, storeId: number, body: Body): PixAccount {
  return db.write((tx) => {
    refuseUnknownStore(tx, storeId);
    const before = rowOf(tx, storeId);
    if (before)
      refuseMoved(
        [originOf(before.efiUrl), originOf(body.efiUrl ?? before.efiUrl)],
        { clientSecret: true, certificate: true },
        body,
      );
    const after = { ...before, ...body };
    refuseFields(
      Object.fromEntries(
        accountFields.flatMap((name) => (after[name] ? [] : [[name, "required"]])),
      ),
    );
    const row = { ...(after as PixAccountRow), id: storeId, updatedAt: new Date(tx.now()) };
    tx.insert(pixAccounts)
      .values(row)
      .onConflictDoUpdate({ target: pixAccounts.id, set: row })
      .run();
    addAuditEntry(tx, {
      userId: by,
      action: "pixAccountChanged",
      subject: `store ${storeId}`,
      details: { fields: Object.keys(body) },
    });
    emitRow(tx, store, "update", storeId);
    return visible(row);
  });
}

/** Removes the account of a store. Charges that were made are not followed any more. */
export function remove(db: CompanyDb, by: number, storeId: number) {
  return db.write((tx) => {
    refuseUnknownStore(tx, storeId);
    tx.delete(pixAccounts).where(eq(pixAccounts.id, storeId)).run();
    addAuditEntry(tx, {
      userId: by,
      action: "pixAccountRemoved",
      subject: `store ${storeId}`,
    });
    emitRow(tx, store, "update", storeId);
    return {};
  });
}

/**
 * Registers the box's public address for the gateway's notices. Throws a conflict without such an
 * address by HTTPS or without an account, unready where the gateway refuses.
 */
export async function askToBeTold(
  db: CompanyDb,
  httpClient: HttpClient,
  storeId: number,
  publicUrl: string | undefined,
) {
  if (!publicUrl?.startsWith("https://"))
    throw new Fault("conflict", "ERR_NO_PUBLIC_URL", {
      message: "O servidor precisa de um endereço público com HTTPS (public_url)",
    });
  const gateway = gatewayOf(db, httpClient, storeId);
  if (!gateway) throw notFound("Esta loja não tem conta de Pix");
  const url = `${publicUrl.replace(/\/+$/, "")}/api/pix-accounts/notices/${db.company}`;
  try {
    await gateway.tellAt?.(url);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    throw new Fault("unready", "ERR_GATEWAY_REFUSED", {
      message: "A Efí não aceitou o cadastro. Confira os dados e tente de novo",
    });
  }
  return { url };
}

/** The gateway of a store's account; undefined for a store without one. */
export function gatewayOf(
  db: CompanyDb,
  httpClient: HttpClient,
  storeId: number,
): Gateway | undefined {
  const account = rowOf(db, storeId);
  return account && createEfi(httpClient, { ...account, url: account.efiUrl }, db.now);
}

const accountFields = ["pixKey", "efiUrl", "clientId", "clientSecret", "certificate"] as const;

const rowOf = (db: CompanyDb, storeId: number) =>
  db.select().from(pixAccounts).where(eq(pixAccounts.id, storeId)).get();

const visible = ({ clientSecret, certificate, ...account }: PixAccountRow): PixAccount => ({
  ...account,
  hasClientSecret: clientSecret !== "",
  hasCertificate: certificate !== "",
});

function refuseUnknownStore(db: CompanyDb, id: number) {
  if (!db.select({ id: stores.id }).from(stores).where(eq(stores.id, id)).get())
    throw notFound("Loja não encontrada");
}

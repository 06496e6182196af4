import { createPrivateKey, X509Certificate } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { line, text } from "../../kit/http/fields.ts";
import { secureAddress } from "../../kit/http/secure-address.ts";
import { refuseFields } from "../../kit/fault.ts";
import type { Seals } from "../../kit/files/seal.ts";
import { originOf, refuseMoved } from "../../kit/net/secrets.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { pixKey } from "../../pix/pix.ts";
import { gateways } from "../../shared/invoices.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { billing, type Billing, type BillingRow } from "./table.ts";

export const billingBody = z
  .object({
    gateway: z.enum(gateways),
    pixKey: line(77).refine((typed) => typed === "" || pixKey(typed) !== undefined, "invalid"),
    merchantName: line(25),
    merchantCity: line(15),
    efiUrl: secureAddress,
    clientId: line(200),
    clientSecret: line(200),
    certificate: text(20_000).refine((pem) => pem === "" || isCertificate(pem), "invalid"),
  })
  .partial();

export const readBilling = (control: Control): BillingRow =>
  control.select().from(billing).where(eq(billing.id, 1)).get()!;

/** Whether invoices can be paid by Pix. Screens check it before they ask for an address. */
export const canBePaid = (control: Control): boolean => readBilling(control).pixKey !== "";

export function shownBilling({
  id: _,
  clientSecret,
  certificate,
  ...visible
}: BillingRow): Billing {
  return {
    ...visible,
    hasClientSecret: clientSecret !== null,
    hasCertificate: certificate !== null,
  };
}

/**
 * Changes the billing settings. A secret that isn't given stays, unless it would go elsewhere; an
 * empty one is removed. Throws invalid where a payment method lacks a field that it needs.
 */
export function changeBilling(
  control: Control,
  db: CompanyDb,
  seals: Seals,
  body: z.infer<typeof billingBody>,
  by: number,
): Billing {
  const { clientSecret, certificate, ...plain } = body;
  const before = readBilling(control);
  const after: BillingRow = {
    ...before,
    ...plain,
    ...updateTimestamps(control.now()),
    ...(plain.pixKey && { pixKey: pixKey(plain.pixKey)!.value }),
    ...(clientSecret !== undefined && {
      clientSecret: sealed(seals, "clientSecret", clientSecret),
    }),
    ...(certificate !== undefined && { certificate: sealed(seals, "certificate", certificate) }),
  };
  refuseMoved(
    [originOf(before.efiUrl), originOf(after.efiUrl)],
    { clientSecret: before.clientSecret !== null, certificate: before.certificate !== null },
    body,
  );
  refuseIncomplete(after);
  db.write((tx) => {
    addAuditEntry(tx, {
      userId: by,
      action: "settingChanged",
      subject: "setting billing",
      details: { fields: Object.keys(body) },
    });
    // Last, since it commits in another file: if it fails, nothing of this stays.
    control.write((controlTx) => {
      controlTx.update(billing).set(after).where(eq(billing.id, 1)).run();
    });
  });
  return shownBilling(after);
}

type Secret = "clientSecret" | "certificate";

/** A secret of the settings; undefined without one, or if another box sealed it. */
export function openSecret(seals: Seals, row: BillingRow, name: Secret): string | undefined {
  try {
    return row[name] ? seals.open(labelOf(name), row[name]).toString() : undefined;
  } catch {
    return undefined;
  }
}

const sealed = (seals: Seals, name: Secret, secret: string) =>
  secret === "" ? null : seals.seal(labelOf(name), Buffer.from(secret));
const labelOf = (name: Secret) => ["billing", name];

function refuseIncomplete({
  gateway,
  pixKey,
  merchantName,
  merchantCity,
  efiUrl,
  clientId,
  clientSecret,
  certificate,
}: BillingRow) {
  const required =
    gateway === "efi"
      ? { pixKey, efiUrl, clientId, clientSecret, certificate }
      : pixKey
        ? { merchantName, merchantCity }
        : {};
  refuseFields(
    Object.fromEntries(
      Object.entries(required).flatMap(([name, value]) => (value ? [] : [[name, "required"]])),
    ),
  );
}

/** PEM with a certificate and the key that belongs to it. */
export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
}

import type { Seals } from "../../kit/files/seal.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { pixCode } from "../../pix/pix.ts";
import { centsOf } from "../../shared/money.ts";
import type { GatewayName } from "../../shared/invoices.ts";
import { openSecret } from "./billing.ts";
import type { Invoice } from "../invoices/table.ts";
import { createEfi } from "./efi.ts";
import type { Gateway } from "./gateway.ts";
import type { BillingRow } from "./table.ts";

export type GatewayServices = { httpClient: HttpClient; seals: Seals };

/**
 * The gateway of this name, as it is set up. Throws RequestFailed where its secrets are missing.
 */
export function gatewayOf(
  { httpClient, seals }: GatewayServices,
  billing: BillingRow,
  now: () => number,
  name: GatewayName = billing.gateway,
): InvoiceGateway {
  if (name === "pix") return ownPix(billing);
  const { efiUrl: url, pixKey, clientId } = billing;
  const [clientSecret, certificate] = [
    openSecret(seals, billing, "clientSecret"),
    openSecret(seals, billing, "certificate"),
  ];
  if (!clientSecret || !certificate) throw new RequestFailed("misconfigured");
  const efi = createEfi(httpClient, { url, pixKey, clientId, clientSecret, certificate }, now);
  return {
    ...efi,
    charge: ({ id, rest }) => efi.charge({ value: rest, note: `#Fatura:${id}` }),
  };
}

/** A gateway that makes charges of the rest of an invoice. */
type InvoiceGateway = Omit<Gateway, "charge"> & {
  charge(invoice: Invoice): ReturnType<Gateway["charge"]>;
};

/**
 * A code with the platform's own key. The box gets no report of payments: its owner marks the
 * invoice as paid.
 */
const ownPix = ({
  pixKey: key,
  merchantName: name,
  merchantCity: city,
}: BillingRow): InvoiceGateway => ({
  async charge({ id, rest, detail }) {
    const txid = `FATURA${id}`;
    return {
      txid,
      code: pixCode({
        key,
        name,
        city,
        amount: centsOf(rest),
        txid,
        description: `Fatura ${id} ${detail}`,
      }),
      expiresAt: null,
      checkAt: null,
    };
  },
});

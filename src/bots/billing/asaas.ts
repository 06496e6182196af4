import { z } from "zod";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { asker, ifAny, wayToPay } from "./ask.ts";
import type { BillingProvider } from "./provider.ts";

export type AsaasAccess = { key: string };

/** Fixed: the key itself shows whether it belongs to the sandbox. */
const addressOf = (key: string) =>
  key.startsWith("$aact_hmlg_") ? "https://api-sandbox.asaas.com/v3" : "https://api.asaas.com/v3";

const customers = z.object({
  data: z.array(z.object({ id: z.string().min(1), name: z.string().default("") })),
});
const payments = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      value: z.number(),
      dueDate: z.iso.date(),
      invoiceUrl: wayToPay,
      bankSlipUrl: wayToPay,
    }),
  ),
});
const pixQrCode = z.object({ payload: wayToPay, encodedImage: z.string().nullish() });
const identification = z.object({ identificationField: wayToPay });

/** Charges at Asaas. */
export function asaas(
  http: HttpClient,
  { key }: AsaasAccess,
  signal?: AbortSignal,
): BillingProvider {
  if (key === "") throw new RequestFailed("misconfigured");
  const { json } = asker(http, addressOf(key), signal);
  const request = { headers: { access_token: key, accept: "application/json" } };
  const charges = async (customer: string, status: string) =>
    (
      await json(
        `/payments?customer=${encodeURIComponent(customer)}&status=${status}&limit=20`,
        payments,
        request,
      )
    ).data;
  return {
    async find(document) {
      const { data } = await json(`/customers?cpfCnpj=${document}`, customers, request);
      const [customer] = data;
      if (!customer) return undefined;
      const [overdue, pending] = await Promise.all([
        charges(customer.id, "OVERDUE"),
        charges(customer.id, "PENDING"),
      ]);
      const bills = [...overdue, ...pending].map(
        ({ id, value, dueDate, bankSlipUrl, invoiceUrl }) => ({
          id,
          value: Math.round(value * 100),
          due: dueDate,
          link: bankSlipUrl ?? invoiceUrl,
        }),
      );
      return { ...customer, bills };
    },
    async copy({ id, link }) {
      const path = `/payments/${encodeURIComponent(id)}`;
      const [pix, slip] = await Promise.all([
        ifAny(json(`${path}/pixQrCode`, pixQrCode, request)),
        ifAny(json(`${path}/identificationField`, identification, request)),
      ]);
      return {
        line: slip?.identificationField,
        pix: pix?.payload,
        qrCode: pix?.encodedImage ? Buffer.from(pix.encodedImage, "base64") : undefined,
        link,
      };
    },
  };
}

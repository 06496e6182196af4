import { eq } from "drizzle-orm";
import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { id, line, zipCode } from "../../kit/http/fields.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { supportOf } from "../companies/standing.ts";
import { companies } from "../companies/table.ts";
import { find } from "../invoices/invoices.ts";
import { refuseSettled } from "../invoices/mark-paid.ts";
import type { Charge, Invoice } from "../invoices/table.ts";
import { canBePaid } from "./billing.ts";
import { chargeFor, type BillingServices } from "./charges.ts";

export const subscriptionBody = z.object({
  invoiceId: id,
  name: line(100, 1),
  address: line(250, 1),
  city: line(150, 1),
  state: line(60).optional(),
  zipCode: line(20, 1).pipe(zipCode),
  country: line(60, 1),
});
type Body = z.infer<typeof subscriptionBody>;

/**
 * Makes the Pix charge of an invoice, at the invoice's own price, and stores the payer. Throws
 * missing for another company's, a conflict where nothing is owed, or no Pix key is set.
 * rules.md#checkout
 */
export async function subscribe(
  services: BillingServices,
  company: number,
  { invoiceId, ...payer }: Body,
) {
  const { control } = services.dbs;
  const invoice = find(control, company, invoiceId);
  refuseSettled(invoice);
  if (!canBePaid(control))
    throw new Fault("conflict", "ERR_NO_PIX_KEY", {
      message: `O pagamento por Pix ainda não está disponível. Fale com ${supportOf(control)}`,
    });
  keepPayer(control, invoice.companyId, payer);
  return answerOf(invoice, await chargeFor(services, invoice));
}

function keepPayer(
  control: Control,
  companyId: number,
  { name, address, city, state = "", zipCode, country }: Omit<Body, "invoiceId">,
) {
  const values = {
    billingName: name,
    billingAddress: address,
    billingCity: city,
    billingState: state || null,
    billingZipCode: zipCode,
    billingCountry: country,
  };
  control.write((tx) => {
    tx.update(companies)
      .set({ ...values, ...updateTimestamps(control.now()) })
      .where(eq(companies.id, companyId))
      .run();
  });
}

/** In the words of Pix, as clients read them. */
const answerOf = (invoice: Invoice, { txid, value, code, createdAt, expiresAt }: Charge) => ({
  txid,
  status: "ATIVA",
  calendario: {
    criacao: createdAt,
    expiracao: expiresAt && Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000),
  },
  valor: { original: value },
  solicitacaoPagador: `#Fatura:${invoice.id}`,
  qrcode: { qrcode: code },
  invoiceId: invoice.id,
});

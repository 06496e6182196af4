import type { HttpClient } from "../../kit/net/http-client.ts";
import { must, stand, Wrong } from "./stand.ts";
import { png, subscribers, type SubscriberBill } from "./subscribers.ts";

export type Asked = { path: string; query: Record<string, string> };

/** A stand-in for Asaas' charges, with one key. */
export function asaasStand(key: string) {
  const state = { people: subscribers(), isRevoked: false };
  const listOf = (data: object[]) => ({
    object: "list",
    hasMore: false,
    totalCount: data.length,
    limit: 20,
    offset: 0,
    data,
  });
  const stood = stand<Asked>(
    async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      must(request.method === "GET", `a ${request.method}`);
      must(request.headers.get("access_token") === key, "another key");
      return { path: pathname, query: Object.fromEntries(searchParams) };
    },
    ({ path, query }) => {
      if (state.isRevoked)
        return Response.json(
          {
            errors: [
              { code: "invalid_access_token", description: "A chave de API fornecida é inválida" },
            ],
          },
          { status: 401 },
        );
      if (path === "/customers")
        return listOf(
          state.people
            .filter(({ document }) => document === query.cpfCnpj)
            .map(({ id, name }) => ({ object: "customer", id: `cus_${id}`, name })),
        );
      if (path === "/payments") return listOf(paymentsOf(query));
      const [, id, call] =
        /^\/payments\/pay_(\d+)\/(pixQrCode|identificationField)$/.exec(path) ?? [];
      const bill = state.people.flatMap(({ bills }) => bills).find((bill) => bill.id === id);
      if (!bill) return Response.json({}, { status: 404 });
      return call === "pixQrCode"
        ? {
            encodedImage: png.toString("base64"),
            payload: bill.pix,
            expirationDate: "2027-11-10 23:59:59",
          }
        : { identificationField: bill.line, nossoNumero: "6543", barCode: "3419" };
    },
  );

  function paymentsOf({ customer, status }: Record<string, string>) {
    if (status !== "OVERDUE" && status !== "PENDING") throw new Wrong(`status ${status}`);
    const isOverdue = ({ due }: SubscriberBill) => due < "2026-11-20";
    const bills = state.people.find(({ id }) => `cus_${id}` === customer)?.bills ?? [];
    return bills
      .filter((bill) => !bill.isPaid && isOverdue(bill) === (status === "OVERDUE"))
      .map((bill) => ({
        object: "payment",
        id: `pay_${bill.id}`,
        value: Number(bill.value),
        dueDate: bill.due,
        status,
        billingType: "BOLETO",
        invoiceUrl: `https://www.asaas.com/i/${bill.id}`,
        bankSlipUrl: `https://www.asaas.com/b/pdf/${bill.id}`,
      }));
  }

  /** An HTTP client on which Asaas' own address leads here. */
  const through = (http: HttpClient): HttpClient => ({
    request: (url, question) =>
      http.request(url.replace("https://api.asaas.com/v3", stood.url), question),
  });
  return { ...stood, state, through };
}

import { z } from "zod";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { centsOf } from "../../shared/money.ts";
import { asker, wayToPay } from "./ask.ts";
import { documentText } from "./documents.ts";
import type { BillingProvider } from "./provider.ts";

export type IxcAccess = { address: string; token: string };

const id = z.coerce.string().min(1);
const refusal = z.object({ type: z.literal("error") });
const customer = z.object({ id, razao: z.string().default("") });
const receivable = z.object({
  id,
  valor: z.coerce.string(),
  data_vencimento: z.iso.date(),
  linha_digitavel: wayToPay,
  gateway_link: wayToPay,
});
const contract = z.object({ id, status_internet: z.string().default("") });
const pixCode = z.object({
  pix: z.object({ qrCode: z.object({ qrcode: wayToPay, imagemQrcode: z.string().nullish() }) }),
});
const unlocked = z.object({ tipo: z.string() });

/**
 * States of a contract that the system cut off for a late bill. A contract that was cut off by hand
 * has another reason.
 */
const cutOff = ["CA", "FA"];

/** How many open bills are read: a year's. */
const most = 12;

/** Receivables at a company's own IXC Provedor. */
export function ixc(
  http: HttpClient,
  { address, token }: IxcAccess,
  signal?: AbortSignal,
): BillingProvider {
  if (token === "") throw new RequestFailed("misconfigured");
  const ask = asker(http, address.replace(/\/+$/, "").replace(/\/webservice(\/v1)?$/, ""), signal);
  const authorization = `Basic ${Buffer.from(token).toString("base64")}`;
  const request = (body: object, headers: Record<string, string> = {}) => ({
    method: "POST" as const,
    headers: {
      authorization,
      "content-type": "application/json",
      accept: "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const path = (form: string) => `/webservice/v1/${form}`;

  /** The rows of a form. What IXC refuses it answers with 200 and an error. */
  async function list<Row extends z.ZodType>(
    row: Row,
    form: string,
    field: string,
    query: string,
    more: object = {},
  ): Promise<z.output<Row>[]> {
    const body = {
      qtype: `${form}.${field}`,
      query,
      oper: "=",
      page: "1",
      rp: String(most),
      sortname: `${form}.id`,
      sortorder: "asc",
      ...more,
    };
    const rows = z
      .object({ total: z.coerce.number(), registros: z.array(row).default([]) })
      .transform(({ registros }) => registros);
    const answer = await ask.json(
      path(form),
      z.union([refusal, rows]),
      request(body, { ixcsoft: "listar" }),
    );
    if ("type" in answer) throw new RequestFailed("status", 403);
    return answer;
  }

  /** IXC keeps documents as they were typed. */
  async function customerOf(document: string) {
    for (const typed of [documentText(document), document]) {
      const [row] = await list(customer, "cliente", "cnpj_cpf", typed);
      if (row) return row;
    }
    return undefined;
  }

  const pixOf = async (bill: string) =>
    (
      await ask.json(
        path("get_pix"),
        z.union([pixCode, z.object({}).transform(() => undefined)]),
        request({ id_areceber: bill }, { ixcsoft: "listar" }),
      )
    )?.pix.qrCode;

  return {
    async find(document) {
      const person = await customerOf(document);
      if (!person) return undefined;
      const open = JSON.stringify([{ TB: "fn_areceber.status", OP: "=", P: "A" }]);
      const rows = await list(receivable, "fn_areceber", "id_cliente", person.id, {
        sortname: "fn_areceber.data_vencimento",
        grid_param: open,
      });
      const bills = rows.map((row) => ({
        id: row.id,
        value: centsOf(row.valor),
        due: row.data_vencimento,
        line: row.linha_digitavel,
        link: row.gateway_link,
      }));
      return { id: person.id, name: person.razao, bills };
    },
    async copy({ id: bill, line, link }) {
      const printed = await ask.reply(path("get_boleto"), {
        ...request(
          {
            boletos: bill,
            juro: "N",
            multa: "N",
            atualiza_boleto: "N",
            tipo_boleto: "arquivo",
            base64: "S",
          },
          { ixcsoft: "listar" },
        ),
        limit: maxPdf,
      });
      const pix = await pixOf(bill);
      return {
        line,
        pix: pix?.qrcode,
        qrCode: pix?.imagemQrcode ? Buffer.from(pix.imagemQrcode, "base64") : undefined,
        pdf: pdfIn(printed.text),
        link,
      };
    },
    trust: {
      async blocked(account) {
        const rows = await list(contract, "cliente_contrato", "id_cliente", account);
        return rows.find(({ status_internet }) => cutOff.includes(status_internet))?.id;
      },
      unlock: async (contractId) =>
        (await ask.json(path("desbloqueio_confianca"), unlocked, request({ id: contractId })))
          .tipo === "sucesso",
    },
  };
}

/** Of a file in base64, in bytes. */
const maxPdf = 8 * 1024 * 1024;

/** A file in base64, bare or as a JSON text; undefined for any other text. */
function pdfIn(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text.trim().replace(/^"|"$/g, "").replaceAll("\\/", "/"), "base64");
  return bytes.subarray(0, 5).toString("latin1") === "%PDF-" ? bytes : undefined;
}

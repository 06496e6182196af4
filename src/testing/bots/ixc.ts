import { z } from "zod";
import { documentText } from "../../bots/billing/documents.ts";
import { jsonOf, must, stand, Wrong } from "./stand.ts";
import { pdf, png, subscribers } from "./subscribers.ts";

const listing = z.strictObject({
  qtype: z.string(),
  query: z.string().min(1),
  oper: z.literal("="),
  page: z.string(),
  rp: z.string(),
  sortname: z.string(),
  sortorder: z.enum(["asc", "desc"]),
  grid_param: z.string().optional(),
});
const openOnly = '[{"TB":"fn_areceber.status","OP":"=","P":"A"}]';
const slip = z.strictObject({
  boletos: z.string(),
  juro: z.literal("N"),
  multa: z.literal("N"),
  atualiza_boleto: z.literal("N"),
  tipo_boleto: z.literal("arquivo"),
  base64: z.literal("S"),
});

export type Asked = { form: string; body: Record<string, unknown> };

/**
 * A stand-in for a company's IXC Provedor, with one user's token. Documents in its answers have
 * punctuation.
 */
export function ixcStand(token: string) {
  const state = { people: subscribers(), hasPix: true, unlocks: true };
  const stood = stand<Asked>(
    async (request) => {
      const form = /^\/webservice\/v1\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
      if (!form) throw new Wrong(`path ${request.url}`);
      must(request.headers.get("authorization") === `Basic ${btoa(token)}`, "another token");
      must(
        form === "desbloqueio_confianca" || request.headers.get("ixcsoft") === "listar",
        `no listing of ${form}`,
      );
      return { form, body: z.record(z.string(), z.unknown()).parse(await jsonOf(request)) };
    },
    ({ form, body }) => {
      switch (form) {
        case "cliente":
          return listOf(
            form,
            body,
            (query) =>
              state.people
                .filter(({ document }) => documentText(document) === query)
                .map(({ id, name, document }) => ({
                  id,
                  razao: name,
                  cnpj_cpf: documentText(document),
                })),
            "cnpj_cpf",
          );
        case "fn_areceber":
          must(body.grid_param === openOnly, `grid_param ${String(body.grid_param)}`);
          return listOf(
            form,
            body,
            (query) =>
              ownerOf(query)
                .flatMap(({ bills }) => bills.filter(({ isPaid }) => !isPaid))
                .map(({ id, value, due, line }) => ({
                  id,
                  valor: value,
                  data_vencimento: due,
                  linha_digitavel: line,
                  status: "A",
                  gateway_link: "",
                })),
            "id_cliente",
          );
        case "cliente_contrato":
          return listOf(
            form,
            body,
            (query) =>
              ownerOf(query).flatMap(({ contract }) =>
                contract
                  ? [{ id: contract.id, status: "A", status_internet: contract.status }]
                  : [],
              ),
            "id_cliente",
          );
        case "get_boleto":
          return new Response(billOf(slip.parse(body).boletos) ? pdf.toString("base64") : "", {
            headers: { "content-type": "text/html" },
          });
        case "get_pix": {
          const bill = billOf(z.strictObject({ id_areceber: z.string() }).parse(body).id_areceber);
          return bill && state.hasPix
            ? {
                type: "success",
                pix: { qrCode: { qrcode: bill.pix, imagemQrcode: png.toString("base64") } },
              }
            : { type: "error", message: "Sem Pix" };
        }
        case "desbloqueio_confianca": {
          const { id } = z.strictObject({ id: z.string() }).parse(body);
          const contract = state.people.find((one) => one.contract?.id === id)?.contract;
          if (!contract || !state.unlocks)
            return { codigo: "109", tipo: "erro", mensagem: "Contrato não pode ser desbloqueado" };
          contract.status = "A";
          return { codigo: "108", tipo: "sucesso", mensagem: "Contrato desbloqueado" };
        }
      }
      return Response.json({ type: "error", message: `Recurso ${form} não está disponível` });
    },
  );

  const ownerOf = (id: string) => state.people.filter((one) => one.id === id);
  const billOf = (id: string) =>
    state.people.flatMap(({ bills }) => bills).find((bill) => bill.id === id);

  function listOf(form: string, body: object, rowsOf: (query: string) => object[], field: string) {
    const { qtype, query } = listing.parse(body);
    must(qtype === `${form}.${field}`, `qtype ${qtype}`);
    const registros = rowsOf(query);
    return registros.length === 0
      ? { page: "1", total: 0 }
      : { page: "1", total: String(registros.length), registros };
  }
  return { ...stood, state };
}

import { z } from "zod";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { centsOf } from "../../shared/money.ts";
import { parseJsonOrNothing } from "../parse-reply.ts";
import { asker, wayToPay } from "./ask.ts";
import type { BillingProvider } from "./provider.ts";

export type MkAuthAccess = { address: string; clientId: string; clientSecret: string };

const name = z.string().nullish();
const title = z.object({
  titulo: z.coerce.string(),
  status: z.string(),
  valor: z.coerce.string(),
  datavenc: z.string().regex(/^\d{4}-\d\d-\d\d/),
  nome: name,
  linhadig: wayToPay,
  pix: wayToPay,
  qrcode: wayToPay,
});
const titles = z.object({ nome: name, titulos: z.array(title) });
const unknown = z.union([
  z.literal("NULL"),
  z.object({ mensagem: z.string().regex(/n[ãa]o (encontrado|localizado)/i) }),
]);

const isOpen = (status: string) => /^(aberto|vencido)$/i.test(status.trim());

/** Titles at a company's own MK-Auth. */
export function mkAuth(
  http: HttpClient,
  { address, clientId, clientSecret }: MkAuthAccess,
  signal?: AbortSignal,
): BillingProvider {
  if (clientId === "" || clientSecret === "") throw new RequestFailed("misconfigured");
  const base = address.replace(/\/+$/, "").replace(/\/api$/, "");
  const { reply } = asker(http, base, signal);

  /** A token for an hour, as bare text. */
  async function token(): Promise<string> {
    const { status, text: body } = await reply("/api/", {
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      },
    });
    if (status !== 200) throw new RequestFailed("status", status);
    const jwt = body.trim().replace(/^"|"$/g, "");
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt)) throw new RequestFailed("senseless", status);
    return jwt;
  }

  return {
    async find(document) {
      const { status, text: body } = await reply(`/api/titulo/titulos/${document}`, {
        headers: { authorization: `Bearer ${await token()}`, accept: "application/json" },
      });
      const answer = parseJsonOrNothing(body) ?? body.trim();
      if (status === 404 || unknown.safeParse(answer).success) return undefined;
      if (status !== 200) throw new RequestFailed("status", status);
      const { success, data } = titles.safeParse(answer);
      if (!success) throw new RequestFailed("senseless", status);
      const open = data.titulos.filter((one) => isOpen(one.status));
      const bills = open.map(({ titulo, valor, datavenc, linhadig, pix, qrcode }) => ({
        id: titulo,
        value: centsOf(valor),
        due: datavenc.slice(0, 10),
        line: linhadig,
        pix: pix ?? qrcode,
        link: `${base}/boleto/21boleto.php?titulo=${encodeURIComponent(titulo)}`,
      }));
      // The provider's customer id is the document, so it is left out.
      return { id: "", name: data.nome ?? data.titulos[0]?.nome ?? "", bills };
    },
    copy: async ({ line, pix, link }) => ({ line, pix, link }),
  };
}

import { must, stand, Wrong } from "./stand.ts";
import { subscribers } from "./subscribers.ts";

export type Asked = { call: "token" } | { call: "titles"; document: string; token: string };

/** A stand-in for a company's MK-Auth, with one client's id and secret. */
export function mkAuthStand(clientId: string, clientSecret: string) {
  const state = { people: subscribers() };
  const tokens = new Set<string>();
  const stood = stand<Asked>(
    async (request) => {
      const { pathname } = new URL(request.url);
      const [scheme, credential = ""] = (request.headers.get("authorization") ?? "").split(" ");
      must(request.method === "GET", `a ${request.method}`);
      if (pathname === "/api/") {
        must(
          scheme === "Basic" && atob(credential) === `${clientId}:${clientSecret}`,
          "other credentials",
        );
        return { call: "token" };
      }
      const document = /^\/api\/titulo\/titulos\/([\dA-Z]{11,14})$/.exec(pathname)?.[1];
      if (!document) throw new Wrong(`path ${pathname}`);
      must(scheme === "Bearer" && tokens.has(credential), "no token");
      return { call: "titles", document, token: credential };
    },
    (request) => {
      if (request.call === "token") {
        const token = `eyJ0eXAi.${btoa(String(tokens.size))}.c2ln`.replaceAll("=", "");
        tokens.add(token);
        return new Response(token, { headers: { "content-type": "text/html" } });
      }
      const person = state.people.find(({ document }) => document === request.document);
      if (!person) return { mensagem: "Cliente não encontrado" };
      return {
        nome: person.name,
        cli_ativado: "s",
        titulos: person.bills.map((bill) => ({
          titulo: bill.id,
          nome: person.name,
          cpf_cnpj: person.document,
          valor: bill.value,
          datavenc: `${bill.due} 00:00:00`,
          status: bill.isPaid ? "pago" : bill.due < "2026-11-20" ? "vencido" : "aberto",
          linhadig: bill.line,
          pix: bill.pix,
        })),
      };
    },
  );
  return { ...stood, state };
}

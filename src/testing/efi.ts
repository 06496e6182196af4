import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const folder = join(import.meta.dir, "whatsapp-server");
const [cert, key] = ["cert.pem", "key.pem"].map((name) =>
  readFileSync(join(folder, name), "utf8"),
) as [string, string];

/** The credentials of a client of the stand-in. */
export const efiAccount = {
  clientId: "Client_Id_1",
  clientSecret: "Client_Secret_9c1e",
  certificate: cert + key,
  pixKey: "123e4567-e89b-12d3-a456-426655440000",
};

const cobBody = z.strictObject({
  calendario: z.strictObject({ expiracao: z.number().int().positive() }),
  valor: z.strictObject({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  chave: z.literal(efiAccount.pixKey),
  solicitacaoPagador: z.string().max(140),
});

type Pix = {
  endToEndId: string;
  txid: string;
  chave: string;
  valor: string;
  horario: string;
  infoPagador?: string;
  devolucoes?: { valor: string; status: string }[];
};
type Cob = z.infer<typeof cobBody> & {
  txid: string;
  status: string;
  pix: Pix[];
  loc: { id: number };
};

/**
 * A stand-in for Efí's Pix API on loopback. It answers only with the account's certificate, and
 * checks each request against the contract. `now` in epoch ms.
 */
export function efiStand(now: () => number, { tokenLife = 3600 } = {}) {
  const charges = new Map<string, Cob>();
  const tokens = new Map<string, number>();
  /** The errors of requests that broke the contract. */
  const wrong: string[] = [];
  /** The accepted requests. */
  const requests: string[] = [];
  const state = { failing: 0, withoutCode: false, webhookUrl: "" };
  let count = 0;

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true },
    fetch: answer,
  });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (state.failing > 0) {
      state.failing -= 1;
      return refused(503, "Serviço indisponível");
    }
    requests.push(`${request.method} ${pathname}`);
    if (pathname === "/oauth/token") return issueToken(request);
    const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    if ((tokens.get(token) ?? 0) <= now()) return refused(401, "Token inválido ou expirado");
    const txid = /^\/v2\/cob\/([a-zA-Z\d]{26,35})$/.exec(pathname)?.[1];
    if (txid && request.method === "PUT") return createCharge(request, txid);
    if (txid && request.method === "GET")
      return charges.has(txid)
        ? Response.json(charges.get(txid))
        : refused(404, "Cobrança não encontrada");
    if (
      pathname === `/v2/webhook/${encodeURIComponent(efiAccount.pixKey)}` &&
      request.method === "PUT"
    )
      return registerWebhook(request);
    const loc = /^\/v2\/loc\/(\d+)\/qrcode$/.exec(pathname)?.[1];
    const located = [...charges.values()].find((each) => String(each.loc.id) === loc);
    if (located && request.method === "GET")
      return Response.json({
        qrcode: codeOf(located.txid),
        imagemQrcode: "data:image/png;base64,AA==",
        linkVisualizacao: "",
      });
    return broken(`${request.method} ${pathname}`);
  }

  async function issueToken(request: Request): Promise<Response> {
    const basic = `Basic ${Buffer.from(`${efiAccount.clientId}:${efiAccount.clientSecret}`).toString("base64")}`;
    if (request.headers.get("authorization") !== basic)
      return refused(401, "Credenciais inválidas");
    const body = await bodyOf(request);
    if (request.method !== "POST" || JSON.stringify(body) !== '{"grant_type":"client_credentials"}')
      return broken(`token ${request.method} ${JSON.stringify(body)}`);
    const token = `token-${(count += 1)}`;
    tokens.set(token, now() + tokenLife * 1000);
    return Response.json({
      access_token: token,
      token_type: "Bearer",
      expires_in: tokenLife,
      scope: "cob.write cob.read",
    });
  }

  async function createCharge(request: Request, txid: string): Promise<Response> {
    const body = cobBody.safeParse(await bodyOf(request));
    if (!body.success) return broken(`cob ${body.error.message}`);
    if (charges.has(txid)) return refused(409, "Já existe uma cobrança com este txid");
    const made: Cob = { ...body.data, txid, status: "ATIVA", pix: [], loc: { id: (count += 1) } };
    charges.set(txid, made);
    const { pix: _, ...visible } = made;
    return Response.json(
      state.withoutCode ? visible : { ...visible, pixCopiaECola: codeOf(txid) },
      {
        status: 201,
      },
    );
  }

  async function registerWebhook(request: Request): Promise<Response> {
    const body = z
      .strictObject({ webhookUrl: z.url({ protocol: /^https$/ }) })
      .safeParse(await bodyOf(request));
    if (!body.success || request.headers.get("x-skip-mtls-checking") !== "true")
      return broken("webhook");
    state.webhookUrl = body.data.webhookUrl;
    return Response.json(
      {
        webhookUrl: state.webhookUrl,
        chave: efiAccount.pixKey,
        criacao: new Date(now()).toISOString(),
      },
      { status: 201 },
    );
  }

  async function bodyOf(request: Request): Promise<unknown> {
    if (request.headers.get("content-type") !== "application/json") return undefined;
    return request.json().catch(() => undefined);
  }

  const refused = (status: number, detail: string) =>
    Response.json(
      { type: "https://pix.bcb.gov.br/api/v2/error", title: "Erro", status, detail },
      { status },
    );

  function broken(what: string): Response {
    wrong.push(what);
    return refused(400, what);
  }

  return {
    url: `https://127.0.0.1:${server.port}`,
    charges,
    requests,
    wrong,
    state,
    /** A person pays a charge, in full by default. Returns the payment as in a notice. */
    pay(
      txid: string,
      {
        value,
        endToEndId = `E${String((count += 1)).padStart(31, "0")}`,
        ...more
      }: { value?: string; endToEndId?: string } & Partial<Pix> = {},
    ): Pix {
      const charge = charges.get(txid)!;
      const pix: Pix = {
        endToEndId,
        txid,
        chave: charge.chave,
        valor: value ?? charge.valor.original,
        horario: new Date(now()).toISOString(),
        ...more,
      };
      charge.pix.push(pix);
      charge.status = "CONCLUIDA";
      return pix;
    },
    /** Ends all tokens. */
    revokeTokens: () => tokens.clear(),
    stop: () => server.stop(true),
  };
}
export type EfiStand = ReturnType<typeof efiStand>;

/** The code of a charge that a bank's app reads. */
const codeOf = (txid: string) => `00020101021226pix.example.com/v2/${txid}6304ABCD`;

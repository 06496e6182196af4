import { z } from "zod";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed, type HttpReply } from "../../kit/net/http-reply.ts";
import { amountOf, centsOf } from "../../shared/money.ts";
import type { Gateway } from "./gateway.ts";

export type EfiAccount = {
  url: string;
  pixKey: string;
  clientId: string;
  clientSecret: string;
  certificate: string;
};

/**
 * How long a charge may be paid, and how soon after its creation the gateway is first asked, in ms.
 */
const [usualLife, firstCheck] = [3_600_000, 30_000];

/**
 * Behind a proxy the box sees no certificate of theirs, and it believes no notice anyway.
 * rules.md#payment-notices
 */
const noClientCertificate = { "x-skip-mtls-checking": "true" };

/** A token is not used in its last minute. */
const margin = 60_000;

const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);
const tokenReply = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.number().positive(),
});
const refund = z.object({ valor: amount, status: z.string() });
const pix = z.object({
  endToEndId: z.string().min(1).max(64),
  txid: z.string().optional(),
  valor: amount,
  horario: z.iso.datetime({ offset: true }),
  devolucoes: z.array(refund).optional(),
});
const cob = z.object({
  txid: z.string(),
  status: z.string(),
  pixCopiaECola: z.string().min(1).max(2000).optional(),
  loc: z.object({ id: z.number() }).optional(),
  pix: z.array(pix).optional(),
});
const qrCode = z.object({ qrcode: z.string().min(1).max(2000) });

/** Tokens by account, with until when they are good: epoch ms. */
const tokens = new Map<string, { token: Promise<string>; until: number }>();
const mostTokens = 10;

/** Efí's Pix API: OAuth and charges, both under the account's certificate. */
export function createEfi(httpClient: HttpClient, account: EfiAccount, now: () => number): Gateway {
  const { url, pixKey, certificate } = account;
  const key = new Bun.CryptoHasher("sha256").update(JSON.stringify(account)).digest("hex");

  return {
    async charge({ value, note, life = usualLife }) {
      // Ours, so that a repeated request makes no second charge.
      const txid = crypto.randomUUID().replaceAll("-", "");
      const body = {
        calendario: { expiracao: life / 1000 },
        valor: { original: value },
        chave: pixKey,
        solicitacaoPagador: note,
      };
      const made = await ask(cob, "PUT", `/v2/cob/${txid}`, body);
      if (made.txid !== txid) throw new RequestFailed("senseless");
      const code =
        made.pixCopiaECola ??
        (made.loc && (await ask(qrCode, "GET", `/v2/loc/${made.loc.id}/qrcode`)).qrcode);
      if (!code) throw new RequestFailed("senseless");
      return {
        txid,
        code,
        expiresAt: new Date(now() + life),
        checkAt: new Date(now() + firstCheck),
      };
    },

    async report(txid) {
      const charge = await ask(cob, "GET", `/v2/cob/${txid}`);
      if (charge.txid !== txid) throw new RequestFailed("senseless");
      const came = (charge.pix ?? []).filter(
        (each) => each.txid === undefined || each.txid === txid,
      );
      return {
        isOver: charge.status !== "ATIVA",
        payments: came.map(({ endToEndId, valor, horario, devolucoes = [] }) => ({
          endToEndId,
          value: amountOf(Math.max(0, centsOf(valor) - returned(devolucoes))),
          paidAt: new Date(horario),
        })),
      };
    },

    async tellAt(webhookUrl) {
      await ask(z.unknown(), "PUT", `/v2/webhook/${encodeURIComponent(pixKey)}`, { webhookUrl });
    },
  };

  async function ask<Reply>(
    schema: z.ZodType<Reply>,
    method: "GET" | "PUT",
    path: string,
    body?: object,
  ): Promise<Reply> {
    const first = await send(method, path, body);
    if (first.status !== 401) return read(schema, first);
    // It may have been revoked before its time.
    tokens.delete(key);
    return read(schema, await send(method, path, body));
  }

  async function send(
    method: "GET" | "PUT",
    path: string,
    body: object | undefined,
  ): Promise<HttpReply> {
    const headers = {
      authorization: `Bearer ${await token()}`,
      ...(body && { "content-type": "application/json" }),
      ...(path.startsWith("/v2/webhook/") && noClientCertificate),
    };
    return httpClient.request(base(url) + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      certificate,
    });
  }

  // One for all who ask meanwhile.
  function token(): Promise<string> {
    const cached = tokens.get(key);
    if (cached && cached.until > now()) return cached.token;
    if (tokens.size > mostTokens) tokens.clear();
    const issued = {
      until: Infinity,
      token: issueToken(httpClient, account).then(({ access_token, expires_in }) => {
        issued.until = now() + expires_in * 1000 - margin;
        return access_token;
      }),
    };
    tokens.set(key, issued);
    issued.token.catch(() => tokens.delete(key));
    return issued.token;
  }
}

async function issueToken(
  httpClient: HttpClient,
  { url, clientId, clientSecret, certificate }: EfiAccount,
) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const headers = { authorization: `Basic ${basic}`, "content-type": "application/json" };
  return read(
    tokenReply,
    await httpClient.request(`${base(url)}/oauth/token`, {
      method: "POST",
      headers,
      body: JSON.stringify({ grant_type: "client_credentials" }),
      certificate,
    }),
  );
}

const base = (url: string) => url.replace(/\/+$/, "");

function read<Reply>(schema: z.ZodType<Reply>, { status, text }: HttpReply): Reply {
  if (status < 200 || status > 299) throw new RequestFailed("status", status);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new RequestFailed("senseless");
  }
}

/** The amount that went back to the payer, in cents. */
const returned = (refunds: z.infer<typeof refund>[]) =>
  refunds
    .filter(({ status }) => status !== "NAO_REALIZADO")
    .reduce((sum, { valor }) => sum + centsOf(valor), 0);

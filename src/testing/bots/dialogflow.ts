import { createVerify, generateKeyPairSync } from "node:crypto";
import { z } from "zod";
import { jsonOf, must, stand, Wrong } from "./stand.ts";

const language = z.enum(["pt-BR", "en", "es"]);
const question = z.union([
  z.strictObject({
    queryInput: z.strictObject({
      text: z.strictObject({
        text: z
          .string()
          .min(1)
          .refine((text) => [...text].length <= 256),
        languageCode: language,
      }),
    }),
  }),
  z.strictObject({
    queryInput: z.strictObject({
      audioConfig: z.strictObject({
        audioEncoding: z.literal("AUDIO_ENCODING_OGG_OPUS"),
        sampleRateHertz: z.literal(16_000),
        languageCode: language,
      }),
    }),
    inputAudio: z.base64().refine((audio) => atob(audio).startsWith("OggS")),
  }),
]);
const claim = z.strictObject({
  iss: z.string(),
  scope: z.literal("https://www.googleapis.com/auth/dialogflow"),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
});

export type Asked =
  | { call: "token"; issuer: string }
  | {
      call: "detect";
      project: string;
      session: string;
      token: string;
      body: z.infer<typeof question>;
    };

/** A stand-in for Google's token server and one Dialogflow agent. `now` in epoch ms. */
export function dialogflowStand(project: string, now: () => number) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const tokens = new Set<string>();
  let given = 0;
  const stood = stand<Asked>(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/token") return { call: "token", issuer: await issuerOf(request) };
      const [, projectId, session] =
        /^\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/:]+):detectIntent$/.exec(pathname) ?? [];
      if (!projectId || !session) throw new Wrong(`path ${pathname}`);
      must(projectId === project, `project ${projectId}`);
      must(session.length <= 36, "a session of more than 36 bytes");
      const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
      must(scheme === "Bearer" && token !== undefined, "no bearer");
      return {
        call: "detect",
        project: projectId,
        session,
        token: token!,
        body: question.parse(await jsonOf(request)),
      };
    },
    (request) => {
      if (request.call === "detect")
        return tokens.has(request.token)
          ? dialogued("Olá!")
          : Response.json({ error: { code: 401, status: "UNAUTHENTICATED" } }, { status: 401 });
      const token = `ya29.${++given}`;
      tokens.add(token);
      return { access_token: token, expires_in: 3599, token_type: "Bearer" };
    },
  );

  async function issuerOf(request: Request): Promise<string> {
    must(
      request.method === "POST" &&
        request.headers.get("content-type") === "application/x-www-form-urlencoded",
      "no form",
    );
    const form = new URLSearchParams(await request.text());
    must(form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer", "grant type");
    const [header, body, signature] = (form.get("assertion") ?? "").split(".");
    must(
      createVerify("RSA-SHA256")
        .update(`${header}.${body}`)
        .verify(publicKey, signature!, "base64url"),
      "signature",
    );
    must(JSON.parse(Buffer.from(header!, "base64url").toString()).alg === "RS256", "algorithm");
    const { iss, aud, iat, exp } = claim.parse(
      JSON.parse(Buffer.from(body!, "base64url").toString()),
    );
    must(aud === `${stood.url}/token`, `audience ${aud}`);
    must(Math.abs(iat - now() / 1000) < 60 && exp > iat && exp - iat <= 3600, "times");
    return iss;
  }

  const key = {
    type: "service_account",
    project_id: project,
    private_key_id: "k1",
    private_key: privateKey,
    client_email: "desk@padaria.iam.gserviceaccount.com",
    token_uri: "http://169.254.169.254/token",
  };
  return {
    ...stood,
    endpoints: { token: `${stood.url}/token`, api: stood.url },
    jsonContent: JSON.stringify(key),
    key,
    /** Ends all tokens. */ revoke: () => tokens.clear(),
  };
}

/** An agent's answer. */
export const dialogued = (...texts: string[]) => ({
  responseId: "r",
  queryResult: {
    queryText: "",
    fulfillmentText: texts[0] ?? "",
    fulfillmentMessages: texts.map((text) => ({ text: { text: [text] } })),
    intent: {},
    languageCode: "pt-br",
  },
});

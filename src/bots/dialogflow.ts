import { createHash, createSign } from "node:crypto";
import { z } from "zod";
import type { HttpClient } from "../kit/net/http-client.ts";
import { RequestFailed, type HttpReply } from "../kit/net/http-reply.ts";
import type { BotAnswer, Turn } from "./bot.ts";
import { splitText } from "./split-text.ts";
import { parseJsonOrNothing, parseReply } from "./parse-reply.ts";

/** `jsonContent` is a service account's key file. `language`: pt-BR, en or es. */
export type Dialogflow = {
  type: "dialogflow";
  name: string;
  projectName: string;
  jsonContent: string;
  language: string;
};

/** Where Google answers: fixed, since a key file that names its own would send us anywhere. */
export type Endpoints = { token: string; api: string };
export const google: Endpoints = {
  token: "https://oauth2.googleapis.com/token",
  api: "https://dialogflow.googleapis.com",
};

/** A turn with a Dialogflow agent. `now` in epoch ms. Throws RequestFailed. rules.md#dialogflow */
export async function dialogflow(
  http: HttpClient,
  config: Dialogflow,
  turn: Turn,
  now: number,
  endpoints = google,
  signal?: AbortSignal,
): Promise<BotAnswer> {
  // The hash tells customers apart without their numbers.
  const session = createHash("sha256")
    .update(`${config.projectName}/${turn.who.number}`)
    .digest("hex")
    .slice(0, 32);
  const { queryResult } = await detectIntent(
    { http, config, endpoints, now, signal },
    session,
    questionOf(config, turn),
  );
  const texts = textsOf(queryResult);
  const replies = (texts.length === 0 ? [unknown] : texts)
    .flatMap((text) => splitText(`*${config.name}:* ${text}`))
    .map((text) => ({ text, later: 0 }))
    .slice(0, maxReplies);
  return {
    replies,
    session: { id: session, at: now },
    does: queryResult.diagnosticInfo?.end_conversation === true ? [{ do: "human" }] : [],
  };
}

/** The agent's replies to one question, to test the key. Throws RequestFailed. */
export async function testDialogflow(
  http: HttpClient,
  config: Pick<Dialogflow, "projectName" | "jsonContent" | "language">,
  text: string,
  now: number,
  endpoints = google,
  signal?: AbortSignal,
): Promise<string[]> {
  const { queryResult } = await detectIntent(
    { http, config, endpoints, now, signal },
    "balcao-probe",
    questionOf(config, { text }),
  );
  return textsOf(queryResult);
}

const maxReplies = 30;
const unknown = "Não consegui entender sua dúvida.";

type Call = {
  http: HttpClient;
  config: Pick<Dialogflow, "projectName" | "jsonContent">;
  endpoints: Endpoints;
  now: number;
  signal: AbortSignal | undefined;
};

/** The longest text that Dialogflow takes, in characters. */
const longest = 256;

function questionOf(
  { language }: Pick<Dialogflow, "language">,
  { text, audio }: Pick<Turn, "text" | "audio">,
): object {
  if (!audio)
    return {
      queryInput: { text: { text: [...text].slice(0, longest).join(""), languageCode: language } },
    };
  // Dialogflow's encoding for Ogg Opus, at any recording rate.
  return {
    queryInput: {
      audioConfig: {
        audioEncoding: "AUDIO_ENCODING_OGG_OPUS",
        sampleRateHertz: 16_000,
        languageCode: language,
      },
    },
    inputAudio: Buffer.from(audio.bytes).toString("base64"),
  };
}

const message = z.object({
  text: z.object({ text: z.array(z.string()).default([]) }).optional(),
  platform: z.string().optional(),
});
const queryResult = z.object({
  fulfillmentText: z.string().default(""),
  fulfillmentMessages: z.array(message).default([]),
  diagnosticInfo: z.record(z.string(), z.unknown()).optional(),
});
const detection = z.object({ queryResult });

/** The agent's texts, without those meant for another platform. */
function textsOf({ fulfillmentMessages, fulfillmentText }: z.infer<typeof queryResult>): string[] {
  const texts = fulfillmentMessages
    .filter(({ platform }) => platform === undefined || platform === "PLATFORM_UNSPECIFIED")
    .flatMap(({ text }) => text?.text ?? []);
  return (texts.length > 0 ? texts : [fulfillmentText])
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

async function detectIntent(talk: Call, session: string, question: object) {
  const key = keyIn(talk.config.jsonContent);
  const project = talk.config.projectName.trim();
  if (!/^[a-z][a-z0-9:.-]{2,60}$/i.test(project)) throw new RequestFailed("misconfigured");
  const url = `${talk.endpoints.api}/v2/projects/${project}/agent/sessions/${session}:detectIntent`;
  const ask = async () => {
    const authorization = `Bearer ${await tokenOf(talk, key)}`;
    return talk.http.request(url, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(question),
      ...(talk.signal ? { signal: talk.signal } : {}),
    });
  };
  const reply = await ask();
  // A token may be called back before its time.
  return parseReply(
    reply.status === 401 && tokens.delete(hashOf(talk, key)) ? await ask() : reply,
    detection,
  );
}

const serviceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
});
type Key = z.infer<typeof serviceAccount>;

function keyIn(text: string): Key {
  const read = serviceAccount.safeParse(parseJsonOrNothing(text));
  if (!read.success) throw new RequestFailed("misconfigured");
  return read.data;
}

const tokens = new Map<string, { token: string; until: number }>();
const maxTokens = 200;
/** A token is renewed so many ms before its end. */
const renewBefore = 60_000;
const grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const hashOf = ({ endpoints }: Call, key: Key) =>
  createHash("sha256")
    .update(JSON.stringify([endpoints.token, key]))
    .digest("hex");

async function tokenOf(talk: Call, key: Key): Promise<string> {
  const hash = hashOf(talk, key);
  const cached = tokens.get(hash);
  if (cached && cached.until > talk.now) return cached.token;
  const body = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: signedAssertion(talk, key),
  }).toString();
  const reply: HttpReply = await talk.http.request(talk.endpoints.token, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
    ...(talk.signal ? { signal: talk.signal } : {}),
  });
  const { access_token: token, expires_in: seconds } = parseReply(reply, grant);
  if (tokens.size >= maxTokens) tokens.clear();
  tokens.set(hash, { token, until: talk.now + seconds * 1000 - renewBefore });
  return token;
}

/** A service account's signed claim about itself. RFC 7523 */
function signedAssertion(
  { endpoints, now }: Call,
  { client_email, private_key, private_key_id }: Key,
): string {
  const at = Math.floor(now / 1000);
  const header = { alg: "RS256", typ: "JWT", ...(private_key_id ? { kid: private_key_id } : {}) };
  const claim = {
    iss: client_email,
    scope: "https://www.googleapis.com/auth/dialogflow",
    aud: endpoints.token,
    iat: at,
    exp: at + 3600,
  };
  const unsigned = [header, claim]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  try {
    return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(private_key, "base64url")}`;
  } catch {
    throw new RequestFailed("misconfigured");
  }
}

import { z } from "zod";
import type { HttpClient, RequestOptions } from "../kit/net/http-client.ts";
import { RequestFailed } from "../kit/net/http-reply.ts";
import type { Turn } from "./bot.ts";
import { detectHandOver, handOverPhrase } from "./hand-over.ts";
import { maxMessageLength, splitText } from "./split-text.ts";
import { parseJsonOrNothing, joinUrl, parseReply } from "./parse-reply.ts";

/**
 * 1 ChatGpt and compatible services, 2 DeepSeek, 3 Ollama. An empty `url` is the type's own.
 * rules.md#ai
 */
export type Ia = {
  type: 1 | 2 | 3;
  name: string;
  model: string;
  url: string;
  prompt: string;
  token: string;
  /** 0: no limit. */
  maxTokens: number;
  temperature: number;
  /** At most so many messages of the history, the last ones. */
  maxMessages: number;
  /** The model that transcribes voice notes; empty for none. */
  transcriptionModel: string;
};

export type HistoryMessage = { fromMe: boolean; text: string };

/**
 * `texts`: the answer in parts that fit in a message; empty when it only hands over. `transfer`:
 * people take over. `tokens`: its cost, 0 when unknown.
 */
export type ChatAnswer = { texts: string[]; transfer: boolean; tokens: number };

/** An AI's answer. `history`: oldest first, before the turn. Throws RequestFailed. rules.md#ai */
export async function chat(
  http: HttpClient,
  ia: Ia,
  history: HistoryMessage[],
  turn: Pick<Turn, "text" | "who">,
  signal?: AbortSignal,
): Promise<ChatAnswer> {
  const shownHistory = [
    ...(ia.maxMessages > 0 ? history.slice(-ia.maxMessages) : []),
    { fromMe: false, text: turn.text },
  ].filter(({ text }) => text.trim() !== "");
  const messages = [
    { role: "system", content: instruction(ia, turn.who.firstName) },
    ...shownHistory.map(({ fromMe, text }) => ({
      role: fromMe ? "assistant" : "user",
      content: text.slice(0, maxMessageLength),
    })),
  ];
  const until = performance.now() + timeLimit;
  const request: RequestFunction = (url, question) =>
    http.request(url, {
      ...question,
      timeout: Math.max(1, until - performance.now()),
      ...(signal ? { signal } : {}),
    });
  const { text, tokens } =
    ia.type === 3 ? await ollama(request, ia, messages) : await openAi(request, ia, messages);
  const { rest, transfer } = detectHandOver(withoutThoughts(text).slice(0, maxAnswer));
  if (rest === "" && !transfer) throw new RequestFailed("senseless");
  return { texts: splitText(rest), transfer, tokens };
}

/** Transcribes a voice note; undefined where no model does. Throws RequestFailed. rules.md#ai */
export async function transcribe(
  http: HttpClient,
  ia: Ia,
  { bytes, type }: { bytes: Uint8Array; type: string },
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (ia.type !== 1 || ia.transcriptionModel.trim() === "") return undefined;
  const form = new FormData();
  form.set("model", ia.transcriptionModel.trim());
  form.set("response_format", "json");
  form.set(
    "file",
    new Blob([new Uint8Array(bytes)], { type: type.split(";")[0]! }),
    `audio.${endingOf(type)}`,
  );
  const body = new Response(form);
  const headers = { ...bearer(ia), "content-type": body.headers.get("content-type")! };
  const reply = await http.request(joinUrl(baseOf(ia), "/v1/audio/transcriptions"), {
    method: "POST",
    headers,
    body: await body.bytes(),
    timeout: timeLimit,
    ...(signal ? { signal } : {}),
  });
  return parseReply(reply, z.object({ text: z.string() })).text.trim();
}

/** For an answer, in ms. */
const timeLimit = 60_000;
/** An answer beyond this is no answer to a customer, in UTF-16 units. */
const maxAnswer = 8 * maxMessageLength;

type Message = { role: string; content: string };
type RequestFunction = (url: string, question: RequestOptions) => ReturnType<HttpClient["request"]>;
type Completion = { text: string; tokens: number };

/**
 * The company's prompt comes last, so that it may narrow the rules before it. Customers choose
 * their own names, so only letters and digits of them are passed on.
 */
function instruction({ prompt, maxTokens }: Ia, firstName: string): string {
  const name = firstName
    .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, "")
    .trim()
    .slice(0, 40);
  return [
    ...(name === "" ? [] : [`Nas respostas, chame o cliente pelo primeiro nome, "${name}".`]),
    ...(maxTokens > 0
      ? [`Responda com menos de ${maxTokens} tokens, sem deixar a resposta cortada.`]
      : []),
    `Sempre que a resposta requerer transferência para o setor de atendimento, comece a resposta com "${handOverPhrase}".`,
    "",
    prompt,
  ]
    .join("\n")
    .trim();
}

/** The base of a typed address, which may be the whole address of a call. */
function baseOf({ type, url }: Ia): string {
  const usual = {
    1: "https://api.openai.com",
    2: "https://api.deepseek.com",
    3: "http://127.0.0.1:11434",
  }[type];
  return (url.trim() || usual)
    .replace(/\/+$/, "")
    .replace(type === 3 ? /\/api(\/chat)?$/ : /\/v1(\/chat\/completions)?$/, "");
}

const bearer = ({ token }: Ia): Record<string, string> =>
  token.trim() === "" ? {} : { authorization: `Bearer ${token.trim()}` };

/** The tokens that it reports: a valid number, or 0. */
const tokens = z.number().int().min(0).max(1e9).catch(0);

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ total_tokens: tokens }).nullish().catch(null),
});
const parameterError = z.object({ error: z.object({ param: z.string() }) });

async function openAi(request: RequestFunction, ia: Ia, messages: Message[]): Promise<Completion> {
  const url = joinUrl(baseOf(ia), "/v1/chat/completions");
  let requestBody: Record<string, unknown> = {
    model: ia.model,
    messages,
    stream: false,
    temperature: ia.temperature,
    ...(ia.maxTokens > 0 ? { max_tokens: ia.maxTokens } : {}),
  };
  for (let attempt = 1; ; attempt++) {
    const reply = await request(url, {
      method: "POST",
      headers: { ...bearer(ia), "content-type": "application/json" },
      body: JSON.stringify(requestBody),
    });
    const changed =
      reply.status === 400 && attempt < 3
        ? withoutParameter(
            requestBody,
            parameterError.safeParse(parseJsonOrNothing(reply.text)).data?.error.param,
          )
        : undefined;
    if (changed) {
      requestBody = changed;
      continue;
    }
    const { choices, usage } = parseReply(reply, completion);
    return { text: choices[0]!.message.content ?? "", tokens: usage?.total_tokens ?? 0 };
  }
}

/**
 * Reasoning models accept neither of these parameters as the others do. Undefined: the error is
 * about something else.
 */
function withoutParameter(
  wish: Record<string, unknown>,
  param: string | undefined,
): Record<string, unknown> | undefined {
  if (param === undefined || !(param in wish)) return undefined;
  const { [param]: value, ...rest } = wish;
  if (param === "max_tokens") return { ...rest, max_completion_tokens: value };
  return param === "temperature" ? rest : undefined;
}

const ollamaAnswer = z.object({
  message: z.object({ content: z.string() }),
  prompt_eval_count: tokens,
  eval_count: tokens,
});

async function ollama(request: RequestFunction, ia: Ia, messages: Message[]): Promise<Completion> {
  const options = {
    temperature: ia.temperature,
    ...(ia.maxTokens > 0 ? { num_predict: ia.maxTokens } : {}),
  };
  const reply = await request(joinUrl(baseOf(ia), "/api/chat"), {
    method: "POST",
    headers: { ...bearer(ia), "content-type": "application/json" },
    body: JSON.stringify({ model: ia.model, messages, stream: false, options }),
  });
  const {
    message,
    prompt_eval_count: promptTokens,
    eval_count: answerTokens,
  } = parseReply(reply, ollamaAnswer);
  return { text: message.content, tokens: promptTokens + answerTokens };
}

/** Models that think aloud do it before they answer; one that was cut off has not answered yet. */
const withoutThoughts = (text: string) =>
  text
    .replace(/<think>[\s\S]*?(<\/think>|$)/gi, "")
    .replace(/^[\s\S]*<\/think>/i, "")
    .trim();

const endingOf = (type: string) =>
  ({
    "audio/ogg": "ogg",
    "audio/mpeg": "mp3",
    "audio/mp4": "m4a",
    "audio/webm": "webm",
    "audio/wav": "wav",
  })[type.split(";")[0]!.trim()] ?? "ogg";

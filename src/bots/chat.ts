import { z } from "zod";
import { Unanswered, type Outbound, type Question } from "../kit/outbound.ts";
import type { Turn } from "./bot.ts";
import { handedOver, handOver } from "./hand-over.ts";
import { longest, split } from "./parts.ts";
import { json, under, understood } from "./reading.ts";

/** 1 ChatGpt and whatever speaks like it, 2 DeepSeek, 3 Ollama. An empty `url` is the type's own. doc 2 §4, doc 4 §1.28 */
export type Ia = {
  type: 1 | 2 | 3;
  name: string;
  model: string;
  url: string;
  prompt: string;
  token: string;
  /** 0: as many as it likes. */
  maxTokens: number;
  temperature: number;
  /** Of the history, the last so many. */
  maxMessages: number;
  /** What hears voice notes; empty: nothing does. */
  transcriptionModel: string;
};

export type Line = { fromMe: boolean; text: string };

/** `says`: the answer in parts that fit in a message, none when all it says is to hand over. `transfer`: people are to take over. `tokens`: what it cost, 0 where not told. */
export type Spoken = { says: string[]; transfer: boolean; tokens: number };

/** An AI's answer. `history`: oldest first, before the turn. Throws Unanswered. doc 4 §1.28 */
export async function chat(out: Outbound, ia: Ia, history: Line[], turn: Pick<Turn, "text" | "who">, signal?: AbortSignal): Promise<Spoken> {
  const lines = [...(ia.maxMessages > 0 ? history.slice(-ia.maxMessages) : []), { fromMe: false, text: turn.text }].filter(({ text }) => text.trim() !== "");
  const messages = [{ role: "system", content: instruction(ia, turn.who.firstName) }, ...lines.map(({ fromMe, text }) => ({ role: fromMe ? "assistant" : "user", content: text.slice(0, longest) }))];
  const until = performance.now() + time;
  const line: Phone = (url, question) => out.ask(url, { ...question, timeout: Math.max(1, until - performance.now()), ...(signal ? { signal } : {}) });
  const { text, tokens } = ia.type === 3 ? await ollama(line, ia, messages) : await openAi(line, ia, messages);
  const { rest, transfer } = handedOver(withoutThoughts(text).slice(0, most));
  if (rest === "" && !transfer) throw new Unanswered("senseless");
  return { says: split(rest), transfer, tokens };
}

/** What a voice note says; undefined where nothing hears it. Throws Unanswered. doc 4 §1.28 */
export async function transcribe(out: Outbound, ia: Ia, { bytes, type }: { bytes: Uint8Array; type: string }, signal?: AbortSignal): Promise<string | undefined> {
  if (ia.type !== 1 || ia.transcriptionModel.trim() === "") return undefined;
  const form = new FormData();
  form.set("model", ia.transcriptionModel.trim());
  form.set("response_format", "json");
  form.set("file", new Blob([new Uint8Array(bytes)], { type: type.split(";")[0]! }), `audio.${endingOf(type)}`);
  const body = new Response(form);
  const headers = { ...bearer(ia), "content-type": body.headers.get("content-type")! };
  const reply = await out.ask(under(baseOf(ia), "/v1/audio/transcriptions"), { method: "POST", headers, body: await body.bytes(), timeout: time, ...(signal ? { signal } : {}) });
  return understood(reply, z.object({ text: z.string() })).text.trim();
}

/** For an answer, in ms. */
const time = 60_000;
/** An answer beyond this is no answer to a customer, in UTF-16 units. */
const most = 8 * longest;

type Message = { role: string; content: string };
type Phone = (url: string, question: Question) => ReturnType<Outbound["ask"]>;
type Told = { text: string; tokens: number };

/** What the shop says comes last: it may narrow the rules before it. A customer's name is theirs to choose, and no place for more. */
function instruction({ prompt, maxTokens }: Ia, firstName: string): string {
  const name = firstName.replace(/[^\p{L}\p{M}\p{N} .'-]/gu, "").trim().slice(0, 40);
  return [
    ...(name === "" ? [] : [`Nas respostas, chame o cliente pelo primeiro nome, "${name}".`]),
    ...(maxTokens > 0 ? [`Responda com menos de ${maxTokens} tokens, sem deixar a resposta cortada.`] : []),
    `Sempre que a resposta requerer transferência para o setor de atendimento, comece a resposta com "${handOver}".`,
    "",
    prompt,
  ].join("\n").trim();
}

/** The base of what was typed in, which may be the whole address of a call. */
function baseOf({ type, url }: Ia): string {
  const usual = { 1: "https://api.openai.com", 2: "https://api.deepseek.com", 3: "http://127.0.0.1:11434" }[type];
  return (url.trim() || usual).replace(/\/+$/, "").replace(type === 3 ? /\/api(\/chat)?$/ : /\/v1(\/chat\/completions)?$/, "");
}

const bearer = ({ token }: Ia): Record<string, string> => (token.trim() === "" ? {} : { authorization: `Bearer ${token.trim()}` });

/** What it says that it cost: a number that can be counted, or nothing. */
const tokens = z.number().int().min(0).max(1e9).catch(0);

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1), usage: z.object({ total_tokens: tokens }).nullish().catch(null) });
const complaint = z.object({ error: z.object({ param: z.string() }) });

async function openAi(line: Phone, ia: Ia, messages: Message[]): Promise<Told> {
  const url = under(baseOf(ia), "/v1/chat/completions");
  let wish: Record<string, unknown> = { model: ia.model, messages, stream: false, temperature: ia.temperature, ...(ia.maxTokens > 0 ? { max_tokens: ia.maxTokens } : {}) };
  for (let attempt = 1; ; attempt++) {
    const reply = await line(url, { method: "POST", headers: { ...bearer(ia), "content-type": "application/json" }, body: JSON.stringify(wish) });
    const complied = reply.status === 400 && attempt < 3 ? without(wish, complaint.safeParse(json(reply.text)).data?.error.param) : undefined;
    if (complied) {
      wish = complied;
      continue;
    }
    const { choices, usage } = understood(reply, completion);
    return { text: choices[0]!.message.content ?? "", tokens: usage?.total_tokens ?? 0 };
  }
}

/** Models that reason take neither of these as the others do. Undefined: something else was complained about. */
function without(wish: Record<string, unknown>, param: string | undefined): Record<string, unknown> | undefined {
  if (param === undefined || !(param in wish)) return undefined;
  const { [param]: value, ...rest } = wish;
  if (param === "max_tokens") return { ...rest, max_completion_tokens: value };
  return param === "temperature" ? rest : undefined;
}

const chatted = z.object({ message: z.object({ content: z.string() }), prompt_eval_count: tokens, eval_count: tokens });

async function ollama(line: Phone, ia: Ia, messages: Message[]): Promise<Told> {
  const options = { temperature: ia.temperature, ...(ia.maxTokens > 0 ? { num_predict: ia.maxTokens } : {}) };
  const reply = await line(under(baseOf(ia), "/api/chat"), { method: "POST", headers: { ...bearer(ia), "content-type": "application/json" }, body: JSON.stringify({ model: ia.model, messages, stream: false, options }) });
  const { message, prompt_eval_count: heard, eval_count: said } = understood(reply, chatted);
  return { text: message.content, tokens: heard + said };
}

/** Models that think aloud do it before they answer; one that was cut off has not answered yet. */
const withoutThoughts = (text: string) => text.replace(/<think>[\s\S]*?(<\/think>|$)/gi, "").replace(/^[\s\S]*<\/think>/i, "").trim();

const endingOf = (type: string) => ({ "audio/ogg": "ogg", "audio/mpeg": "mp3", "audio/mp4": "m4a", "audio/webm": "webm", "audio/wav": "wav" })[type.split(";")[0]!.trim()] ?? "ogg";

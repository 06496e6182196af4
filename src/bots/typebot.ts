import { z } from "zod";
import { Unanswered, type Outbound } from "../kit/outbound.ts";
import type { Answer, Said, Session, Deed, Turn } from "./bot.ts";
import { fetcher } from "./files.ts";
import { split } from "./parts.ts";
import { json, under, understood } from "./reading.ts";
import { richText } from "./rich-text.ts";

/** `typebotDelayMessage` in ms, `typebotExpires` in minutes (0: never). doc 3 §4 */
export type Typebot = {
  type: "typebot";
  name: string;
  /** Where Typebot stands. */
  urlN8N: string;
  typebotSlug: string;
  typebotDelayMessage: number;
  typebotExpires: number;
  typebotKeywordFinish: string;
  typebotKeywordRestart: string;
  typebotRestartMessage: string;
  typebotUnknownMessage: string;
};

/** A turn with a Typebot. `now` in epoch ms. Throws Unanswered; then the session is to be forgotten. doc 4 §1.27 */
export async function typebot(out: Outbound, config: Typebot, turn: Turn, now: number, signal?: AbortSignal): Promise<Answer> {
  if (isWord(turn.text, config.typebotKeywordFinish)) return { says: [], session: null, does: [{ do: "close" }] };
  if (isWord(turn.text, config.typebotKeywordRestart)) return { says: spoken(config.typebotRestartMessage), session: null, does: [] };
  const talk: Talk = { out, config, turn, signal };
  const { id, chat } = await wentOn(talk, alive(config, turn, now));
  const { says, does } = await told(talk, chat);
  return { says, session: does.length > 0 ? null : { id, at: now }, does };
}

type Talk = { out: Outbound; config: Typebot; turn: Turn; signal: AbortSignal | undefined };

const isWord = (text: string, word: string) => word.trim() !== "" && text.trim().toLowerCase() === word.trim().toLowerCase();
const spoken = (text: string): Said[] => split(text).map((part) => ({ text: part, later: 0 }));

/** The session, unless it is another talk's or too old to go on with. */
function alive({ typebotExpires }: Typebot, { begins, session }: Turn, now: number): Session | null {
  const isOld = typebotExpires > 0 && now - (session?.at ?? 0) > typebotExpires * 60_000;
  return begins || isOld ? null : session;
}

// Typebot forgets sessions too: then the talk begins anew.
async function wentOn(talk: Talk, session: Session | null): Promise<{ id: string; chat: Chat }> {
  if (!session) return begun(talk);
  try {
    return { id: session.id, chat: await said(talk, session.id) };
  } catch (thrown) {
    if (thrown instanceof Unanswered && thrown.reason === "status") return begun(talk);
    throw thrown;
  }
}

/** Begins a talk. A flow that begins by listening has heard the customer's first words. */
async function begun(talk: Talk): Promise<{ id: string; chat: Chat }> {
  const { number, name } = talk.turn.who;
  const chat = await asked(talk, `/typebots/${encodeURIComponent(talk.config.typebotSlug)}/startChat`, { isStreamEnabled: false, isOnlyRegistering: false, prefilledVariables: { number, pushName: name } }, started);
  const listens = chat.messages.length === 0 && chat.input && optionsOf(chat) === "";
  return { id: chat.sessionId, chat: listens ? await said(talk, chat.sessionId) : chat };
}

const said = (talk: Talk, id: string) => asked(talk, `/sessions/${encodeURIComponent(id)}/continueChat`, { message: talk.turn.text }, continued);

async function asked<Schema extends z.ZodType>({ out, config, signal }: Talk, path: string, body: object, schema: Schema) {
  const url = under(config.urlN8N, `/api/v1${path}`);
  return understood(await out.ask(url, { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(body), ...(signal ? { signal } : {}) }), schema);
}

const continued = z.object({
  messages: z.array(z.object({ type: z.string(), content: z.record(z.string(), z.unknown()).nullish() })).default([]),
  input: z.object({ type: z.string(), items: z.array(z.object({ content: z.string().nullish(), title: z.string().nullish() })).nullish() }).nullish(),
});
const started = continued.extend({ sessionId: z.string().min(1).max(500) });
type Chat = z.infer<typeof continued>;
type Message = Chat["messages"][number];

/** A flow that runs in circles must not talk for ever. */
const mostBubbles = 30;

/** The bubbles, in their order, up to the first command. */
async function told({ out, config, signal }: Talk, chat: Chat): Promise<{ says: Said[]; does: Deed[] }> {
  const bring = fetcher(out, signal);
  const says: Said[] = [];
  const later = () => (says.length === 0 ? 0 : Math.max(0, config.typebotDelayMessage));
  const say = (text: string) => split(text).forEach((part) => says.push({ text: part, later: later() }));
  for (const message of chat.messages.slice(0, mostBubbles)) {
    const text = textOf(message, config);
    const wanted = /^\s*#\s*(\{.*)/s.exec(text)?.[1];
    if (wanted !== undefined) return { says: says.slice(0, mostBubbles), does: commanded(wanted) };
    say(text);
    const file = fileOf(message);
    if (file !== undefined) says.push(...(await bring(file, "", later())));
  }
  say(optionsOf(chat));
  return { says: says.slice(0, mostBubbles), does: [] };
}

const invalid = "Invalid message. Please, try again.";

function textOf({ type, content }: Message, { typebotUnknownMessage }: Typebot): string {
  if (type === "embed" || isFilm(content)) return stringOf(content?.url);
  if (type !== "text") return "";
  const text = Array.isArray(content?.richText) ? richText(content.richText) : stringOf(content?.plainText ?? content?.markdown);
  return text.trim() === invalid && typebotUnknownMessage.trim() !== "" ? typebotUnknownMessage : text;
}

/** A film on a video site is a page, no file. */
const isFilm = (content: Message["content"]) => ["youtube", "vimeo", "tiktok", "gumlet"].includes(stringOf(content?.type));

function fileOf({ type, content }: Message): string | undefined {
  const url = stringOf(content?.url);
  return ["image", "video", "audio"].includes(type) && !isFilm(content) && url !== "" ? url : undefined;
}

const stringOf = (value: unknown) => (typeof value === "string" ? value : "");

function optionsOf({ input }: Chat): string {
  const names = input?.items?.map(({ content, title }) => (content ?? title ?? "").trim()).filter((name) => name !== "") ?? [];
  return names.map((name) => `▶️ ${name}`).join("\n");
}

const id = z.coerce.number().int().positive();
const command = z.union([z.object({ stopBot: z.literal(true) }), z.object({ queueId: id, userId: id.optional() })]);

/** What a `#{…}` wants. One that we don't know is nothing that a customer should read. */
function commanded(text: string): Deed[] {
  const { success, data } = command.safeParse(json(text));
  if (!success) return [];
  if ("stopBot" in data) return [{ do: "human" }];
  return [{ do: "queue", queueId: data.queueId, ...(data.userId === undefined ? {} : { userId: data.userId }) }];
}

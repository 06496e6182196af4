import { z } from "zod";
import type { HttpClient } from "../kit/net/http-client.ts";
import { RequestFailed } from "../kit/net/http-reply.ts";
import type { BotAnswer, BotReply, BotSession, BotAction, Turn } from "./bot.ts";
import { fileFetcher } from "./files.ts";
import { splitText } from "./split-text.ts";
import { parseJsonOrNothing, joinUrl, parseReply } from "./parse-reply.ts";
import { richText } from "./rich-text.ts";

/** `typebotDelayMessage` in ms, `typebotExpires` in minutes (0: never). */
export type Typebot = {
  type: "typebot";
  name: string;
  /** Typebot's address. */
  urlN8N: string;
  typebotSlug: string;
  typebotDelayMessage: number;
  typebotExpires: number;
  typebotKeywordFinish: string;
  typebotKeywordRestart: string;
  typebotRestartMessage: string;
  typebotUnknownMessage: string;
};

/**
 * A turn with a Typebot. `now` in epoch ms. Throws RequestFailed; then the session is to be
 * forgotten. rules.md#typebot
 */
export async function typebot(
  http: HttpClient,
  config: Typebot,
  turn: Turn,
  now: number,
  signal?: AbortSignal,
): Promise<BotAnswer> {
  if (isWord(turn.text, config.typebotKeywordFinish))
    return { replies: [], session: null, does: [{ do: "close" }] };
  if (isWord(turn.text, config.typebotKeywordRestart))
    return { replies: textReplies(config.typebotRestartMessage), session: null, does: [] };
  const call: Call = { http, config, turn, signal };
  const { id, chat } = await continueOrStart(call, currentSession(config, turn, now));
  const { replies, does } = await answerOf(call, chat);
  return { replies, session: does.length > 0 ? null : { id, at: now }, does };
}

type Call = { http: HttpClient; config: Typebot; turn: Turn; signal: AbortSignal | undefined };

const isWord = (text: string, word: string) =>
  word.trim() !== "" && text.trim().toLowerCase() === word.trim().toLowerCase();
const textReplies = (text: string): BotReply[] =>
  splitText(text).map((part) => ({ text: part, later: 0 }));

/** The session, unless the conversation is new or the session too old. */
function currentSession(
  { typebotExpires }: Typebot,
  { begins, session }: Turn,
  now: number,
): BotSession | null {
  const isOld = typebotExpires > 0 && now - (session?.at ?? 0) > typebotExpires * 60_000;
  return begins || isOld ? null : session;
}

// Typebot forgets sessions too: then a new one is started.
async function continueOrStart(
  talk: Call,
  session: BotSession | null,
): Promise<{ id: string; chat: Chat }> {
  if (!session) return startChat(talk);
  try {
    return { id: session.id, chat: await continueChat(talk, session.id) };
  } catch (thrown) {
    if (thrown instanceof RequestFailed && thrown.reason === "status") return startChat(talk);
    throw thrown;
  }
}

/** Starts a session. A flow that begins with an input gets the customer's first words. */
async function startChat(talk: Call): Promise<{ id: string; chat: Chat }> {
  const { number, name } = talk.turn.who;
  const chat = await request(
    talk,
    `/typebots/${encodeURIComponent(talk.config.typebotSlug)}/startChat`,
    {
      isStreamEnabled: false,
      isOnlyRegistering: false,
      prefilledVariables: { number, pushName: name },
    },
    startedChat,
  );
  const listens = chat.messages.length === 0 && chat.input && optionsOf(chat) === "";
  return { id: chat.sessionId, chat: listens ? await continueChat(talk, chat.sessionId) : chat };
}

const continueChat = (talk: Call, id: string) =>
  request(
    talk,
    `/sessions/${encodeURIComponent(id)}/continueChat`,
    { message: talk.turn.text },
    continuedChat,
  );

async function request<Schema extends z.ZodType>(
  { http, config, signal }: Call,
  path: string,
  body: object,
  schema: Schema,
) {
  const url = joinUrl(config.urlN8N, `/api/v1${path}`);
  return parseReply(
    await http.request(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    }),
    schema,
  );
}

const continuedChat = z.object({
  messages: z
    .array(z.object({ type: z.string(), content: z.record(z.string(), z.unknown()).nullish() }))
    .default([]),
  input: z
    .object({
      type: z.string(),
      items: z
        .array(z.object({ content: z.string().nullish(), title: z.string().nullish() }))
        .nullish(),
    })
    .nullish(),
});
const startedChat = continuedChat.extend({ sessionId: z.string().min(1).max(500) });
type Chat = z.infer<typeof continuedChat>;
type Message = Chat["messages"][number];

/** At most so many messages of one answer: a flow may run in circles. */
const maxBubbles = 30;

/** The bubbles, in their order, up to the first command. */
async function answerOf(
  { http, config, signal }: Call,
  chat: Chat,
): Promise<{ replies: BotReply[]; does: BotAction[] }> {
  const fetchFile = fileFetcher(http, signal);
  const replies: BotReply[] = [];
  const later = () => (replies.length === 0 ? 0 : Math.max(0, config.typebotDelayMessage));
  const say = (text: string) =>
    splitText(text).forEach((part) => replies.push({ text: part, later: later() }));
  for (const message of chat.messages.slice(0, maxBubbles)) {
    const text = textOf(message, config);
    const action = /^\s*#\s*(\{.*)/s.exec(text)?.[1];
    if (action !== undefined)
      return { replies: replies.slice(0, maxBubbles), does: actionsIn(action) };
    say(text);
    const file = fileOf(message);
    if (file !== undefined) replies.push(...(await fetchFile(file, "", later())));
  }
  say(optionsOf(chat));
  return { replies: replies.slice(0, maxBubbles), does: [] };
}

const invalid = "Invalid message. Please, try again.";

function textOf({ type, content }: Message, { typebotUnknownMessage }: Typebot): string {
  if (type === "embed" || isVideoPage(content)) return stringOf(content?.url);
  if (type !== "text") return "";
  const text = Array.isArray(content?.richText)
    ? richText(content.richText)
    : stringOf(content?.plainText ?? content?.markdown);
  return text.trim() === invalid && typebotUnknownMessage.trim() !== ""
    ? typebotUnknownMessage
    : text;
}

/** A video on a video site is a page, not a file. */
const isVideoPage = (content: Message["content"]) =>
  ["youtube", "vimeo", "tiktok", "gumlet"].includes(stringOf(content?.type));

function fileOf({ type, content }: Message): string | undefined {
  const url = stringOf(content?.url);
  return ["image", "video", "audio"].includes(type) && !isVideoPage(content) && url !== ""
    ? url
    : undefined;
}

const stringOf = (value: unknown) => (typeof value === "string" ? value : "");

function optionsOf({ input }: Chat): string {
  const names =
    input?.items
      ?.map(({ content, title }) => (content ?? title ?? "").trim())
      .filter((name) => name !== "") ?? [];
  return names.map((name) => `▶️ ${name}`).join("\n");
}

const id = z.coerce.number().int().positive();
const command = z.union([
  z.object({ stopBot: z.literal(true) }),
  z.object({ queueId: id, userId: id.optional() }),
]);

/** The actions of a `#{…}` command. An unknown command is not shown to the customer either. */
function actionsIn(text: string): BotAction[] {
  const { success, data } = command.safeParse(parseJsonOrNothing(text));
  if (!success) return [];
  if ("stopBot" in data) return [{ do: "human" }];
  return [
    {
      do: "queue",
      queueId: data.queueId,
      ...(data.userId === undefined ? {} : { userId: data.userId }),
    },
  ];
}

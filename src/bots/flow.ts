import { createHash } from "node:crypto";
import { z } from "zod";
import type { HttpClient } from "../kit/net/http-client.ts";
import { RequestFailed, type HttpReply } from "../kit/net/http-reply.ts";
import { signedHeaders } from "../kit/net/signed-headers.ts";
import type { BotAnswer, BotReply, BotAction, Turn } from "./bot.ts";
import { fileFetcher } from "./files.ts";
import { maxMessageLength, splitText } from "./split-text.ts";
import { parseJsonOrNothing, joinUrl } from "./parse-reply.ts";

/** `secret` signs each post; not empty. */
export type Flow = { type: "n8n" | "webhook"; name: string; urlN8N: string; secret: string };

/**
 * Posts a turn to a flow. Its answer may send texts and change the ticket; no session is stored.
 * `now` in epoch ms. Throws RequestFailed. rules.md#flows
 *
 * The post is signed. Tries of one message share an `Idempotency-Key`.
 */
export async function flow(
  http: HttpClient,
  config: Flow,
  turn: Turn,
  now: number,
  signal?: AbortSignal,
): Promise<BotAnswer> {
  const reply = await postWithRetries(http, config, turn, now, signal);
  const { replies, does } = await answerOf(http, commandsIn(reply), signal);
  return { replies, session: null, does };
}

/**
 * Posts a turn once, marked as a test. `isJson`: whether the reply can hold commands at all. Throws
 * RequestFailed.
 */
export async function testFlow(
  http: HttpClient,
  config: Flow,
  turn: Turn,
  now: number,
  signal?: AbortSignal,
): Promise<Pick<BotAnswer, "replies" | "does"> & { isJson: boolean }> {
  const reply = await post(http, config, requestOf(config, turn, "test", now), signal);
  return {
    ...(await answerOf(http, commandsIn(reply), signal)),
    isJson: reply.text.trim() === "" || parseJsonOrNothing(reply.text) !== undefined,
  };
}

/** The envelope is stable: fields are added to it, never changed. */
function envelope(event: "start" | "message" | "test", { text, ticketId, raw }: Turn): string {
  const { ticket, contact, message, connection, company } = raw;
  return JSON.stringify({
    event,
    ticket: { ...ticket, id: ticketId },
    contact,
    message: { body: text, ...message },
    connection,
    company,
    raw: raw.raw,
  });
}

const maxAttempts = 3;
const timeout = 10_000;
/** Before the second try and the third, in ms. */
export const retryDelays = [300, 1200];

async function postWithRetries(
  http: HttpClient,
  config: Flow,
  turn: Turn,
  now: number,
  signal: AbortSignal | undefined,
): Promise<HttpReply> {
  const request = requestOf(config, turn, turn.begins ? "start" : "message", now);
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(http, config, request, signal);
    } catch (thrown) {
      if (attempt === maxAttempts || !isTemporary(thrown)) throw thrown;
      await Bun.sleep(retryDelays[attempt - 1]!);
    }
  }
}

function requestOf(config: Flow, turn: Turn, event: "start" | "message" | "test", now: number) {
  if (config.secret === "") throw new RequestFailed("misconfigured");
  const body = envelope(event, turn);
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...signedHeaders(config.secret, body, now),
    "idempotency-key": createHash("sha256")
      .update(JSON.stringify([turn.raw.company.id, turn.ticketId, turn.raw.message.id]))
      .digest("hex")
      .slice(0, 32),
  };
  return { headers, body };
}

async function post(
  http: HttpClient,
  config: Flow,
  request: ReturnType<typeof requestOf>,
  signal: AbortSignal | undefined,
): Promise<HttpReply> {
  const reply = await http.request(joinUrl(config.urlN8N, ""), {
    method: "POST",
    ...request,
    timeout,
    ...(signal ? { signal } : {}),
  });
  if (reply.status < 200 || reply.status > 299) throw new RequestFailed("status", reply.status);
  return reply;
}

/** Whether a failed request may succeed in a moment. */
const isTemporary = (thrown: unknown) =>
  thrown instanceof RequestFailed &&
  (thrown.reason === "unreachable" ||
    thrown.reason === "timeout" ||
    (thrown.reason === "status" && (thrown.status === 429 || (thrown.status ?? 0) >= 500)));

/** Messages that one answer may bring. */
const maxParts = 30;

// A flow is made by hand: only the values of a wrong shape are left out.
const id = z.coerce.number().int().positive().optional().catch(undefined);
const flag = z
  .union([z.literal(true), z.literal("true").transform(() => true as const)])
  .optional()
  .catch(undefined);
const text = z.string().optional().catch(undefined);
const part = z
  .union([
    z.string().transform((value) => ({ text: value, mediaUrl: undefined })),
    z.object({ text, mediaUrl: text }),
  ])
  .optional()
  .catch(undefined);
const parts = z.preprocess(
  (value) => (Array.isArray(value) ? value.slice(0, maxParts) : value),
  z
    .union([z.array(part), part.transform((one) => [one])])
    .optional()
    .catch(undefined),
);
const flowCommand = z.object({
  message: parts,
  messages: parts,
  mediaUrl: text,
  menu: flag,
  queueId: id,
  userId: id,
  closeTicket: flag,
  stopBot: flag,
  note: text,
  wait: z.coerce.number().min(0).max(60_000).catch(0),
});
type FlowCommand = z.infer<typeof flowCommand>;

/** n8n's own reply when a flow has no answer. */
const n8nStarted = ["Workflow was started", "Workflow got started."];
const maxCommands = 10;

/**
 * The commands in a flow's reply: one object, or several as n8n sends them. Any other reply has
 * none.
 */
function commandsIn(reply: HttpReply): FlowCommand[] {
  const parsed = parseJsonOrNothing(reply.text);
  const each = Array.isArray(parsed) ? parsed : [parsed];
  return each.slice(0, maxCommands).flatMap((one) => {
    const read = flowCommand.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** `wait` is the ms before each of its messages. */
async function answerOf(
  http: HttpClient,
  commands: FlowCommand[],
  signal: AbortSignal | undefined,
): Promise<{ replies: BotReply[]; does: BotAction[] }> {
  const fetchFile = fileFetcher(http, signal);
  const replies: BotReply[] = [];
  for (const { message = [], messages = [], mediaUrl, wait } of commands) {
    for (const each of [
      ...message,
      ...messages,
      ...(mediaUrl ? [{ text: "", mediaUrl }] : []),
    ].slice(0, maxParts)) {
      const words = each?.text?.trim() ?? "";
      if (each?.mediaUrl)
        replies.push(...(await fetchFile(each.mediaUrl, words.slice(0, maxMessageLength), wait)));
      else if (!n8nStarted.includes(words))
        replies.push(...splitText(words).map((text) => ({ text, later: wait })));
    }
  }
  return { replies: replies.slice(0, maxParts), does: commands.flatMap(actionsOf) };
}

function actionsOf({
  note,
  queueId,
  userId,
  stopBot,
  menu,
  closeTicket,
}: FlowCommand): BotAction[] {
  return [
    ...(note?.trim() ? [{ do: "note" as const, text: note.trim() }] : []),
    ...(queueId === undefined
      ? []
      : [{ do: "queue" as const, queueId, ...(userId === undefined ? {} : { userId }) }]),
    ...(stopBot ? [{ do: "human" as const }] : []),
    ...(menu ? [{ do: "menu" as const }] : []),
    ...(closeTicket ? [{ do: "close" as const }] : []),
  ];
}

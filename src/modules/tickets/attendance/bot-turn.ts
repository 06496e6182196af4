import { and, desc, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import { noBills } from "../../../bots/billing/texts.ts";
import type { BotAnswer, BotAction, BotReply, BotSession, TurnContext } from "../../../bots/bot.ts";
import type { Breaker } from "../../../bots/breaker.ts";
import { chat, transcribe, type HistoryMessage } from "../../../bots/chat.ts";
import { google, type Endpoints } from "../../../bots/dialogflow.ts";
import { emptyMemory } from "../../../attendance/state.ts";
import type { StoredFile } from "../../../kit/files/files.ts";
import { finishJob, hasNextInQueue, postponeJob, type Job } from "../../../kit/db/jobs.ts";
import { log, trace } from "../../../kit/process/log.ts";
import type { HttpClient } from "../../../kit/net/http-client.ts";
import { RequestFailed } from "../../../kit/net/http-reply.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { addMedia, media } from "../../../kit/db/media.ts";
import { isBillingType } from "../../../shared/bots.ts";
import * as contacts from "../../contacts/contacts.ts";
import { isStopped } from "../../companies/standing.ts";
import * as ias from "../../ias/ias.ts";
import type { IaRow } from "../../ias/table.ts";
import { mayAnswer, recordUse } from "../../ias/usage.ts";
import { findWithSecrets } from "../../integrations/integrations.ts";
import { integrations } from "../../integrations/table.ts";
import { mediaTypeForSending } from "../../messages/media-types.ts";
import { findMessage, markAllRead } from "../../messages/messages.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { queues } from "../../queues/table.ts";
import * as settings from "../../settings/settings.ts";
import * as users from "../../users/users.ts";
import { callIntegration } from "./call-integration.ts";
import { handleTurn, type BotTurn } from "./handle-turn.ts";
import { record } from "../events/events.ts";
import { addSystemNote } from "../notes/notes.ts";
import { emitMessage } from "../messages/reply.ts";
import { sendAsBot } from "../messages/send-as-bot.ts";
import { loadTicket } from "../tickets.ts";
import { attendances, tickets, type Ticket } from "../table.ts";

/** The services that bots are called through. */
export type BotServices = { httpClient: HttpClient; breaker: Breaker; endpoints?: Endpoints };

/** The outcome of a turn. `transcript`: the text of a voice note, where the AI transcribed it. */
type Outcome = BotAnswer & { tokens?: number; transcript?: string };

/** How long (ms) a customer's file is waited for, and how often it is checked. */
const fileWait = { longest: 60_000, each: 1000 };

/** How often the bot is asked again when its answer could not be saved. */
const tries = 3;

/**
 * A customer who repeats the same text `same` times, or sends `messages` messages, within so long
 * (ms) counts as another bot. The two bots would never stop.
 */
const loopLimits = { same: 5, messages: 40, within: 10 * 60_000 };

/**
 * Runs a bot's turn. The bot is called outside of any transaction; its answer is saved in the one
 * that ends the job, so that it is given once. It counts only if the bot still has the ticket by
 * then. When anything goes wrong the ticket waits for people. rules.md#bot-answers
 */
export async function runBotTurn(db: CompanyDb, services: BotServices, job: Job) {
  const turn = job.payload as BotTurnJob;
  const ticket = ticketOf(db, turn);
  const message = db.select().from(messages).where(eq(messages.id, turn.messageId)).get();
  // An AI answers all messages that came close together at the last of them; voice notes among them
  // are transcribed before.
  const isFollowed = turn.promptId !== null && hasNextInQueue(db, job);
  if (!ticket || !message || (isFollowed && message.mediaType !== "audio"))
    return db.write((tx) => void (finishJob(tx, job.id) && !ticket && leaveToPeople(tx, turn)));
  if (isAwaited(db, message) && db.now() - message.createdAt.getTime() < fileWait.longest)
    return db.write((tx) => postponeJob(tx, job.id, db.now() + fileWait.each));

  const outcome = await answerOf(db, services, job, ticket, message, isFollowed).catch((thrown) =>
    outcomeOfFailure(db, job, thrown),
  );
  const files = await Promise.all(
    outcome.replies.map(async (recent) =>
      "file" in recent ? db.files.keep(recent.file.bytes, recent.file.name) : undefined,
    ),
  );
  db.files.releaseAfter(files, () =>
    db.write((tx) => {
      if (!finishJob(tx, job.id)) return;
      if (turn.promptId !== null && outcome.tokens !== undefined) recordUse(tx, outcome.tokens);
      if (outcome.transcript) saveTranscript(tx, message, outcome.transcript);
      if (ticketOf(db, turn)) applyAnswer(tx, turn.ticketId, outcome, files);
      else leaveToPeople(tx, turn);
    }),
  );
}

type BotTurnJob = BotTurn & { ticketId: number };

async function answerOf(
  db: CompanyDb,
  outside: BotServices,
  job: Job,
  ticket: Ticket,
  message: MessageRow,
  goesOn: boolean,
): Promise<Outcome> {
  const { promptId, ...turn } = job.payload as BotTurnJob;
  if (job.attempts >= tries) throw new Error("an answer that could not be kept");
  if (isLoop(db, message))
    return {
      replies: [],
      session: null,
      does: [
        { do: "note", text: "Parece ser outro robô: o atendimento espera por uma pessoa." },
        { do: "human" },
      ],
    };
  return promptId === null
    ? askIntegration(db, outside, ticket, message, { ...turn, promptId })
    : askAi(db, outside, ticket, message, promptId, goesOn);
}

/** The ticket, if the turn's bot still has it and may answer. */
function ticketOf(
  db: CompanyDb,
  { ticketId, integrationId, promptId }: BotTurnJob,
): Ticket | undefined {
  const ticket = withBot(db, ticketId);
  if (!ticket) return undefined;
  const { active, disableBot } = contacts.findContact(db, ticket.contactId);
  if (!active || disableBot || settings.read(db, "disableBot") === "enabled" || isStopped(db))
    return undefined;
  return (
    promptId === null
      ? ticket.useIntegration && ticket.integrationId === integrationId
      : ticket.promptId === promptId
  )
    ? ticket
    : undefined;
}

/** The ticket, if any bot has it. */
function withBot(db: CompanyDb, id: number): Ticket | undefined {
  const row = db.select({ id: tickets.id }).from(tickets).where(eq(tickets.id, id)).get();
  const ticket = row && loadTicket(db, id);
  return ticket?.status === "pending" && ticket.userId === null && ticket.chatbot
    ? ticket
    : undefined;
}

// The ticket went to another bot's connection, or its bot was deleted or switched off: it waits for
// people.
function leaveToPeople(tx: Tx, { ticketId }: BotTurnJob) {
  const ticket = withBot(tx, ticketId);
  if (!ticket) return;
  const why = isStopped(tx)
    ? "O robô parou: a assinatura da empresa venceu ou o acesso dela está bloqueado."
    : "O robô não responde mais aqui.";
  addSystemNote(tx, ticket, `${why} O atendimento espera por uma pessoa.`, { isTold: true });
  recordHandOver(tx, handleTurn(tx, ticket, { type: "reassigned" }), why);
}

function isLoop(db: CompanyDb, { ticketId, body, createdAt }: MessageRow): boolean {
  const sent = db
    .select({ body: messages.body })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, ticketId),
        eq(messages.fromMe, false),
        gt(messages.createdAt, new Date(createdAt.getTime() - loopLimits.within)),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(loopLimits.messages)
    .all();
  return (
    sent.length >= loopLimits.messages ||
    (body !== "" && sent.filter((one) => one.body === body).length >= loopLimits.same)
  );
}

async function askIntegration(
  db: CompanyDb,
  { httpClient, breaker, endpoints = google }: BotServices,
  ticket: Ticket,
  message: MessageRow,
  { begins, integrationId }: BotTurn,
): Promise<Outcome> {
  const integration = findWithSecrets(db, integrationId!);
  const turn = {
    text: message.body,
    begins,
    session: sessionOf(db, ticket.id),
    who: customerOf(db, ticket),
    ticketId: ticket.id,
    raw: webhookPayloadOf(db, ticket, message),
    audio: integration.type === "dialogflow" ? await audioOf(db, message) : undefined,
  };
  return breaker.run(`${db.company}/integration/${integrationId}`, () =>
    callIntegration(db, httpClient, integration, turn, endpoints),
  );
}

async function askAi(
  db: CompanyDb,
  { httpClient, breaker }: BotServices,
  ticket: Ticket,
  message: MessageRow,
  promptId: number,
  goesOn: boolean,
): Promise<Outcome> {
  const ia = ias.findWithToken(db, promptId);
  if (!mayAnswer(db))
    return handedOver(ia, `A IA ${ia.name} chegou ao limite de respostas deste mês.`);
  return breaker.run(`${db.company}/ia/${promptId}`, async () => {
    const audio = await audioOf(db, message);
    const transcript = audio && (await transcribe(httpClient, ia, audio));
    const text = transcript ?? message.body;
    if (text.trim() === "") return handedOver(ia, `A IA ${ia.name} não ouviu o áudio.`);
    if (goesOn) return { replies: [], session: null, does: [], transcript };
    const { texts, transfer, tokens } = await chat(
      httpClient,
      ia,
      historyOf(db, message, ia.maxMessages),
      {
        text,
        who: customerOf(db, ticket),
      },
    );
    return {
      replies: texts.map((text) => ({ text, later: 0 })),
      session: null,
      does: transfer ? [toPeople(ia)] : [],
      tokens,
      transcript,
    };
  });
}

const toPeople = ({ queueId }: IaRow): BotAction =>
  queueId === null ? { do: "human" } : { do: "queue", queueId };
const handedOver = (ia: IaRow, note: string): Outcome => ({
  replies: [],
  session: null,
  does: [{ do: "note", text: note }, toPeople(ia)],
});

/**
 * A bot that does not answer, or with something unreadable: the ticket waits for people, with a
 * note.
 */
function outcomeOfFailure(db: CompanyDb, { id, payload }: Job, thrown: unknown): Outcome {
  const reason = thrown instanceof RequestFailed ? thrown.reason : undefined;
  log(reason ? "warn" : "error", "bot", {
    company: db.company,
    job: id,
    ...(reason ? { reason } : trace(thrown)),
  });
  const what = (payload as BotTurn).promptId === null ? "A integração" : "A IA";
  return {
    replies: apologyOf(db, payload as BotTurn),
    session: null,
    does: [
      {
        do: "note",
        text: `${what} não respondeu (${reason ?? "erro"}). O atendimento espera por uma pessoa.`,
      },
      { do: "human" },
    ],
  };
}

/** A customer who waits for a bill is notified that none comes. */
function apologyOf(db: CompanyDb, { integrationId }: BotTurn): BotReply[] {
  const integration =
    integrationId === null
      ? undefined
      : db
          .select({ type: integrations.type })
          .from(integrations)
          .where(eq(integrations.id, integrationId))
          .get();
  return integration && isBillingType(integration.type) ? [{ text: noBills, later: 0 }] : [];
}

function applyAnswer(
  tx: Tx,
  ticketId: number,
  { replies, session, does }: BotAnswer,
  files: (StoredFile | undefined)[],
) {
  let later = 0;
  for (const [index, reply] of replies.entries()) {
    later += reply.later;
    sendBotReply(tx, loadTicket(tx, ticketId), reply, files[index], later);
  }
  tx.insert(attendances)
    .values({ ticketId, memory: emptyMemory, session })
    .onConflictDoUpdate({ target: attendances.ticketId, set: { session } })
    .run();
  const handsOver = does.some((each) => each.do !== "note" && each.do !== "close");
  const reason = handsOver ? does.find((each) => each.do === "note")?.text : undefined;
  for (const each of does) applyBotAction(tx, loadTicket(tx, ticketId), each, reason);
}

function sendBotReply(
  tx: Tx,
  ticket: Ticket,
  { text }: BotReply,
  file: StoredFile | undefined,
  later: number,
) {
  // Variables are not filled in: a bot's text could reveal what the company knows of the customer.
  if (!file) return void (text.trim() && sendAsBot(tx, ticket, text, { later }));
  sendAsBot(tx, ticket, text, {
    later,
    file: {
      mediaId: addMedia(tx, file, tx.now()),
      mediaType: mediaTypeForSending(file.type),
    },
  });
}

/**
 * Runs an action that a bot asked for. Where it names something that does not exist a note says so.
 */
function applyBotAction(tx: Tx, ticket: Ticket, does: BotAction, reason?: string): void {
  switch (does.do) {
    case "human":
      if (!ticket.chatbot) return;
      return recordHandOver(
        tx,
        handleTurn(tx, ticket, { type: "reassigned" }, { byBot: true }),
        reason,
      );
    case "menu":
      // With a single queue, which this same bot answers, there is no menu: the ticket goes to
      // people.
      handleTurn(
        tx,
        ticket,
        { type: "messageReceived", text: "#", kind: "chat", fresh: false },
        { cause: { kind: "bot", detail: { cause: "menu" } }, byBot: true },
      );
      return isStillWithBot(loadTicket(tx, ticket.id))
        ? applyBotAction(tx, loadTicket(tx, ticket.id), { do: "human" }, reason)
        : undefined;
    case "note":
      return addSystemNote(tx, ticket, does.text, { isTold: does.text === reason });
    case "close":
      markAllRead(tx, ticket.id);
      return void handleTurn(
        tx,
        ticket,
        { type: "closed", silent: true, attended: false },
        {
          also: { status: "closed", unreadMessages: 0 },
          cause: { detail: { cause: "bot" } },
          byBot: true,
        },
      );
    case "queue": {
      const { queueId, userId } = does;
      if (!tx.select({ id: queues.id }).from(queues).where(eq(queues.id, queueId)).get()) {
        addSystemNote(tx, ticket, `O robô indicou uma fila que não existe (${queueId}).`);
        return applyBotAction(tx, ticket, { do: "human" }, reason);
      }
      const user = userId === undefined ? undefined : users.meOf(tx, userId, false);
      const serves =
        user && (user.profile === "admin" || user.allTicket || user.queueIds.includes(queueId));
      return void handleTurn(
        tx,
        ticket,
        { type: "reassigned" },
        {
          also: { queueId, ...(serves && { userId: user.id, status: "open" }) },
          cause: { kind: "bot", always: true, detail: { ...leaves, reason } },
          byBot: true,
        },
      );
    }
  }
}

const leaves = { cause: "bot", bot: "left" } as const;

/** Records that a bot leaves a ticket to people. */
const recordHandOver = (tx: Tx, ticket: Ticket, reason?: string) =>
  void record(tx, ticket, { kind: "bot", byUserId: null, detail: { ...leaves, reason } });

const isStillWithBot = ({ chatbot, useIntegration, promptId }: Ticket) =>
  chatbot && (useIntegration || promptId !== null);

const sessionOf = (db: CompanyDb, ticketId: number): BotSession | null =>
  db
    .select({ session: attendances.session })
    .from(attendances)
    .where(eq(attendances.ticketId, ticketId))
    .get()?.session ?? null;

function customerOf(db: CompanyDb, { contactId }: Ticket) {
  const { name, number } = contacts.findContact(db, contactId);
  return { name: name || number, firstName: name.trim().split(/\s+/)[0] || number, number };
}

function webhookPayloadOf(db: CompanyDb, ticket: Ticket, message: MessageRow): TurnContext {
  const { contact, whatsapp, ...row } = ticket;
  const company = { id: db.company, name: db.about().name };
  return {
    ticket: row,
    contact,
    message: findMessage(db, message.id)!,
    connection: whatsapp ?? {},
    company,
    raw: null,
  };
}

/** The messages before this one that have a text, the oldest first. */
function historyOf(db: CompanyDb, { id, ticketId }: MessageRow, count: number): HistoryMessage[] {
  return db
    .select({ fromMe: messages.fromMe, text: messages.body })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, ticketId),
        lt(messages.id, id),
        inArray(messages.mediaType, ["chat", "audio"]),
        eq(messages.isDeleted, false),
        ne(messages.body, ""),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(count)
    .all()
    .reverse();
}

const fileOf = (db: CompanyDb, { mediaId }: MessageRow) =>
  mediaId === null ? undefined : db.select().from(media).where(eq(media.id, mediaId)).get();

const isAwaited = (db: CompanyDb, message: MessageRow) => {
  const file = message.mediaType === "audio" ? fileOf(db, message) : undefined;
  return file !== undefined && file.sha256 === "" && file.reason === null;
};

async function audioOf(db: CompanyDb, message: MessageRow) {
  const file = message.mediaType === "audio" ? fileOf(db, message) : undefined;
  return file && file.sha256 !== ""
    ? { bytes: await Bun.file(db.files.path(file.sha256)).bytes(), type: file.type }
    : undefined;
}

/** Saves a voice note's transcript as the message's text, so that it is shown and found. */
function saveTranscript(tx: Tx, { id, ticketId }: MessageRow, body: string) {
  tx.update(messages)
    .set({ body, updatedAt: sql`${tx.now()}` })
    .where(eq(messages.id, id))
    .run();
  emitMessage(tx, id, loadTicket(tx, ticketId));
}

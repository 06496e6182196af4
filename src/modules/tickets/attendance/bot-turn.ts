import { and, desc, eq, gt, sql } from "drizzle-orm";
import { noBills } from "../../../bots/billing/texts.ts";
import type { BotReply } from "../../../bots/bot.ts";
import { finishJob, hasNextInQueue, postponeJob, type Job } from "../../../kit/db/jobs.ts";
import { log, trace } from "../../../kit/process/log.ts";
import { RequestFailed } from "../../../kit/net/http-reply.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { isBillingType } from "../../../shared/bots.ts";
import * as contacts from "../../contacts/contacts.ts";
import { isStopped } from "../../companies/standing.ts";
import { recordUse } from "../../ias/usage.ts";
import { integrations } from "../../integrations/table.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { handleTurn } from "./handle-turn.ts";
import type { BotTurn } from "./apply-effects.ts";
import { addSystemNote } from "../notes/notes.ts";
import { emitMessage } from "../messages/reply.ts";
import { loadTicket } from "../tickets.ts";
import { tickets, type Ticket } from "../table.ts";
import { applyAnswer, recordHandOver } from "./apply-bot-answer.ts";
import { type BotServices, type Outcome, askAi, askIntegration, isAwaited } from "./ask-bot.ts";

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

/** Saves a voice note's transcript as the message's text, so that it is shown and found. */
function saveTranscript(tx: Tx, { id, ticketId }: MessageRow, body: string) {
  tx.update(messages)
    .set({ body, updatedAt: sql`${tx.now()}` })
    .where(eq(messages.id, id))
    .run();
  emitMessage(tx, id, loadTicket(tx, ticketId));
}

import { and, desc, eq, inArray, lt, ne } from "drizzle-orm";
import type { BotAnswer, BotAction, BotSession, TurnContext } from "../../../bots/bot.ts";
import type { Breaker } from "../../../bots/breaker.ts";
import { chat, transcribe, type HistoryMessage } from "../../../bots/chat.ts";
import { google, type Endpoints } from "../../../bots/dialogflow.ts";
import type { HttpClient } from "../../../kit/net/http-client.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { media } from "../../../kit/db/media.ts";
import * as contacts from "../../contacts/contacts.ts";
import * as ias from "../../ias/ias.ts";
import type { IaRow } from "../../ias/table.ts";
import { mayAnswer } from "../../ias/usage.ts";
import { findWithSecrets } from "../../integrations/integrations.ts";
import { findMessage } from "../../messages/messages.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { callIntegration } from "./call-integration.ts";
import type { BotTurn } from "./apply-effects.ts";
import { attendances, type Ticket } from "../table.ts";

/** The services that bots are called through. */
export type BotServices = { httpClient: HttpClient; breaker: Breaker; endpoints?: Endpoints };

/** The outcome of a turn. `transcript`: the text of a voice note, where the AI transcribed it. */
export type Outcome = BotAnswer & { tokens?: number; transcript?: string };

export async function askIntegration(
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

export async function askAi(
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

async function audioOf(db: CompanyDb, message: MessageRow) {
  const file = message.mediaType === "audio" ? fileOf(db, message) : undefined;
  return file && file.sha256 !== ""
    ? { bytes: await Bun.file(db.files.path(file.sha256)).bytes(), type: file.type }
    : undefined;
}

const fileOf = (db: CompanyDb, { mediaId }: MessageRow) =>
  mediaId === null ? undefined : db.select().from(media).where(eq(media.id, mediaId)).get();

export const isAwaited = (db: CompanyDb, message: MessageRow) => {
  const file = message.mediaType === "audio" ? fileOf(db, message) : undefined;
  return file !== undefined && file.sha256 === "" && file.reason === null;
};

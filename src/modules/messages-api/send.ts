import { z } from "zod";
import type { ConnectionManager, Identifier } from "../../channel/channel.ts";
import { arrayOf, bounded, formJson, id, verbatim, yesQuery } from "../../kit/http/fields.ts";
import { Fault, faultOf, invalidFields } from "../../kit/fault.ts";
import { Upload } from "../../kit/files/files.ts";
import type { ApiCaller } from "../../kit/http/auth-context.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import { log, trace } from "../../kit/process/log.ts";
import { addMedia } from "../../kit/db/media.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { connectionFor } from "../connections/connections.ts";
import { notErased } from "../contacts/contacts.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { findOrCreateContact } from "../contacts/find-or-create.ts";
import { identifiersOfNumber } from "../contacts/network.ts";
import { completeNumber } from "../contacts/own-area.ts";
import { writtenNumber } from "../../shared/phone.ts";
import type { Contact } from "../contacts/table.ts";
import { findMessage } from "../messages/messages.ts";
import { mergeContacts } from "../tickets/contacts/merge-contacts.ts";
import { fillVariables } from "../tickets/messages/fill-variables.ts";
import { partsOf, type Reply, type UploadedFile } from "../tickets/messages/reply.ts";
import { templateUseField } from "../templates/fields.ts";
import { templateMessage, type TemplateChoice } from "../templates/message.ts";
import type { Ticket } from "../tickets/table.ts";
import { sendAsBot } from "../tickets/messages/send-as-bot.ts";
import { storeUploads } from "../tickets/messages/upload.ts";
import { loadTicket } from "../tickets/tickets.ts";
import { refuseClosedWindow } from "../windows/window.ts";
import { findByKey, fingerprintOf, noteSent, refuseOther } from "./calls.ts";
import type { SendAnswer } from "./table.ts";
import { closeAfter, ticketFor } from "./ticket.ts";

export const sendFiles = {
  field: "medias",
  maxFiles: 10,
  aliases: ["medias[]", "media", "file"],
  strict: true,
} satisfies UploadRules;

const upload = z.instanceof(Upload);
const yes = z
  .boolean()
  .or(yesQuery)
  .or(z.literal(1).transform(() => true))
  .or(z.literal(0).transform(() => false))
  .default(false);

/**
 * Numbers come as texts or as numbers, and in a form everything is a text. Not asked for here: a
 * missing number has an answer of its own.
 */
export const sendBody = z.object({
  number: bounded(100)
    .or(z.number().transform(String))
    .nullish()
    .meta({
      description: "O número com DDI e DDD, sem máscara, ou o id de um grupo (…@g.us)",
      examples: ["5511988880001"],
    }),
  body: verbatim(65_536)
    .nullish()
    .transform((text) => text ?? "")
    .meta({ description: "O texto; com arquivos, a legenda do primeiro" }),
  medias: z
    .union([upload.transform((one) => [one]), arrayOf(upload, sendFiles.maxFiles)])
    .default([]),
  template: formJson(templateUseField.nullish()).meta({
    description: "Um modelo de mensagem do canal oficial, com seus valores, no lugar do texto",
  }),
  queueId: id.nullish(),
  userId: id.nullish(),
  openTicket: yes,
  closeTicket: yes,
  close: yes,
});
export type SendBody = z.infer<typeof sendBody>;

/** Parts of a message that the call of the documents does not have. */
type More = {
  contactId?: number;
  whatsappId?: number;
  place?: Reply["place"];
  contactIds?: number[];
  quotedMsgId?: number;
};

/** A key that a caller gives to a request, so that asking again is not sending again. */
export const idempotencyKey = bounded(255).min(1);

/**
 * Stores and queues a program's messages on its token's connection, with the request's key and
 * fingerprint, in one transaction. A repeated request with the same key gets the same answer and
 * sends nothing. Throws malformed without a number, invalid, and what the network refuses. Throws a
 * conflict for a key of another request, and for a blocked contact. rules.md#messages-api
 */
export async function send(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  caller: ApiCaller,
  body: SendBody & More,
  key: string | null,
): Promise<SendAnswer> {
  const files = await storeUploads(db, body.medias, {});
  try {
    const fingerprint = fingerprintOfSend(body, files);
    const earlier = repeated(db, caller, key, fingerprint);
    if (earlier) return earlier;
    const { place, contactIds, quotedMsgId } = body;
    const parts = partsOf(db, { body: body.body, files, place, contactIds });
    if (!body.number?.trim() && !body.contactId)
      throw new Fault("malformed", "O número é obrigatório", {
        details: { code: "ERR_NUMBER_REQUIRED" },
      });
    if (parts.length === 0 && !body.template)
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: "Escreva uma mensagem",
        fields: { body: "required" },
      });
    const connectionId = caller.connectionId ?? connectionFor(db, 0, body.whatsappId).id;
    const to = body.contactId
      ? { contactId: body.contactId }
      : await addressee(db, connectionManager, connectionId, body.number ?? "");
    return await db.together(() =>
      db.write((tx) => {
        // Another request with the same key may have come while the network was asked.
        const meanwhile = repeated(db, caller, key, fingerprint);
        if (meanwhile) return meanwhile;
        const contact = contactOf(tx, to);
        if (!body.template)
          refuseClosedWindow(tx, { contactId: contact.id, whatsappId: connectionId });
        const { ticket, ended } = ticketFor(tx, connectionId, contact, body);
        const templateIds = body.template ? [sendTemplate(tx, ticket, body.template)] : [];
        const texts = body.template ? [] : parts;
        const messageIds = texts.map(
          ({ body: text, mediaType, file, ...values }, index) =>
            sendAsBot(
              tx,
              index === 0 ? ticket : loadTicket(db, ticket.id),
              fillVariables(db, ticket, text),
              {
                values: {
                  ...values,
                  mediaType,
                  ...(index === 0 && { quotedMsgId: quotedIn(tx, ticket, quotedMsgId) }),
                },
                file: file && { mediaId: addMedia(tx, file, db.now()), mediaType },
              },
            )!.id,
        );
        if (body.closeTicket || body.close) closeAfter(tx, ticket.id, ended);
        const answer: SendAnswer = {
          mensagem: "Mensagem enviada",
          messageId: (templateIds[0] ?? messageIds[0])!,
          messageIds: [...templateIds, ...messageIds],
          status: "queued",
        };
        noteSent(tx, caller, { key, fingerprint, answer });
        return answer;
      }),
    );
  } finally {
    for (const { sha256 } of files) db.files.release(sha256);
  }
}

/** Throws invalid for a message that the conversation does not have. */
function quotedIn(db: CompanyDb, ticket: Ticket, id: number | undefined): number | null {
  if (id === undefined) return null;
  if (findMessage(db, id)?.contactId !== ticket.contactId)
    throw invalidFields({ quotedMsgId: "invalid" });
  return id;
}

/** Puts a template instead of a text. Throws as `templateMessage`. rules.md#templates */
function sendTemplate(tx: Tx, ticket: Ticket, choice: TemplateChoice): number {
  const { body, template } = templateMessage(tx, ticket.whatsappId, choice, (text) =>
    fillVariables(tx, ticket, text),
  );
  return sendAsBot(tx, ticket, body, { template })!.id;
}

/**
 * Throws the answer for a failure of the box itself: nothing was stored, and a repeated request may
 * succeed. rules.md#fixed-texts
 */
export function unsent(thrown: unknown): never {
  if (faultOf(thrown)) throw thrown;
  log("error", "api send", trace(thrown));
  throw new Fault(
    "unready",
    "Não foi possível enviar a mensagem, tente novamente em alguns instantes",
    { details: { code: "ERR_SENDING_WAPP_MSG" } },
  );
}

/**
 * The answer to the same request before. Throws a conflict where another request used the key.
 * rules.md#idempotency-keys
 */
function repeated(
  db: CompanyDb,
  { id: tokenId }: ApiCaller,
  key: string | null,
  fingerprint: string,
): SendAnswer | undefined {
  const earlier = key === null ? undefined : findByKey(db, tokenId, key);
  return earlier && (refuseOther(earlier, fingerprint).answer as SendAnswer);
}

const fingerprintOfSend = ({ medias: _, ...body }: SendBody, files: UploadedFile[]): string =>
  fingerprintOf([
    Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    files.map(({ sha256, name }) => [sha256, name]),
  ]);

type Addressee = { contactId: number } | { ids: Identifier[] };

/**
 * Finds the receiver by a number or a group's id. The network is asked only about numbers that no
 * contact has.
 */
async function addressee(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  connectionId: number,
  typed: string,
): Promise<Addressee> {
  if (typed.includes("@")) return { contactId: groupOf(db, typed.trim()) };
  const written = writtenNumber(typed);
  if ("refused" in written) throw invalidFields({ number: written.refused });
  const number = completeNumber(db, written.number);
  const [existing] = findByIdentifiers(db, [{ type: "phone", value: number }]);
  return existing
    ? { contactId: existing.id }
    : { ids: await identifiersOfNumber(db, connectionManager, number, connectionId) };
}

function groupOf(db: CompanyDb, value: string): number {
  const [group] = findByIdentifiers(db, [
    { type: "group", value },
    { type: "group", value: value.replace(/@.*/, "") },
  ]);
  if (!group)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Este grupo ainda não é conhecido: peça que alguém escreva nele",
      fields: { number: "invalid" },
    });
  return group.id;
}

function contactOf(tx: Tx, to: Addressee): Contact {
  const contact =
    "contactId" in to
      ? notErased(tx, to.contactId)
      : findOrCreateContact(tx, { ids: to.ids, name: "" }, { mergeContacts });
  if (!contact.active)
    throw new Fault("conflict", "ERR_CONTACT_BLOCKED", { message: "Este contato está bloqueado" });
  return contact;
}

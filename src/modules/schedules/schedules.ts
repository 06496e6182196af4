import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { id, text } from "../../kit/http/fields.ts";
import type { Upload } from "../../kit/files/files.ts";
import { addMedia, deleteUnusedMedia } from "../../kit/db/media.ts";
import { futureInstant, instantOf, moment } from "../../kit/http/moment.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { scheduleBodyLength } from "../../shared/schedules.ts";
import { notErased } from "../contacts/contacts.ts";
import { isBeingSent } from "../messages/outbox.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { outbox } from "../messages/table.ts";
import { removeUnsent } from "../tickets/messages/undo-send.ts";
import { notMyQueue } from "../tickets/tickets.ts";
import { audienceOf, emitSchedule, findEditable, findRow, sent } from "./find.ts";
import type { TemplateUse } from "../../shared/templates.ts";
import { templateText } from "../../shared/templates.ts";
import { templateUseField } from "../templates/fields.ts";
import { chosenTemplate, storedUse, type TemplateChoice } from "../templates/message.ts";
import { recurrence } from "./recurrence.ts";
import { schedules, type Schedule } from "./table.ts";

export const scheduleBody = z.object({
  body: text(scheduleBodyLength.most, scheduleBodyLength.least),
  contactId: id,
  sendAt: moment,
  whatsappId: id.nullish(),
  signature: z.boolean().optional(),
  openTicket: z.boolean().optional(),
  queueId: id.nullish(),
  ticketUserId: id.nullish(),
  recurrence: recurrence.nullish(),
  template: templateUseField.nullish(),
});
type Body = z.infer<typeof scheduleBody>;

/** Throws invalid: without its contact, at a time that has passed, for another's queue or user. */
export function create(db: CompanyDb, me: Me, { sendAt, ...body }: Body): Schedule {
  return db.write((tx) => {
    refuseInvalid(tx, me, body);
    const at = futureInstant(db, "sendAt", sendAt);
    const { id } = tx
      .insert(schedules)
      .values({
        ...withTemplate(tx, body, body.whatsappId ?? null),
        sendAt: at,
        firstAt: at,
        userId: me.id,
        ...insertTimestamps(db.now()),
      })
      .returning({ id: schedules.id })
      .get();
    return emitSchedule(tx, "create", id);
  });
}

/**
 * The values with a template as it is stored, and its text as the body. Throws missing for an
 * unknown one.
 */
function withTemplate<Values extends { template?: TemplateChoice | null; body?: string }>(
  db: CompanyDb,
  { template, ...values }: Values,
  whatsappId: number | null,
): Omit<Values, "template"> & { template?: TemplateUse | null } {
  if (!template) return { ...values, ...(template === null && { template }) };
  const row = chosenTemplate(db, whatsappId, template);
  const use = storedUse(row, template);
  return { ...values, body: templateText(row, use), template: use };
}

/**
 * One that failed waits for its new time, by itself: its series goes on in a row of its own. Throws
 * missing, a conflict once it is being sent, invalid as `create`.
 */
export function update(
  db: CompanyDb,
  me: Me,
  id: number,
  { sendAt, ...body }: Partial<Body>,
): Schedule {
  return db.write((tx) => {
    const before = findEditable(db, me, id);
    refuseInvalid(tx, me, { ...body, openTicket: body.openTicket ?? before.openTicket });
    const requestedAt = sendAt === undefined ? before.sendAt : new Date(instantOf(db, sendAt));
    const isMoved = requestedAt.getTime() !== before.sendAt.getTime();
    const at =
      isMoved || before.status === "ERRO"
        ? futureInstant(db, "sendAt", requestedAt)
        : before.sendAt;
    const isOtherRule =
      body.recurrence !== undefined && !isSameStep(body.recurrence, before.recurrence);
    const series = isMoved || isOtherRule ? { firstAt: at, occurrence: 0 } : {};
    const recurrence = isOtherRule
      ? body.recurrence
      : before.status === "ERRO"
        ? null
        : body.recurrence && {
            ...body.recurrence,
            skipped: body.recurrence.skipped ?? before.recurrence?.skipped,
          };
    tx.update(schedules)
      .set({
        ...withTemplate(
          tx,
          body,
          body.whatsappId === undefined ? before.whatsappId : body.whatsappId,
        ),
        recurrence,
        ...series,
        sendAt: at,
        status: "PENDENTE",
        reason: null,
        messageId: null,
        waitsFor: null,
        followsId: null,
        ...updateTimestamps(db.now()),
      })
      .where(eq(schedules.id, id))
      .run();
    return emitSchedule(tx, "update", id);
  });
}

/**
 * Sends one that failed anew, at once. Throws missing, and a conflict for one that did not fail.
 * rules.md#schedules
 */
export function retry(db: CompanyDb, me: Me, id: number): Schedule {
  return db.write((tx) => {
    if (findRow(db, me, id).status !== "ERRO")
      throw new Fault("conflict", "ERR_SCHEDULE_NOT_FAILED", {
        message: "Só um agendamento com erro no envio é enviado de novo",
      });
    const now = new Date(db.now());
    tx.update(schedules)
      .set({
        status: "PENDENTE",
        reason: null,
        messageId: null,
        waitsFor: null,
        followsId: null,
        late: false,
        sendAt: now,
        firstAt: now,
        occurrence: 0,
        recurrence: null,
        updatedAt: now,
      })
      .where(eq(schedules.id, id))
      .run();
    return emitSchedule(tx, "update", id);
  });
}

/**
 * One whose message has not left takes it along. Throws missing, or a conflict while it is being
 * sent.
 */
export async function remove(db: CompanyDb, me: Me, id: number) {
  const orphans = db.write((tx) => {
    const { messageId, mediaId, status, userId } = findRow(db, me, id);
    if (messageId !== null && isBeingSent(tx, messageId)) throw sent();
    tx.delete(schedules).where(eq(schedules.id, id)).run();
    tx.emit("schedule", "delete", { scheduleId: id }, audienceOf({ userId }));
    const isQueued =
      status === "AGENDADA" &&
      messageId !== null &&
      tx
        .select({ id: outbox.messageId })
        .from(outbox)
        .where(and(eq(outbox.messageId, messageId), eq(outbox.state, "queued")))
        .get();
    return [
      ...(isQueued ? removeUnsent(tx, messageId) : []),
      ...deleteUnusedMedia(tx, mediaId === null ? [] : [mediaId]),
    ];
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/** Sets or removes its file. Throws missing, or a conflict once it is being sent. */
export async function attach(
  db: CompanyDb,
  me: Me,
  id: number,
  upload: Upload | null,
): Promise<Schedule> {
  findEditable(db, me, id);
  const stored = upload && (await storeUpload(db, upload));
  const { record, orphans } = db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      const before = findEditable(db, me, id);
      const mediaId = stored && addMedia(tx, stored, db.now());
      tx.update(schedules)
        .set({ mediaId, ...updateTimestamps(db.now()) })
        .where(eq(schedules.id, id))
        .run();
      return {
        orphans: deleteUnusedMedia(tx, before.mediaId === null ? [] : [before.mediaId]),
        record: emitSchedule(tx, "update", id),
      };
    }),
  );
  await deleteUnusedFiles(db, orphans);
  return record;
}

function refuseInvalid(tx: Tx, me: Me, { contactId, ...values }: Partial<Omit<Body, "sendAt">>) {
  refuseMissingReferences(tx, schedules, { contactId, ...values });
  if (contactId !== undefined) notErased(tx, contactId);
  if (me.profile === "admin" || !values.openTicket) return;
  if (values.queueId && !me.allTicket && !me.queueIds.includes(values.queueId)) throw notMyQueue();
  if (values.ticketUserId && values.ticketUserId !== me.id)
    throw new Fault("forbidden", "ERR_NO_PERMISSION", {
      message: "Só um administrador entrega um atendimento novo a outra pessoa",
      fields: { ticketUserId: "invalid" },
    });
}

// When it ends is no matter of when it is due.
const isSameStep = (one: Body["recurrence"], other: Body["recurrence"]) =>
  one?.every === other?.every &&
  one?.interval === other?.interval &&
  (one?.businessDay ?? null) === (other?.businessDay ?? null);

import { and, desc, eq, getTableColumns, gte, inArray, isNotNull, lt, or } from "drizzle-orm";
import { z } from "zod";
import type { Audience, Me } from "../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { id, listQuery, text } from "../../kit/http/fields.ts";
import type { Upload } from "../../kit/files/files.ts";
import { addMedia, deleteUnusedMedia, media } from "../../kit/db/media.ts";
import { futureInstant, instantOf, moment } from "../../kit/http/moment.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { maxSkipped, scheduleBodyLength } from "../../shared/schedules.ts";
import { connections } from "../connections/table.ts";
import { notErased } from "../contacts/contacts.ts";
import { matching as contactMatching } from "../contacts/search.ts";
import { contacts } from "../contacts/table.ts";
import { isBeingSent } from "../messages/outbox.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { outbox } from "../messages/table.ts";
import { removeUnsent } from "../tickets/messages/undo-send.ts";
import { notMyQueue } from "../tickets/tickets.ts";
import { users } from "../users/table.ts";
import { dayIn, nextTime, recurrence, timesBetween } from "./recurrence.ts";
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
});
type Body = z.infer<typeof scheduleBody>;

const idQuery = z.coerce.number().int().positive().optional();
/** Which time of one that repeats is left out. */
export const skipBody = z.object({ at: moment });
export const scheduleQuery = listQuery.extend({
  contactId: idQuery,
  userId: idQuery,
  from: moment.optional(),
  to: moment.optional(),
});

/** Of a calendar's days: schedules at once, and times of one that repeats. */
const maxInDays = 1000;
const maxUpcoming = 100;

/**
 * One's own, or everyone's for an admin, the latest first; or those of a calendar's days, with when
 * they will be sent again.
 */
export function list(
  db: CompanyDb,
  me: Me,
  { searchParam, pageNumber, contactId, userId, from, to }: z.infer<typeof scheduleQuery>,
) {
  const days = from && to ? ([instantOf(db, from), instantOf(db, to)] as const) : undefined;
  const named = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(searchParam ? contactMatching(me, searchParam) : undefined);
  const where = and(
    isOwn(me),
    contactId ? eq(schedules.contactId, contactId) : undefined,
    userId ? eq(schedules.userId, userId) : undefined,
    searchParam
      ? or(matching(searchParam, [schedules.body]), inArray(schedules.contactId, named))
      : undefined,
    days && isIn(days),
  );
  const { rows, ...rest } = page(db, {
    table: schedules,
    select: withDetails(db),
    where,
    order: [desc(schedules.sendAt), desc(schedules.id)],
    pageNumber,
    ...(days && { size: maxInDays }),
  });
  return {
    schedules: rows.map((row) => ({
      ...withLink(db, row),
      ...(days && { upcoming: upcoming(db, row, days) }),
    })),
    ...rest,
  };
}

/** Throws missing, also for another user's unless to an admin. */
export const find = (db: CompanyDb, me: Me, id: number): Schedule =>
  withLink(db, findRow(db, me, id));

/** Throws invalid: without its contact, at a time that has passed, for another's queue or user. */
export function create(db: CompanyDb, me: Me, { sendAt, ...body }: Body): Schedule {
  return db.write((tx) => {
    refuseInvalid(tx, me, body);
    const at = futureInstant(db, "sendAt", sendAt);
    const { id } = tx
      .insert(schedules)
      .values({ ...body, sendAt: at, firstAt: at, userId: me.id, ...insertTimestamps(db.now()) })
      .returning({ id: schedules.id })
      .get();
    return emitSchedule(tx, "create", id);
  });
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
        ...body,
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
 * Leaves out one time of a schedule that repeats: the next one, or one after it. Throws missing, a
 * conflict for the last and once it is being sent, invalid for a time that is not one of its times.
 * rules.md#recurrence
 */
export function skip(
  db: CompanyDb,
  me: Me,
  id: number,
  { at: skippedAt }: z.infer<typeof skipBody>,
): Schedule {
  return db.write((tx) => {
    const { status, recurrence: rule, firstAt, occurrence, sendAt } = findEditable(db, me, id);
    const at = instantOf(db, skippedAt);
    const { timezone } = db.about();
    if (status !== "PENDENTE" || !rule) throw invalidFields({ at: "invalid" });
    const series = { rule, firstAt: firstAt.getTime(), occurrence, timezone };
    if (at === sendAt.getTime()) {
      const next = nextTime(series, at);
      if (!next)
        throw new Fault("conflict", "ERR_SCHEDULE_LAST_TIME", {
          message: "Este é o último envio: exclua o agendamento",
        });
      tx.update(schedules)
        .set({
          sendAt: new Date(next.at),
          occurrence: next.occurrence,
          recurrence: next.rule,
          ...updateTimestamps(db.now()),
        })
        .where(eq(schedules.id, id))
        .run();
    } else {
      const skipped = (rule.skipped ?? []).filter(
        (day) => day >= dayIn(timezone, sendAt.getTime()),
      );
      if (timesBetween(series, at, at + 1, 1)[0] !== at || skipped.length >= maxSkipped)
        throw invalidFields({ at: "invalid" });
      tx.update(schedules)
        .set({
          recurrence: { ...rule, skipped: [...skipped, dayIn(timezone, at)] },
          ...updateTimestamps(db.now()),
        })
        .where(eq(schedules.id, id))
        .run();
    }
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

/**
 * A schedule that `me` may change: until it is being sent, or once that failed. Throws missing, or
 * a conflict.
 */
export function findEditable(db: CompanyDb, me: Me, id: number): Row {
  const row = findRow(db, me, id);
  if (row.status === "AGENDADA" || row.status === "ENVIADA") throw sent();
  return row;
}

/** Emits a schedule as it is now, to its user and to admins. */
export function emitSchedule(tx: Tx, action: "create" | "update", id: number): Schedule {
  const schedule = withLink(tx, withDetails(tx).where(eq(schedules.id, id)).get()!);
  tx.emit("schedule", action, { schedule }, audienceOf(schedule));
  return schedule;
}

/** The users who may see a schedule: its own and admins. */
export const audienceOf = ({ userId }: { userId: number | null }): Audience => ({
  to: "any",
  of: [{ to: "admins" }, ...(userId === null ? [] : [{ to: "user" as const, userId }])],
});

const isOwn = (me: Me) => (me.profile === "admin" ? undefined : eq(schedules.userId, me.id));

const isIn = ([from, to]: readonly [number, number]) =>
  or(
    and(gte(schedules.sendAt, new Date(from)), lt(schedules.sendAt, new Date(to))),
    and(
      eq(schedules.status, "PENDENTE"),
      isNotNull(schedules.recurrence),
      lt(schedules.sendAt, new Date(to)),
    ),
  );

const withDetails = (db: CompanyDb) =>
  db
    .select({
      ...getTableColumns(schedules),
      contact: {
        id: contacts.id,
        name: contacts.name,
        profilePicUrl: contacts.profilePicUrl,
        isGroup: contacts.isGroup,
      },
      user: { id: users.id, name: users.name },
      whatsapp: { id: connections.id, name: connections.name },
      file: { sha256: media.sha256, name: media.name, type: media.type, size: media.size },
    })
    .from(schedules)
    .innerJoin(contacts, eq(contacts.id, schedules.contactId))
    .leftJoin(users, eq(users.id, schedules.userId))
    .leftJoin(connections, eq(connections.id, schedules.whatsappId))
    .leftJoin(media, eq(media.id, schedules.mediaId))
    .$dynamic();
type Row = ReturnType<ReturnType<typeof withDetails>["all"]>[number];

function findRow(db: CompanyDb, me: Me, id: number): Row {
  const row = withDetails(db)
    .where(and(eq(schedules.id, id), isOwn(me)))
    .get();
  if (!row) throw notFound();
  return row;
}

function withLink(
  db: CompanyDb,
  { mediaId: _, ackChanged: __, waitsFor: ___, followsId: ____, file, ...schedule }: Row,
): Schedule {
  if (!file) return { ...schedule, mediaPath: null, mediaName: null, media: null };
  const { type, size, name } = file;
  return { ...schedule, mediaPath: db.files.link(file), mediaName: name, media: { type, size } };
}

function upcoming(
  db: CompanyDb,
  { status, recurrence: rule, firstAt, occurrence }: Row,
  [from, to]: readonly [number, number],
): Date[] {
  if (status !== "PENDENTE" || !rule) return [];
  return timesBetween(
    { rule, firstAt: firstAt.getTime(), occurrence, timezone: db.about().timezone },
    from,
    to,
    maxUpcoming,
  ).map((at) => new Date(at));
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

const sent = () =>
  new Fault("conflict", "ERR_SCHEDULE_SENT", { message: "Este agendamento já foi enviado" });

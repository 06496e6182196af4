import { and, eq, getTableColumns } from "drizzle-orm";
import type { Audience, Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { media } from "../../kit/db/media.ts";
import { notFound } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { connections } from "../connections/table.ts";
import { contacts } from "../contacts/table.ts";
import { users } from "../users/table.ts";
import { schedules, type Schedule } from "./table.ts";

/** Throws missing, also for another user's unless to an admin. */
export const find = (db: CompanyDb, me: Me, id: number): Schedule =>
  withLink(db, findRow(db, me, id));

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

export const isOwn = (me: Me) => (me.profile === "admin" ? undefined : eq(schedules.userId, me.id));

export const withDetails = (db: CompanyDb) =>
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
export type Row = ReturnType<ReturnType<typeof withDetails>["all"]>[number];

export function findRow(db: CompanyDb, me: Me, id: number): Row {
  const row = withDetails(db)
    .where(and(eq(schedules.id, id), isOwn(me)))
    .get();
  if (!row) throw notFound();
  return row;
}

export function withLink(
  db: CompanyDb,
  { mediaId: _, ackChanged: __, waitsFor: ___, followsId: ____, file, ...schedule }: Row,
): Schedule {
  if (!file) return { ...schedule, mediaPath: null, mediaName: null, media: null };
  const { type, size, name } = file;
  return { ...schedule, mediaPath: db.files.link(file), mediaName: name, media: { type, size } };
}

export const sent = () =>
  new Fault("conflict", "ERR_SCHEDULE_SENT", { message: "Este agendamento já foi enviado" });

import { asc, eq } from "drizzle-orm";
import { list, section, text, time } from "../personal-data/html.ts";
import {
  moveRows,
  part,
  type Leftovers,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { audienceOf, emitSchedule } from "./find.ts";
import { schedules } from "./table.ts";

const titles = { ptBR: "Agendamentos", en: "Schedules", es: "Programaciones" };

export const scheduleData: PersonalData[] = [
  {
    table: schedules,
    erase,
    remove: erase,
    export: part({
      name: "schedules",
      read: (db, { id }) =>
        db
          .select({
            body: schedules.body,
            status: schedules.status,
            sendAt: schedules.sendAt,
            sentAt: schedules.sentAt,
            createdAt: schedules.createdAt,
          })
          .from(schedules)
          .where(eq(schedules.contactId, id))
          .orderBy(asc(schedules.sendAt))
          .all(),
      section: (rows, { language, dates }) =>
        section(
          titles[language],
          list(
            rows.map(
              ({ body, sendAt, sentAt }) => `${time(sentAt ?? sendAt, dates.moment)} ${text(body)}`,
            ),
          ),
        ),
    }),
    merge,
  },
];

function merge(tx: Tx, winnerId: number, loserId: number) {
  const moved = tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(eq(schedules.contactId, loserId))
    .all();
  moveRows(schedules)(tx, winnerId, loserId);
  return () => {
    for (const { id } of moved) emitSchedule(tx, "update", id);
  };
}

function erase(tx: Tx, { id }: Person, leftovers: Leftovers) {
  for (const row of tx.delete(schedules).where(eq(schedules.contactId, id)).returning().all()) {
    tx.emit("schedule", "delete", { scheduleId: row.id }, audienceOf(row));
    if (row.mediaId !== null) leftovers.mediaIds.push(row.mediaId);
  }
}

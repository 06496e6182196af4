import { asc, eq } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { list, section, text, time } from "../personal-data/html.ts";
import {
  moveRows,
  moveTicketRows,
  part,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import { emitDeleted, emitReminder } from "./reminders.ts";
import { reminders } from "./table.ts";

const titles = {
  ptBR: "Lembretes da equipe",
  en: "The team's reminders",
  es: "Recordatorios del equipo",
};

export const reminderData: PersonalData[] = [
  {
    table: reminders,
    erase,
    export: part({
      name: "reminders",
      read: (db, { id }) =>
        db
          .select({
            ticketId: reminders.ticketId,
            text: reminders.text,
            dueAt: reminders.dueAt,
            doneAt: reminders.doneAt,
            createdAt: reminders.createdAt,
          })
          .from(reminders)
          .where(eq(reminders.contactId, id))
          .orderBy(asc(reminders.dueAt))
          .all(),
      section: (rows, { language, dates }) =>
        section(
          titles[language],
          list(rows.map((row) => `${time(row.dueAt, dates.moment)} ${text(row.text)}`)),
        ),
    }),
    merge,
    mergeTickets: moveTicketRows(reminders),
  },
];

function erase(tx: Tx, { id }: Person) {
  for (const row of tx
    .delete(reminders)
    .where(eq(reminders.contactId, id))
    .returning({ id: reminders.id, ticketId: reminders.ticketId })
    .all())
    emitDeleted(tx, row.id, row.ticketId);
}

function merge(tx: Tx, winnerId: number, loserId: number) {
  const moved = tx
    .select({ id: reminders.id })
    .from(reminders)
    .where(eq(reminders.contactId, loserId))
    .all();
  moveRows(reminders)(tx, winnerId, loserId);
  return () => {
    for (const { id } of moved) emitReminder(tx, "update", id);
  };
}

import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { reminderLength } from "../../../src/shared/reminders.ts";
import { useChoices } from "../../forms/choices.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { connections, users } from "../../lists/company-lists.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { me } from "../../session/session.ts";
import type { Ticket, User } from "../../types.ts";
import { companyMoment } from "../schedules/schedule.ts";
import { peopleWhoSee } from "./people.ts";
import { type QuickTime, quickTimes, type Reminder, timeOf } from "./reminders.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

type Props =
  | { ticket: Ticket; row?: undefined; onClose: () => void }
  | { ticket?: undefined; row: Reminder; onClose: () => void };

/** Creates a reminder for a ticket, or changes one. rules.md#reminders */
export function ReminderDialog({ ticket, row, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(users, ticket !== undefined);
  useChoices(connections, ticket !== undefined);
  const people = ticket
    ? peopleWhoSee(ticket, users.rows.value ?? [], connections.rows.value ?? [], me.value?.id ?? 0)
    : [];
  const [first] = useState(() => {
    const [date = "", time = ""] = companyMoment(row?.dueAt ?? Date.now() + 3_600_000).split("T");
    return { text: row?.text ?? "", when: row ? other : "h1", date, time, userId: "" };
  });

  const edit = useEdit(row ?? null, () => ({ text: first.text }));

  const save = async ({ text, when, date, time, userId }: FormValues) => {
    const isMoved = !row || when !== first.when || date !== first.date || time !== first.time;
    const dueAt = isMoved
      ? { dueAt: when === other ? `${String(date)}T${String(time)}` : timeOf(when as QuickTime) }
      : {};
    await saveEdit(
      "/reminders",
      edit,
      { text, ...dueAt },
      { ticketId: ticket?.id, ...(userId && { userId: Number(userId) }) },
    );
    toast.success(t(row ? "common.updated" : "common.saved"));
  };
  return (
    <RowDialog
      title={t(row ? "reminder.edit" : "reminder.new")}
      listing={{ fields: (values) => fieldsOf(values, people, t) }}
      values={first}
      onSave={save}
      onClose={onClose}
    />
  );
}

const other = "other";

/** The clock time after this many minutes or hours. */
const clockTime = (quick: QuickTime) =>
  /^[mh]\d/.test(quick) ? ` (${companyMoment(timeOf(quick)).slice(11)})` : "";

/** The fields of a common time, or of a day and a time. */
const fieldsOf = ({ when }: FormValues, people: User[], t: (key: string) => string): Field[] => [
  {
    name: "when",
    type: "select",
    label: "reminder.when",
    items: [
      ...quickTimes.map((value) => ({
        value,
        label: t(`reminders.times.${value}`) + clockTime(value),
      })),
      { value: other, label: t("reminder.otherTime") },
    ],
  },
  ...(when === other
    ? ([
        { name: "date", type: "date", label: "reminder.date", required: true },
        { name: "time", type: "time", label: "reminder.time", required: true },
      ] satisfies Field[])
    : []),
  {
    name: "text",
    type: "textarea",
    label: "reminder.text",
    max: reminderLength,
    rows: 2,
    placeholder: "reminder.textHint",
  },
  ...(people.length > 0
    ? [
        {
          name: "userId",
          type: "select",
          label: "reminder.whom",
          hint: "reminder.whomHint",
          items: people.map(({ id, name }) => ({ value: String(id), label: name })),
          emptyLabel: "reminder.me",
        } satisfies Field,
      ]
    : []),
];

import { useState } from "react";
import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { useTranslation } from "../../kit/text.ts";
import { ReminderDialog } from "./lazy-dialog.ts";
import { ReminderRow } from "./ReminderRow.tsx";
import type { Reminder } from "./reminders.ts";

/** A list of reminders, which can be changed and deleted. `onOpen` opens a ticket. */
export function ReminderList({
  rows,
  onOpen,
}: {
  rows: Reminder[];
  onOpen?: (reminder: Reminder) => void;
}) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<Reminder | null>(null);
  const [deleting, setDeleting] = useState<Reminder | null>(null);
  return (
    <>
      <ul aria-label={t("reminders.title")} className="flex flex-col gap-1">
        {rows.map((reminder) => (
          <li key={reminder.id}>
            <ReminderRow
              reminder={reminder}
              onOpen={onOpen && (() => onOpen(reminder))}
              onEdit={() => setEditing(reminder)}
              onDelete={() => setDeleting(reminder)}
            />
          </li>
        ))}
      </ul>
      {editing && <ReminderDialog row={editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <ConfirmDelete
          path={`/reminders/${deleting.id}`}
          text={deleting.text || deleting.contact.name}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

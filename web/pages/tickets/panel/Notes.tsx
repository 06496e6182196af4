import { useSignals } from "@preact/signals-react/runtime";
import { NotebookPen, Trash2 } from "lucide-react";
import { useState } from "react";
import { setNoteMode } from "../../../inbox/note-mode.ts";
import { ConfirmDelete } from "../../../kit/ConfirmDelete.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import type { Ticket } from "../../../types.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import { type Note, useNotes } from "./notes.ts";
import { Section } from "./Section.tsx";

/** The internal notes about a contact. */
export function Notes({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { notes, failed, read, drop } = useNotes(ticket.contactId);
  const [deleting, setDeleting] = useState<Note | null>(null);

  return (
    <Section
      title={t("tickets.notes.title")}
      action={
        <IconButton
          label={t("messages.modes.write")}
          icon={NotebookPen}
          className="text-muted"
          onClick={() => setNoteMode(ticket.id, true)}
        />
      }
    >
      {failed && <LoadFailed retry={read} />}
      {notes?.length === 0 && <p className="text-muted text-small">{t("tickets.notes.none")}</p>}
      <ul className="flex flex-col gap-2">
        {notes?.map((note) => (
          <NoteRow
            key={note.id}
            note={note}
            elsewhere={note.ticketId !== ticket.id}
            onDelete={() => setDeleting(note)}
          />
        ))}
      </ul>
      {deleting && (
        <ConfirmDelete
          path={`/ticket-notes/${deleting.id}`}
          text={deleting.note}
          doneText={t("tickets.notes.deleted")}
          onDeleted={() => drop(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Section>
  );
}

function NoteRow({
  note: { id, note, user, userId, createdAt },
  elsewhere,
  onDelete,
}: {
  note: Note;
  elsewhere: boolean;
  onDelete: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const mine = userId === me.value?.id;
  // A search leads here: `/tickets/{uuid}#note-{id}`.
  const isFound = location.hash === `#note-${id}`;
  const facts = [
    mine ? t("tickets.you") : (user?.name ?? t("tickets.notes.unsigned")),
    timeOrDateTime(createdAt),
    elsewhere && t("tickets.notes.elsewhere"),
  ].filter(Boolean);
  return (
    <li
      ref={isFound ? intoView : undefined}
      data-written
      className={`rounded-card border border-dashed py-2 pr-1.5 pl-3 ${isFound ? "border-primary bg-primary/10" : "border-muted"}`}
    >
      <p className="pr-1.5 break-words whitespace-pre-wrap">{note}</p>
      <div className="flex min-h-7 items-center justify-between gap-2">
        <p className="text-muted text-small">{facts.join(" · ")}</p>
        {(mine || me.value?.profile === "admin") && (
          <IconButton
            label={t("tickets.notes.delete")}
            icon={Trash2}
            className="btn-xs! text-muted hover:text-error"
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  );
}

const intoView = (row: HTMLElement | null) => void row?.scrollIntoView({ block: "center" });

import { useSignals } from "@preact/signals-react/runtime";
import { Trash2 } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { trimmed } from "../../../../src/shared/text.ts";
import { api } from "../../../kit/api.ts";
import { ConfirmDelete } from "../../../kit/ConfirmDelete.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { me } from "../../../session/session.ts";
import type { Ticket } from "../../../types.ts";
import { LoadFailed } from "../../../lists/LoadMore.tsx";
import { unsavedNotes, type Note, noteLength, useNotes } from "./notes.ts";
import { Section } from "./Section.tsx";

/** The internal notes about a contact. */
export function Notes({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { notes, failed, read, put, drop } = useNotes(ticket.contactId);
  const [deleting, setDeleting] = useState<Note | null>(null);

  return (
    <Section title={t("tickets.notes.title")}>
      <NoteForm ticket={ticket} onAdd={put} />
      {failed && <LoadFailed retry={read} />}
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

function NoteForm({
  ticket: { id: ticketId },
  onAdd,
}: {
  ticket: Ticket;
  onAdd: (note: Note) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => unsavedNotes.get(ticketId) ?? "");
  const [fault, setFault] = useState<"required" | "too_short" | null>(null);
  const [sending, setSending] = useState(false);

  const write = (typed: string) => {
    setText(typed);
    setFault(null);
    if (typed.trim()) unsavedNotes.set(ticketId, typed);
    else unsavedNotes.delete(ticketId);
  };

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const note = trimmed(text);
    if (sending) return;
    if (note.length < noteLength.min) {
      setFault(note ? "too_short" : "required");
      field.current?.focus();
      return;
    }
    setSending(true);
    try {
      onAdd(await api.post<Note>("/ticket-notes", { note, ticketId }));
      write("");
      toast.success(t("tickets.notes.added"));
    } catch (error) {
      toast.error(error);
    } finally {
      setSending(false);
    }
  };

  return (
    <form className="mb-3" noValidate onSubmit={(event) => void send(event)}>
      <textarea
        ref={field}
        data-note
        rows={2}
        aria-label={t("tickets.notes.label")}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-error` : undefined}
        placeholder={t("tickets.notes.placeholder")}
        maxLength={noteLength.max}
        className={`textarea field-sizing-content max-h-60 min-h-15 ${fault ? "textarea-error" : ""}`}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send(event);
        }}
      />
      {fault && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t(`errors.field.${fault}`, { n: noteLength.min })}
        </p>
      )}
      <div className="mt-1.5 flex items-center justify-between gap-2">
        <p className="text-muted text-small pointer-coarse:invisible">{t("tickets.notes.hint")}</p>
        <button type="submit" className="btn btn-sm shrink-0" disabled={sending}>
          {t("tickets.notes.add")}
        </button>
      </div>
    </form>
  );
}

function NoteRow({
  note: { note, user, userId, createdAt },
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
  const facts = [
    mine ? t("tickets.you") : (user?.name ?? t("tickets.notes.unsigned")),
    timeOrDateTime(createdAt),
    elsewhere && t("tickets.notes.elsewhere"),
  ].filter(Boolean);
  return (
    <li data-written className="bg-base-200 rounded-card py-2 pr-1.5 pl-3">
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

import { useEffect, useRef, useState } from "react";
import type { TicketNote } from "../../../../src/modules/tickets/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { live } from "../../../session/live.ts";

export type Note = Wire<TicketNote>;

/** All notes of a contact that the user may see, newest first, kept current by events. */
export function useNotes(contactId: number) {
  const [notes, setNotes] = useState<Note[] | null>(null);
  const [failed, setFailed] = useState(false);

  const changes = useRef(0);

  const read = async (): Promise<void> => {
    const before = changes.current;
    setFailed(false);
    try {
      const all = await api.get<Note[]>("/ticket-notes/list", { contactId });
      // An event may have arrived before the answer.
      if (changes.current !== before) return await read();
      setNotes(all);
    } catch {
      setFailed(true);
    }
  };

  const change = (work: (loaded: Note[]) => Note[]) => {
    changes.current += 1;
    setNotes((loaded) => loaded && work(loaded));
  };
  const put = (note: Note) =>
    change((loaded) =>
      [note, ...loaded.filter(({ id }) => id !== note.id)].sort((one, other) => other.id - one.id),
    );
  const drop = (noteId: number) => change((loaded) => loaded.filter(({ id }) => id !== noteId));

  useEffect(() => {
    void read();
    const closers = [
      live.on("ticketNote", ({ action, ticketNote, ticketNoteId }) => {
        const note = ticketNote as Note | undefined;
        if (action === "delete") drop(Number(ticketNoteId));
        else if (note?.contactId === contactId) put(note);
      }),
      live.onReset(() => void read()),
    ];
    return () => closers.forEach((close) => close());
  }, [contactId]);

  return { notes, failed, read: () => void read(), drop };
}

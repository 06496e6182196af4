import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, Lock } from "lucide-react";
import { useId, useState } from "react";
import {
  isPanelColumnOpen,
  isPanelOverlayOpen,
  togglePanel,
  wideEnough,
} from "../../../inbox/panel-state.ts";
import { useMedia } from "../../../kit/media.ts";
import { timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import { me } from "../../../session/session.ts";
import type { Ticket } from "../../../types.ts";
import { type Note, useNotes } from "./notes.ts";
import texts from "./texts.json";

addTexts(texts);

/** The last note about a contact, while their panel does not show it. */
export function NoteBar({ ticket }: { ticket: Ticket }) {
  useSignals();
  const wide = useMedia(wideEnough);
  const isPanelOpen = wide ? isPanelColumnOpen.value : isPanelOverlayOpen.value;
  return isPanelOpen ? null : <LastNote contactId={ticket.contactId} />;
}

function LastNote({ contactId }: { contactId: number }) {
  const { notes } = useNotes(contactId);
  const [last] = notes ?? [];
  return last ? <Bar key={last.id} note={last} count={notes?.length ?? 1} /> : null;
}

function Bar({ note: { note, user, userId, createdAt }, count }: { note: Note; count: number }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const author = userId === me.value?.id ? t("tickets.you") : user?.name;
  return (
    <section
      aria-label={t("noteBar.title")}
      className="bg-base-100 border-muted text-small shrink-0 border-b border-dashed"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="hover:bg-hover flex min-h-9 w-full cursor-pointer items-center gap-2 px-4 text-left -outline-offset-2"
        onClick={() => setOpen(!isOpen)}
      >
        <Lock size={14} aria-hidden className="shrink-0" />
        <b className="max-w-1/3 shrink-0 truncate font-semibold">
          {author ?? t("tickets.notes.unsigned")}
        </b>
        <span className="text-muted min-w-0 flex-1 truncate">
          {isOpen ? timeOrDateTime(createdAt) : note}
        </span>
        {count > 1 && (
          <span className="text-muted tabular shrink-0">{t("noteBar.count", { count })}</span>
        )}
        <ChevronDown
          size={16}
          aria-hidden
          className={`text-muted shrink-0 ${isOpen ? "rotate-180" : ""}`}
        />
      </button>
      {isOpen && (
        <div id={id} className="max-h-[40vh] overflow-y-auto px-4 pb-2">
          <p className="text-body break-words whitespace-pre-wrap">{note}</p>
          {count > 1 && (
            <button type="button" className="btn btn-xs mt-1.5" onClick={togglePanel}>
              {t("noteBar.all", { count })}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

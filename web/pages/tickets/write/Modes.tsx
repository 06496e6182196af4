import { useSignals } from "@preact/signals-react/runtime";
import { Lock, MessageCircle } from "lucide-react";
import { isNoteMode, setNoteMode } from "../../../inbox/note-mode.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Tabs } from "../../../kit/Tabs.tsx";
import { useTranslation } from "../../../kit/text.ts";

/** Chooses between a reply to the customer and a note for the team. */
export function Modes({ ticketId }: { ticketId: number }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="text-base-content hidden shrink-0 md:block">
      <Tabs
        variant="box"
        label={t("messages.modes.label")}
        values={["reply", "note"]}
        value={isNoteMode(ticketId) ? "note" : "reply"}
        text={(mode) => t(`messages.modes.${mode}`)}
        icons={{ reply: MessageCircle, note: Lock }}
        onChange={(mode) => setNoteMode(ticketId, mode === "note")}
      />
    </div>
  );
}

/** The same on small screens: a lock in the box. */
export function NoteLock({ ticketId }: { ticketId: number }) {
  useSignals();
  const { t } = useTranslation();
  const isNote = isNoteMode(ticketId);
  return (
    <IconButton
      label={t("messages.modes.write")}
      icon={Lock}
      side="top"
      aria-pressed={isNote}
      className={`btn-md! size-9! md:hidden ${isNote ? "btn-active" : "text-muted"}`}
      onClick={() => setNoteMode(ticketId, !isNote)}
    />
  );
}

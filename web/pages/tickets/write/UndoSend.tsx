import { useSignals } from "@preact/signals-react/runtime";
import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../../kit/text.ts";
import { lastUndoable, type Sent, undoLastSend } from "./undo.ts";

/** The button that undoes the last message, while that is possible. */
export function UndoSend({ ticketId }: { ticketId: number }) {
  useSignals();
  const last = lastUndoable(ticketId);
  return last && <Button key={last.clientId} sent={last} />;
}

function Button({ sent }: { sent: Sent }) {
  const { t } = useTranslation();
  const left = useSeconds(sent.until);
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+Z"
      className="btn btn-xs border-line text-primary shrink-0 gap-1.5"
      onClick={() => void undoLastSend(sent)}
    >
      <Undo2 size={14} aria-hidden />
      {t("messages.undo.button")}
      <span aria-hidden className="tabular text-muted min-w-2.5 font-normal">
        {left}
      </span>
    </button>
  );
}

function useSeconds(until: number) {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(until)), 200);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

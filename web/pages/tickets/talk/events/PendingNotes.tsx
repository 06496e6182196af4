import { useSignals } from "@preact/signals-react/runtime";
import { Clock, Lock, RotateCw, Trash2 } from "lucide-react";
import { discard, pendingMessages, sendAgain } from "../../../../inbox/outbox.ts";
import type { PendingMessage } from "../../../../inbox/pending-storage.ts";
import { time, useTranslation } from "../../../../kit/text.ts";
import { addTexts } from "../../../../kit/translations.ts";
import { reasonText } from "../../../../messages/reasons.ts";
import { me } from "../../../../session/session.ts";
import texts from "./texts.json";

addTexts(texts);

/** The notes of a ticket that the server does not have yet. */
export function PendingNotes({ ticketId }: { ticketId: number }) {
  useSignals();
  const notes = pendingMessages.value.filter((one) => one.isNote && one.ticketId === ticketId);
  return notes.map((note) => <PendingNote key={note.clientId} note={note} />);
}

function PendingNote({ note: { clientId, body, at, refused } }: { note: PendingMessage }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <li
      data-written
      className={`bg-base-100 rounded-card mx-auto my-2.5 w-110 max-w-full border border-dashed px-3 py-2 ${refused ? "border-error" : "border-muted"}`}
    >
      <p className="text-muted text-small flex items-center gap-1.5">
        <Lock size={13} aria-hidden className="shrink-0" />
        <b className="text-base-content min-w-0 truncate font-semibold">{me.value?.name}</b>
        {!refused && <span className="min-w-0 truncate">{t("pendingNotes.waits")}</span>}
        <time dateTime={at} className="tabular ml-auto flex shrink-0 items-center gap-1">
          {time(at)}
          {!refused && <Clock size={13} aria-hidden />}
        </time>
      </p>
      <p className="mt-0.5 break-words whitespace-pre-wrap">{body}</p>
      {refused && (
        <div className="text-error text-small mt-1.5">
          <p>
            <b className="font-semibold">{t("pendingNotes.refused")}</b> {reasonText(refused)}
          </p>
          <div className="mt-1 flex gap-1">
            <button
              type="button"
              className="btn btn-xs btn-ghost"
              onClick={() => sendAgain(clientId)}
            >
              <RotateCw size={14} aria-hidden />
              {t("common.retry")}
            </button>
            <button
              type="button"
              className="btn btn-xs btn-ghost"
              onClick={() => discard(clientId)}
            >
              <Trash2 size={14} aria-hidden />
              {t("common.delete")}
            </button>
          </div>
        </div>
      )}
    </li>
  );
}

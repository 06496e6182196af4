import { useSignals } from "@preact/signals-react/runtime";
import { Circle, Pause, SendHorizontal, Square, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { draftOf, setDraft } from "../../../inbox/draft.ts";
import { Meter } from "../../../parts/writing/Meter.tsx";
import { Player } from "../../../messages/Player.tsx";
import {
  cancelRecording,
  stopRecording,
  finishRecording,
  discardRecording,
  keepRecording,
  pauseRecording,
  recordings,
  resumeRecording,
  activeRecording,
  type Voice,
} from "../../../parts/writing/recorder.ts";
import type { Ticket } from "../../../types.ts";
import { sendContent } from "./undo.ts";

/** Whether a ticket's composer has a voice message, unfinished or finished. Reads signals. */
export const hasRecording = (ticketId: number) =>
  activeRecording.value?.ticketId === ticketId || recordings.value.has(ticketId);

/**
 * Replaces the text with a voice message, during the recording and until it is sent. Enter sends,
 * Esc discards.
 */
export function Recorder({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const { id } = ticket;
  const now = activeRecording.value?.ticketId === id ? activeRecording.value : null;
  const done = recordings.value.get(id);

  useEffect(() => row.current?.focus({ preventScroll: true }), []);
  // Leaving the ticket ends the recording and keeps it, so that no microphone stays open.
  useEffect(() => () => void (activeRecording.peek()?.ticketId === id && leaveRecording()), [id]);

  const drop = () => {
    if (now) cancelRecording();
    discardRecording(id);
  };
  const review = async () => {
    if (!(await finishRecording())) toast.info(t("messages.voice.short"));
  };
  const send = async () => {
    const recording = done ?? (await stopRecording());
    if (!recording) return void toast.info(t("messages.voice.short"));
    sendVoice(id, recording);
  };

  const press = (event: KeyboardEvent) => {
    const button = event.target instanceof HTMLElement && event.target.closest("button, input");
    if (event.key === "Escape") drop();
    else if (event.key === "Enter" && !button) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={row}
      tabIndex={-1}
      role="group"
      aria-label={t("messages.voice.record")}
      className="border-(--field-line) rounded-bubble flex min-h-12 items-center gap-1 border p-1 outline-none"
      onKeyDown={press}
    >
      <IconButton
        label={t("messages.voice.cancel")}
        icon={Trash2}
        side="top"
        className="btn-md! text-error size-9!"
        onClick={drop}
      />
      {done ? (
        <div className="min-w-0 flex-1">
          <div className="max-w-96">
            <Player
              source={done.url}
              seconds={done.seconds}
              waveform={done.waveform}
              label={t("messages.kinds.voice")}
            />
          </div>
        </div>
      ) : (
        <>
          <Meter phase={now?.phase ?? "asking"} />
          {now?.phase === "recording" && (
            <IconButton
              label={t("messages.voice.pause")}
              icon={Pause}
              side="top"
              className="btn-md! size-9!"
              onClick={pauseRecording}
            />
          )}
          {now?.phase === "paused" && (
            <IconButton
              label={t("messages.voice.resume")}
              icon={Circle}
              side="top"
              className="btn-md! text-error size-9!"
              onClick={resumeRecording}
            />
          )}
          <IconButton
            label={t("messages.voice.listen")}
            icon={Square}
            side="top"
            className="btn-md! size-9!"
            disabled={now?.phase === "asking"}
            onClick={() => void review()}
          />
        </>
      )}
      <button
        type="button"
        aria-label={t("messages.voice.send")}
        className="btn btn-primary btn-square size-9"
        disabled={now?.phase === "asking"}
        onClick={() => void send()}
      >
        <SendHorizontal size={18} aria-hidden />
      </button>
    </div>
  );
}

function leaveRecording() {
  if (activeRecording.peek()?.phase === "asking") cancelRecording();
  else void finishRecording();
}

function sendVoice(ticketId: number, voice: Voice) {
  const { file, seconds: lasts, waveform } = voice;
  const { quotedMsg } = draftOf(ticketId).peek();
  // A new recording that began meanwhile stays.
  const restore = () =>
    activeRecording.peek()?.ticketId !== ticketId &&
    !recordings.peek().has(ticketId) &&
    keepRecording(ticketId, voice);
  sendContent(
    ticketId,
    [{ quotedMsg, file: { file, kind: "audio", voice: { seconds: lasts, waveform } } }],
    restore,
  );
  setDraft(ticketId, { quotedMsg: null });
  discardRecording(ticketId);
}

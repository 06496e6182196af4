import { useSignals } from "@preact/signals-react/runtime";
import { SendHorizontal, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { Meter } from "../../parts/writing/Meter.tsx";
import {
  cancelRecording,
  stopRecording,
  discardRecording,
  activeRecording,
} from "../../parts/writing/recorder.ts";
import { reportState, type NewMessage } from "./phone.ts";

/** The recorder stores recordings by ticket. No ticket has this id. */
export const phoneId = 0;

/**
 * The customer's voice message while it is recorded, instead of the text. Enter sends, Esc
 * discards.
 */
export function VoiceBar({ onSend }: { onSend: (voice: NewMessage) => void }) {
  useSignals();
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const phase = activeRecording.value?.phase ?? "asking";

  useEffect(() => {
    row.current?.focus({ preventScroll: true });
    reportState("recording");
    const timer = setInterval(() => reportState("recording"), 1000);
    return () => {
      clearInterval(timer);
      reportState("paused");
      if (activeRecording.peek()?.ticketId === phoneId) cancelRecording();
    };
  }, []);

  const send = async () => {
    const recording = await stopRecording();
    if (!recording) return void toast.info(t("messages.voice.short"));
    onSend(recording);
    discardRecording(phoneId);
  };

  const press = (event: KeyboardEvent) => {
    const button = event.target instanceof HTMLElement && event.target.closest("button");
    if (event.key === "Escape") cancelRecording();
    else if (event.key === "Enter" && !button) void send();
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={row}
      tabIndex={-1}
      role="group"
      aria-label={t("messages.voice.record")}
      className="flex min-h-10 items-center gap-1 outline-none"
      onKeyDown={press}
    >
      <IconButton
        label={t("messages.voice.cancel")}
        icon={Trash2}
        side="top"
        className="text-error size-10!"
        onClick={cancelRecording}
      />
      <Meter phase={phase} />
      <button
        type="button"
        aria-label={t("messages.voice.send")}
        className="btn btn-primary btn-circle size-10"
        disabled={phase === "asking"}
        onClick={() => void send()}
      >
        <SendHorizontal size={18} aria-hidden />
      </button>
    </div>
  );
}

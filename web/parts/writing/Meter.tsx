import { useSignals } from "@preact/signals-react/runtime";
import { useTranslation } from "../../kit/text.ts";
import { levels, seconds } from "./recorder.ts";
import { durationText } from "../../messages/waveform.ts";

/** A recording's length and volume, which reveals a silent microphone at once. */
export function Meter({ phase }: { phase: "asking" | "recording" | "paused" }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5 px-1">
      <span role="status" className="sr-only">
        {t(`messages.voice.${phase}`)}
      </span>
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full ${phase === "recording" ? "bg-error animate-pulse" : "bg-base-content/40"}`}
      />
      <span className="tabular shrink-0">{durationText(Math.floor(seconds.value))}</span>
      {phase === "asking" ? (
        <span aria-hidden className="text-muted min-w-0 flex-1 truncate">
          {t("messages.voice.asking")}
        </span>
      ) : (
        <span
          aria-hidden
          className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden"
        >
          {levels.value.map((level, index) => (
            <span
              key={index}
              className="bg-primary w-[3px] shrink-0 rounded-full"
              style={{ height: `${Math.max(10, level * 100)}%` }}
            />
          ))}
        </span>
      )}
    </div>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { Check, CircleAlert } from "lucide-react";
import { errorText, time, useTranslation } from "../../kit/text.ts";
import { change, lastChange } from "./values.ts";

/** The last change at the end of the header: saved with its time, or refused with the reason. */
export function SaveState() {
  useSignals();
  const { t } = useTranslation();
  return (
    <div role="status" className="text-muted text-small flex min-h-6 items-center gap-1.5">
      <Change t={t} />
    </div>
  );
}

function Change({ t }: { t: ReturnType<typeof useTranslation>["t"] }) {
  useSignals();
  const last = lastChange.value;
  if (!last) return null;
  if (last.state === "saving")
    return <span aria-hidden className="loading loading-spinner loading-xs" />;
  if (last.state === "failed")
    return (
      <>
        <CircleAlert size={16} aria-hidden className="text-error shrink-0" />
        <span className="text-error min-w-0">{errorText(last.error)}</span>
        <button
          type="button"
          className="link shrink-0 whitespace-nowrap"
          onClick={() => void change(last.key, last.value)}
        >
          {t("common.retry")}
        </button>
      </>
    );
  const { before } = last;
  return (
    <>
      <Check size={16} aria-hidden className="text-primary" />
      <span>{t("settings.savedAt", { time: time(new Date(last.at).toISOString()) })}</span>
      {before !== undefined && (
        <>
          <span aria-hidden>·</span>
          <button type="button" className="link" onClick={() => void change(last.key, before)}>
            {t("settings.undo")}
          </button>
        </>
      )}
    </>
  );
}

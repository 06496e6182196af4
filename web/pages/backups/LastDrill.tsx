import { useSignals } from "@preact/signals-react/runtime";
import { api } from "../../kit/api.ts";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import "../../parts/copies/texts.ts";
import { numberText } from "../../parts/figures.ts";
import type { Backups } from "./types.ts";

type Props = {
  drill: Backups["drill"];
  due: Backups["drillDueAt"];
  running: Backups["running"];
  canStart: boolean;
  onChange: (state: Backups) => void;
};

/** Shows whether the newest backup started as a box and answered. rules.md#drills */
export function LastDrill({ drill, due, running, canStart, onChange }: Props) {
  useSignals();
  const { t } = useTranslation();
  const start = () => void api.post<Backups>("/backups/drill").then(onChange, toast.error);
  return (
    <section
      className="card-quiet flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5"
      aria-label={t("backups.drill")}
    >
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{t("backups.drill")}</h2>
        <p className="text-muted">{t("backups.drillText")}</p>
        {drill && (
          <p className={`tabular break-words ${drill.error ? "text-error" : ""}`}>
            {drill.error
              ? t("backups.drillFailed", {
                  when: dateTime(drill.at),
                  error: drill.reason ? t(`drillFailures.${drill.reason}`) : drill.error,
                })
              : t("backups.drillDone", {
                  when: dateTime(drill.at),
                  tickets: numberText(drill.tickets),
                  files: numberText(drill.files),
                  seconds: numberText(drill.seconds, Number.isInteger(drill.seconds) ? 0 : 1),
                })}
          </p>
        )}
        {drill?.reason && (
          <p className="text-muted text-small break-words">
            {t("backups.details", { error: drill.error })}
          </p>
        )}
        {due && <p className="text-muted tabular">{t("backups.next", { when: dateTime(due) })}</p>}
      </div>
      <button
        type="button"
        className="btn"
        disabled={running !== null || !canStart}
        onClick={start}
      >
        {running === "drill" && <span aria-hidden className="loading loading-spinner loading-xs" />}
        {t(running === "drill" ? "backups.drilling" : "backups.drillNow")}
      </button>
    </section>
  );
}

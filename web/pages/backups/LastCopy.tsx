import { useSignals } from "@preact/signals-react/runtime";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { copyFailures } from "../../../src/shared/backups.ts";
import { bytes, dateTime, relative, useTranslation } from "../../kit/text.ts";
import "../../parts/copies/texts.ts";
import type { Backups } from "./types.ts";

/** The state of the backups: the last good one, its place, the next time, and errors. */
export function LastCopy({
  state: { copies, stale, lastError, lastErrorAt, dueAt, away },
}: {
  state: Backups;
}) {
  useSignals();
  const { t } = useTranslation();
  const [last] = copies;
  const failure = copyFailures.find((one) => one === lastError);
  const isGood = last !== undefined && !stale && lastError === null;
  const Icon = isGood ? ShieldCheck : ShieldAlert;
  return (
    <section
      className="card-quiet flex flex-wrap items-start gap-x-5 gap-y-3 p-5"
      aria-label={t("backups.last")}
    >
      <Icon
        size={28}
        aria-hidden
        className={isGood ? "text-primary shrink-0" : "text-error shrink-0"}
      />
      <div className="min-w-48 flex-1">
        <p className={`text-title font-semibold ${stale ? "text-error" : ""}`}>
          {last ? t("backups.lastAt", { when: relative(last.at) }) : t("backups.none")}
        </p>
        {last && (
          <p className="text-muted tabular">
            {t("backups.verified", {
              size: bytes(last.size),
              media: t("backups.media", { count: last.media.count }),
            })}
          </p>
        )}
        {dueAt && (
          <p className="text-muted tabular">{t("backups.next", { when: dateTime(dueAt) })}</p>
        )}
        {away.map(({ to, at, error, reason }) => (
          <p key={to} className={error ? "text-error break-words" : "text-muted tabular"}>
            {error
              ? t(`backups.awayFailed.${to}`, {
                  error: reason ? t(`awayFailures.${reason}`) : error,
                })
              : t(`backups.awayAt.${to}`, { when: dateTime(at) })}
          </p>
        ))}
        {lastError !== null && (
          <p role="alert" className="text-error mt-1 break-words">
            {t("backups.failed", {
              when: lastErrorAt ? dateTime(lastErrorAt) : "",
              error: failure ? t(`backups.copyFailures.${failure}`) : lastError,
            })}
          </p>
        )}
      </div>
    </section>
  );
}

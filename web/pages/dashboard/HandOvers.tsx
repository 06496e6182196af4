import { useId } from "react";
import { Link } from "wouter";
import type { DayFigures } from "../../../src/modules/dashboard/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import type { Filter } from "./figures-of.ts";
import { listHref } from "./links.ts";

/** Where bots leave tickets to people. Without any hand-over it renders nothing. */
export function HandOvers({ day, filter }: { day: DayFigures; filter: Filter }) {
  const { t } = useTranslation();
  const id = useId();
  const total = day.handOvers.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const link = "underline-offset-3 hover:underline focus-visible:underline";
  return (
    <section className="card-quiet min-w-0 px-4 py-3.5" aria-labelledby={id} data-hand-overs>
      <div className="flex items-center gap-2">
        <h2 id={id} className="flex-1 font-semibold">
          {t("dashboard.handOvers.title")}
        </h2>
        <Link href={listHref("handOvers", filter)} className={`text-muted text-small ${link}`}>
          {t("dashboard.handOvers.count", { count: total })}
        </Link>
      </div>
      <ul className="mt-1">
        {day.handOvers.map(({ queueId, name, count, reason }) => (
          <li
            key={queueId ?? 0}
            className="[&+li]:border-line flex min-h-10 items-center gap-3 py-1.5 [&+li]:border-t"
          >
            <span className="min-w-0 flex-1">
              <span className="block">{name || t("dashboard.queues.none")}</span>
              {reason && (
                <span className="text-muted text-small block wrap-anywhere">
                  {t("dashboard.handOvers.reason", { reason })}
                </span>
              )}
            </span>
            <span aria-hidden className="bg-base-300 h-1.5 w-24 overflow-hidden rounded-full">
              <span
                className="bg-(--field-line) block h-full"
                style={{ width: `${(count / total) * 100}%` }}
              />
            </span>
            <Link
              href={listHref("handOvers", { ...filter, queueId: queueId ?? 0 })}
              className={`tabular w-8 text-right font-medium ${link}`}
            >
              {numberText(count)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useId } from "react";
import { Link } from "wouter";
import type { DayFigures, RatingWords } from "../../../src/modules/dashboard/table.ts";
import { timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import type { Filter } from "./figures-of.ts";
import { listHref } from "./links.ts";

const bars = {
  3: "bg-primary",
  2: "bg-[color-mix(in_oklab,var(--color-primary)_40%,var(--color-base-100))]",
  1: "bg-error",
} as const;
const rates = [3, 2, 1] as const;

/** How many are happy, then the words of customers, the worst first. */
export function Ratings({ day, filter }: { day: DayFigures; filter: Filter }) {
  const { t } = useTranslation();
  const id = useId();
  const total = day.ratings.reduce((sum, count) => sum + count, 0);
  const link = "underline-offset-3 hover:underline focus-visible:underline";
  return (
    <section className="card-quiet min-w-0 px-4 py-3.5" aria-labelledby={id} data-ratings>
      <div className="flex items-center gap-2">
        <h2 id={id} className="flex-1 font-semibold">
          {t("dashboard.ratings.title")}
        </h2>
        {total > 0 && (
          <Link href={listHref("ratings", filter)} className={`text-muted text-small ${link}`}>
            {t("dashboard.ratings.count", { count: total })}
          </Link>
        )}
      </div>
      {total === 0 ? (
        <p className="text-muted mt-2">{t("dashboard.ratings.none")}</p>
      ) : (
        <>
          <p aria-hidden className="mt-2.5 mb-1.5 flex h-2 gap-0.5 overflow-hidden rounded-full">
            {rates.map(
              (rate) =>
                day.ratings[rate - 1]! > 0 && (
                  <span key={rate} className={bars[rate]} style={{ flex: day.ratings[rate - 1] }} />
                ),
            )}
          </p>
          <p className="text-muted text-small mb-2 flex flex-wrap gap-x-3">
            {rates.map((rate) => {
              const count = day.ratings[rate - 1]!;
              return (
                count > 0 && (
                  <Link key={rate} href={listHref("ratings", { ...filter, rate })} className={link}>
                    <b className={rate === 1 ? "text-error" : "text-base-content"}>
                      {numberText(count)}
                    </b>{" "}
                    {t(`dashboard.ratings.of.${rate}`, { count })}
                  </Link>
                )
              );
            })}
          </p>
          <ul>
            {day.words.map((words) => (
              <Words key={`${words.uuid}-${words.at}`} words={words} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Words({ words: { rate, words, contact, user, uuid, at } }: { words: RatingWords }) {
  const { t } = useTranslation();
  return (
    <li data-rate={rate} className="border-line border-t py-2.5">
      <span
        className={`inline-flex h-5 items-center rounded-md px-1.75 text-xs font-medium ${rate === 1 ? "bg-red-soft text-error" : "bg-base-300"}`}
      >
        {t(`dashboard.rates.${rate}`)}
      </span>
      <p className="mt-1 mb-0.5 wrap-anywhere">“{words}”</p>
      <p className="text-muted text-small">
        <Link
          href={`/tickets/${uuid}`}
          className="underline-offset-3 hover:underline focus-visible:underline"
        >
          {contact}
        </Link>
        {user && ` · ${user}`} · {timeOrDateTime(at)}
      </p>
    </li>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { CheckCheck, ChevronRight, Hourglass } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import type { DashboardNow, DayFigures } from "../../../src/modules/dashboard/table.ts";
import { inShort } from "../../inbox/wait-weight.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { clock, comingDay, time, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { durationText } from "./durations.ts";
import { listHref } from "./links.ts";
import { QueueTable } from "./QueueTable.tsx";

const agoOf = (since: string) => inShort(Math.max(0, clock.value - Date.parse(since)));

/** Counts the turns of now, and lists the queues in which somebody waits. */
export function NowCard({ now, day }: { now: DashboardNow | null; day: DayFigures | null }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  return (
    <section
      className="card-quiet flex min-w-0 flex-col overflow-clip"
      aria-labelledby={id}
      data-now
    >
      <h2 id={id} className="sr-only">
        {t("dashboard.now.title")}
      </h2>
      <dl className="bg-line border-line grid grid-cols-2 gap-px border-b md:grid-cols-[1.15fr_1fr_1fr_1fr]">
        <Cell
          name="team"
          isLoud={(now?.team.count ?? 0) > 0}
          count={now?.team.count}
          note={
            now?.team.since
              ? t("dashboard.now.oldest", { time: agoOf(now.team.since) })
              : t("dashboard.now.nobody")
          }
        />
        <Cell
          name="customer"
          count={now?.customer.count}
          note={
            now && now.customer.overDay > 0
              ? t("dashboard.now.overDay", { count: now.customer.overDay })
              : t("dashboard.now.withinDay")
          }
        />
        <Cell
          name="bot"
          count={now?.bot.count}
          note={now?.bot.since ? t("dashboard.now.upTo", { time: agoOf(now.bot.since) }) : ""}
        />
        <Cell name="snoozed" count={now?.snoozed.count} note={now ? nextWake(now, t) : ""} />
      </dl>
      {now &&
        (now.queues.length > 0 ? <QueueTable queues={now.queues} /> : <Calm now={now} day={day} />)}
      {now && now.queues.length > 0 && now.quietQueues.length > 0 && <Quiet now={now} />}
      {!now && <LoadingRows />}
    </section>
  );
}

function nextWake(
  { snoozed: { count, next } }: DashboardNow,
  t: ReturnType<typeof useTranslation>["t"],
) {
  if (count === 0) return t("dashboard.now.noSnoozed");
  if (next === null) return t("dashboard.now.untilReply");
  const isToday = new Date(next).toDateString() === new Date(clock.value).toDateString();
  return t("dashboard.now.next", {
    time: isToday ? time(next) : `${comingDay(next)} ${time(next)}`,
  });
}

type CellProps = {
  name: "team" | "customer" | "bot" | "snoozed";
  /** Omitted while it loads. */
  count?: number;
  note: ReactNode;
  isLoud?: boolean;
};

function Cell({ name, count, note, isLoud = false }: CellProps) {
  const { t } = useTranslation();
  return (
    <div
      data-turn={name}
      className={`min-w-0 px-4 py-3.5 ${isLoud ? "bg-amber-soft text-amber-strong" : "bg-base-100"}`}
    >
      <dt
        className={`text-small flex items-center gap-1 font-semibold ${isLoud ? "" : "text-muted"}`}
      >
        {isLoud && <Hourglass size={14} aria-hidden className="shrink-0" />}
        {t(`dashboard.now.${name}`)}
      </dt>
      <dd
        className={`tabular mt-1 text-2xl leading-7 font-semibold tracking-tight ${isLoud ? "text-base-content" : ""}`}
      >
        {count === undefined ? (
          <Skeleton className="h-7 w-10" />
        ) : (
          <Link
            href={listHref(name)}
            className="underline-offset-3 hover:underline focus-visible:underline"
          >
            {numberText(count)}
          </Link>
        )}
      </dd>
      <dd className={`text-small ${isLoud ? "" : "text-muted"}`}>
        {count === undefined ? " " : note}
      </dd>
    </div>
  );
}

function Quiet({ now: { quietQueues } }: { now: DashboardNow }) {
  const { t } = useTranslation();
  return (
    <details className="group border-line mt-auto border-t">
      <summary className="text-muted text-small flex cursor-pointer list-none items-center gap-1 px-4 py-2">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 transition-transform group-open:rotate-90"
        />
        {t("dashboard.now.quiet", { count: quietQueues.length })}
      </summary>
      <ul className="text-small flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3">
        {quietQueues.map(({ id, name, color }) => (
          <li key={id} className="flex items-center gap-2">
            <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
            {name}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Calm({ now: { lastAnswer }, day }: { now: DashboardNow; day: DayFigures | null }) {
  const { t } = useTranslation();
  const longest = day?.longest;
  return (
    <div className="flex min-h-52 flex-1 flex-col items-center justify-center px-6 py-8 text-center">
      <CheckCheck size={24} aria-hidden className="text-primary mb-2" />
      <p className="mb-1.5 text-base font-semibold">{t("dashboard.now.calm")}</p>
      {lastAnswer && (
        <p className="text-muted">
          {t(lastAnswer.user ? "dashboard.now.lastAnswer" : "dashboard.now.lastAnswerOf", {
            time: time(lastAnswer.at),
            user: lastAnswer.user,
          })}{" "}
          <Link href={`/tickets/${lastAnswer.uuid}`} className="link text-base-content">
            {lastAnswer.name}
          </Link>
          .
        </p>
      )}
      {longest && (
        <p className="text-muted">
          {t("dashboard.now.longest")}{" "}
          <Link href={`/tickets/${longest.uuid}`} className="link text-base-content">
            {durationText(longest.seconds)}
          </Link>
          {t(longest.queue ? "dashboard.now.longestIn" : "dashboard.now.longestAt", {
            time: time(longest.at),
            queue: longest.queue,
          })}
        </p>
      )}
    </div>
  );
}

const LoadingRows = () => (
  <div aria-hidden className="flex flex-col gap-5 px-4 py-4">
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-5 w-full" />
    ))}
  </div>
);

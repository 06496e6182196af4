import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import type { WaitingQueue } from "../../../src/modules/dashboard/table.ts";
import { inShort, waitWeight, type WaitWeight } from "../../inbox/wait-weight.ts";
import { clock, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { me } from "../../session/session.ts";
import { listHref } from "./links.ts";

const texts: Record<WaitWeight, string> = {
  plain: "text-muted",
  attention: "text-waiting",
  late: "text-error",
};

/** Where the limit is on a bar, of its width; without a limit the bar is this many minutes long. */
const notch = 37.5;
const longest = 40;

/** The queues in which somebody waits, the longest wait first. */
export function QueueTable({ queues }: { queues: WaitingQueue[] }) {
  useSignals();
  const { t } = useTranslation();
  const heads = "text-muted h-7.5 text-xs font-medium whitespace-nowrap";
  return (
    <table className="tabular w-full">
      <thead>
        <tr>
          <th scope="col" className={`${heads} pl-4 text-left`}>
            {t("dashboard.queues.queue")}
          </th>
          <th scope="col" className={`${heads} pr-3 text-right`}>
            {t("dashboard.queues.waiting")}
          </th>
          <th scope="col" className={`${heads} pr-3 text-right max-phone:hidden`}>
            {t("dashboard.queues.unassigned")}
          </th>
          <th scope="col" className={`${heads} pr-3 text-right max-phone:hidden`}>
            {t("dashboard.queues.assigned")}
          </th>
          <th scope="col" colSpan={2} className={`${heads} text-left max-phone:hidden`}>
            {t("dashboard.queues.longest")}
          </th>
          <th scope="col" className={`${heads} pr-4 text-right phone:hidden`}>
            {t("dashboard.queues.longestShort")}
          </th>
          <th scope="col" className="max-[75rem]:hidden">
            <span className="sr-only">{t("dashboard.queues.customer")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <QueueRow key={queue.id ?? 0} queue={queue} />
        ))}
      </tbody>
    </table>
  );
}

function QueueRow({ queue }: { queue: WaitingQueue }) {
  useSignals();
  const { t } = useTranslation();
  const { id, name, color, waiting, unassigned, assigned, longest: first } = queue;
  const queueId = id ?? 0;
  const wait = { waitingSince: first.since, queueId: id };
  const weight = waitWeight(wait);
  const link = "underline-offset-3 hover:underline focus-visible:underline";
  const count = (value: number, part: object) =>
    value === 0 ? (
      "–"
    ) : (
      <Link href={listHref("team", { queueId, ...part })} className={link}>
        {numberText(value)}
      </Link>
    );
  return (
    <tr data-queue={name} data-weight={weight} className="[&+tr>td]:border-line [&+tr>td]:border-t">
      <td className="h-10.5 w-full max-w-0 pr-3 pl-4 md:w-auto md:max-w-44">
        <Link href={listHref("team", { queueId })} className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden
            className={`size-2 shrink-0 rounded-full ${color ? "" : "border-(--field-line) border"}`}
            style={{ background: color }}
          />
          <span className={`truncate ${link}`}>{name || t("dashboard.queues.none")}</span>
        </Link>
      </td>
      <td className="pr-3 text-right font-medium">{count(waiting, {})}</td>
      <td className="text-muted pr-3 text-right max-phone:hidden">
        {count(unassigned, { userId: 0 })}
      </td>
      <td className="text-muted pr-3 text-right max-phone:hidden">
        {count(assigned, { assigned: true })}
      </td>
      <td className="w-50 min-w-16 pr-3 max-phone:hidden">
        <Track since={first.since} weight={weight} />
      </td>
      <td className={`pr-4 text-right font-semibold whitespace-nowrap ${texts[weight]}`}>
        {inShort(clock.value - Date.parse(first.since))}
      </td>
      <td className="w-1/4 max-w-0 pr-4 max-[75rem]:hidden">
        <Link href={`/tickets/${first.uuid}`} className={`block truncate ${link}`}>
          {first.name}
        </Link>
      </td>
    </tr>
  );
}

/** A wait as a bar: amber up to the company's limit, red beyond it. rules.md#wait-limits */
function Track({ since, weight }: { since: string; weight: WaitWeight }) {
  useSignals();
  const limit = Number(
    me.value?.company.settings.find(({ key }) => key === "waitLimit")?.value ?? 0,
  );
  const minutes = (clock.value - Date.parse(since)) / 60_000;
  const width = Math.min(100, limit > 0 ? (minutes / limit) * notch : (minutes / longest) * 100);
  const isLate = weight === "late" && limit > 0;
  return (
    <span aria-hidden className="bg-base-300 relative block h-1.5 overflow-hidden rounded-full">
      <span
        className={`absolute inset-y-0 left-0 ${weight === "plain" ? "bg-(--field-line)" : "bg-warning"}`}
        style={{ width: `${isLate ? notch : width}%` }}
      />
      {isLate && (
        <span
          className="bg-error absolute inset-y-0"
          style={{ left: `${notch}%`, width: `${Math.max(2, width - notch)}%` }}
        />
      )}
      {limit > 0 && (
        <span className="bg-base-100 absolute inset-y-0 w-0.5" style={{ left: `${notch}%` }} />
      )}
    </span>
  );
}

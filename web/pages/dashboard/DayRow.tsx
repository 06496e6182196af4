import { useSignals } from "@preact/signals-react/runtime";
import type { DayFigures } from "../../../src/modules/dashboard/table.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { Figures, type Figure } from "../../parts/Figures.tsx";
import { moneyChange, same } from "./changes.ts";
import { beforeName } from "./compare-words.ts";
import { durationText } from "./durations.ts";
import type { Filter } from "./figures-of.ts";
import { listHref } from "./links.ts";

type Change = Figure["change"];
type T = ReturnType<typeof useTranslation>["t"];

const names = ["arrived", "firstAnswer", "resolution", "byBot", "sales"] as const;

/** The five figures of a period against the earlier one. rules.md#day-figures */
export function DayRow({
  day,
  filter,
  withSales,
}: {
  day: DayFigures | null;
  filter: Filter;
  withSales: boolean;
}) {
  useSignals();
  const { t } = useTranslation();
  const shared = (name: (typeof names)[number]) => ({
    key: name,
    label: t(`dashboard.${name}.label`),
  });
  if (!day)
    return <Figures figures={names.filter((name) => withSales || name !== "sales").map(shared)} />;
  const { arrived, firstAnswer, resolution, resolved, byBot, sales } = day;
  const compared = (change: Change) => (day.isComparable ? change : undefined);
  const share = shareOf(byBot.now, resolved.now);
  const figures: Figure[] = [
    {
      ...shared("arrived"),
      value: numberText(arrived.now ?? 0),
      href: listHref("arrived", filter),
      change: compared(countChange(t, arrived.now ?? 0, arrived.before ?? 0)),
      note: day.isComparable
        ? t("dashboard.arrived.before", {
            name: beforeName(day),
            count: numberText(arrived.before ?? 0),
          })
        : undefined,
    },
    {
      ...shared("firstAnswer"),
      value: durationText(firstAnswer.now),
      href: listHref("firstAnswer", filter),
      change: compared(timeChange(t, firstAnswer.now, firstAnswer.before)),
      note: highNote(t, firstAnswer.high),
    },
    {
      ...shared("resolution"),
      value: durationText(resolution.now),
      href: listHref("resolved", filter),
      change: compared(timeChange(t, resolution.now, resolution.before)),
      note: highNote(t, resolution.high),
    },
    {
      ...shared("byBot"),
      value: share === null ? "–" : t("dashboard.share", { share }),
      href: listHref("byBot", filter),
      change: compared(shareChange(t, share, shareOf(byBot.before, resolved.before))),
      note: t("dashboard.byBot.note", {
        count: numberText(byBot.now ?? 0),
        of: numberText(resolved.now ?? 0),
      }),
    },
  ];
  if (sales)
    figures.push({
      ...shared("sales"),
      value: money(sales.total),
      href: listHref("sales", filter),
      change: compared(moneyChange(t, sales.total, sales.before)),
      note: `${t("dashboard.sales.orders", { count: sales.orders })}, ${t("dashboard.sales.byTalk", { count: sales.byTalk })}`,
    });
  return <Figures figures={figures} />;
}

const shareOf = (part: number | null, all: number | null) =>
  all ? Math.round(((part ?? 0) / all) * 100) : null;

const highNote = (t: T, high: number | null) =>
  high === null ? undefined : t("dashboard.nineInTen", { time: durationText(high) });

/** More arrivals are neither better nor worse. */
function countChange(t: T, now: number, before: number): Change {
  if (now === before) return same(t);
  const isUp = now > before;
  return {
    text: t(isUp ? "dashboard.change.more" : "dashboard.change.fewer", {
      count: numberText(Math.abs(now - before)),
    }),
    isUp,
    tone: "none",
  };
}

function timeChange(t: T, now: number | null, before: number | null): Change {
  if (now === null || before === null) return undefined;
  if (now === before) return same(t);
  const isUp = now > before;
  return {
    text: t(isUp ? "dashboard.change.slower" : "dashboard.change.faster", {
      time: durationText(Math.abs(now - before)),
    }),
    isUp,
    tone: isUp ? "bad" : "good",
  };
}

function shareChange(t: T, now: number | null, before: number | null): Change {
  if (now === null || before === null) return undefined;
  if (now === before) return same(t);
  const isUp = now > before;
  return {
    text: t("dashboard.change.points", { count: Math.abs(now - before) }),
    isUp,
    tone: isUp ? "good" : "bad",
  };
}

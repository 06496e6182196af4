import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { MonthCosts } from "../../../../src/modules/channel-costs/table.ts";
import type { ConnectionLimit } from "../../../../src/shared/restrictions.ts";
import { api } from "../../../kit/api.ts";
import { localDay, useTranslation } from "../../../kit/text.ts";
import { CostLine } from "../../../parts/costs/CostLine.tsx";

type Props = { id: number; limit: ConnectionLimit | null };

/** The network's limit and grade of an official number, and the costs of the month. */
export function OfficialFigures({ id, limit }: Props) {
  const { t } = useTranslation();
  const [costs, setCosts] = useState<MonthCosts | null>(null);
  const month = localDay().slice(0, 7);
  useEffect(() => {
    let left = false;
    api.get<MonthCosts>("/channel-costs", { month }).then(
      (answer) => !left && setCosts(answer),
      () => undefined,
    );
    return () => void (left = true);
  }, [month]);
  const own = costs?.connections.find(({ whatsappId }) => whatsappId === id);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <LimitFacts limit={limit} />
      {own && <CostLine costs={own} text="month" />}
      <Link href="/channel-rates" className="link text-primary text-small">
        {t("costs.prices")}
      </Link>
    </div>
  );
}

/** How many people the number may write to first in a day, and its grade. */
export function LimitFacts({ limit }: { limit: ConnectionLimit | null }) {
  const { t, tag } = useTranslation();
  const people = peopleOf(limit?.tier ?? "");
  const grade = ["GREEN", "YELLOW", "RED"].find((one) => one === limit?.quality);
  return (
    <>
      {people !== undefined && (
        <p className="text-small">
          {people === Infinity
            ? t("connections.limit.unlimited")
            : t("connections.limit.people", { people: people.toLocaleString(tag) })}
        </p>
      )}
      {grade && (
        <p
          className={`text-small ${grade === "RED" ? "text-error" : grade === "YELLOW" ? "text-waiting" : ""}`}
        >
          {t(`connections.quality.${grade}`)}
        </p>
      )}
    </>
  );
}

/** The people of a tier: TIER_2K is 2000. */
function peopleOf(tier: string): number | undefined {
  if (tier.endsWith("UNLIMITED")) return Infinity;
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
  return count === undefined ? undefined : Number(count) * (thousands ? 1000 : 1);
}

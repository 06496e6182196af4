import {
  Clock,
  Hourglass,
  type LucideIcon,
  MessagesSquare,
  Timer,
  UserPlus,
  CircleCheck,
} from "lucide-react";
import type * as dashboardTable from "../../../src/modules/dashboard/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { durationText } from "./figures.ts";

/** Six numbers: two for now, four for the period. rules.md#dashboard */
export function Counters({ counters }: { counters: dashboardTable.Counters }) {
  const { t } = useTranslation();
  const now = t("dashboard.now");
  const inPeriod = t("dashboard.inPeriod");
  return (
    <dl className="grid grid-cols-2 gap-2.5 md:grid-cols-3 xl:grid-cols-6">
      <Card
        icon={Hourglass}
        name="pending"
        waiting={counters.supportPending > 0}
        value={numberText(counters.supportPending)}
        note={now}
      />
      <Card
        icon={MessagesSquare}
        name="happening"
        value={numberText(counters.supportHappening)}
        note={now}
      />
      <Card
        icon={CircleCheck}
        name="finished"
        value={numberText(counters.supportFinished)}
        note={inPeriod}
      />
      <Card
        icon={UserPlus}
        name="leads"
        value={numberText(counters.leads)}
        note={t("dashboard.cards.leadsNote")}
      />
      <Card
        icon={Timer}
        name="support"
        value={durationText(counters.avgSupportTime)}
        note={t("dashboard.median", { time: durationText(counters.medianSupportTime) })}
      />
      <Card
        icon={Clock}
        name="wait"
        value={durationText(counters.avgWaitTime)}
        note={t("dashboard.median", { time: durationText(counters.medianWaitTime) })}
      />
    </dl>
  );
}

type Props = { icon: LucideIcon; name: string; value: string; note: string; waiting?: boolean };

/** A number of the period, with its name and a note. */
export function Card({ icon: Icon, name, value, note, waiting = false }: Props) {
  const { t } = useTranslation();
  return (
    <div data-card={name} className="card-quiet flex min-w-0 flex-col px-4 py-3.5">
      <dt className="text-muted text-small flex items-start gap-2 font-medium">
        <Icon size={16} aria-hidden className={`mt-px shrink-0 ${waiting ? "text-waiting" : ""}`} />
        {t(`dashboard.cards.${name}`)}
      </dt>
      <dd className="tabular mt-auto pt-2 text-2xl leading-8 font-semibold tracking-tight max-phone:text-xl">
        {value}
      </dd>
      <dd className="text-muted text-small">{note}</dd>
    </div>
  );
}

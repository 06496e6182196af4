import { useSignals } from "@preact/signals-react/runtime";
import { CalendarClock } from "lucide-react";
import { zoneName } from "../../kit/zones.ts";
import { Link } from "wouter";
import type { Week } from "../../../src/shared/hours.ts";
import { Empty } from "../../kit/Empty.tsx";
import { useTranslation } from "../../kit/text.ts";
import { WeekEditor } from "../../kit/week/WeekEditor.tsx";
import { me } from "../../session/session.ts";
import { scheduleType } from "./queue-context.ts";

type Props = { week: Week; wrong: Record<string, string>; onChange: (week: Week) => void };

/** The queue's hours, or a link to the setting that gives queues hours. */
export function HoursTab({ week, wrong, onChange }: Props) {
  useSignals();
  const { t } = useTranslation();
  if (scheduleType.value === null) return null;
  if (scheduleType.value !== "queue") {
    return (
      <div className="card-quiet">
        <Empty
          icon={CalendarClock}
          title={t("queues.hours.off")}
          text={t(
            scheduleType.value === "company" ? "queues.hours.company" : "queues.hours.disabled",
          )}
          action={
            <Link href="/settings" className="btn">
              {t("queues.hours.toSettings")}
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">
        {t("queues.hours.lead", {
          timezone: zoneName(me.value?.company.timezone ?? "America/Sao_Paulo", Date.now()),
        })}
      </p>
      <WeekEditor value={week} errors={wrong} onChange={onChange} />
    </div>
  );
}

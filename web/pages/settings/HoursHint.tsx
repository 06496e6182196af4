import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { saved, useHours } from "./hours.ts";
import { values } from "./options.ts";

/**
 * Links to the hours that the setting applies, and warns when there are none.
 * rules.md#opening-hours
 */
export function HoursHint({ onHours }: { onHours: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const kind = values.value?.scheduleType;
  if (kind === "company") return <UnsavedHours onHours={onHours} />;
  if (kind !== "queue" || !can("queues.write")) return null;
  return (
    <Link href="/queues" className="link link-primary text-small mt-1 inline-block">
      {t("settings.hours.ofQueues")}
    </Link>
  );
}

function UnsavedHours({ onHours }: { onHours: () => void }) {
  useSignals();
  useHours();
  const { t } = useTranslation();
  if (!saved.value || saved.value.isSaved) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p role="status" className="text-small min-w-0 font-medium">
        {t("settings.hours.missing")}
      </p>
      {can("settings.write") && (
        <button type="button" className="btn btn-sm" onClick={onHours}>
          {t("settings.hours.set")}
        </button>
      )}
    </div>
  );
}

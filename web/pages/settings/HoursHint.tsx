import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { saved, useHours } from "./hours.ts";
import { values } from "./values.ts";

/**
 * Links to the hours that the setting applies, and warns when there are none.
 * rules.md#opening-hours
 */
export function HoursHint() {
  useSignals();
  const { t } = useTranslation();
  const kind = values.value?.scheduleType;
  if (kind === "company") return <CompanyHours />;
  if (kind !== "queue" || !can("queues.write")) return null;
  return (
    <Link href="/queues" className="link link-primary text-small mt-1 inline-block">
      {t("settings.hours.ofQueues")}
    </Link>
  );
}

function CompanyHours() {
  useSignals();
  useHours();
  const { t } = useTranslation();
  const isUnsaved = saved.value?.isSaved === false;
  return (
    <>
      {isUnsaved && (
        <p role="status" className="text-small mt-2 font-medium">
          {t("settings.hours.missing")}
        </p>
      )}
      <Link href="/settings/hours" className="link link-primary text-small mt-1 inline-block">
        {t(isUnsaved && can("settings.write") ? "settings.hours.set" : "settings.hours.see")}
      </Link>
    </>
  );
}

import { TimerOff } from "lucide-react";
import { restrictionEnd, type Restriction } from "../../src/shared/restrictions.ts";
import { dateTime, useTranslation } from "../kit/text.ts";
import "./texts.ts";

/**
 * WhatsApp's current restriction of a connection, its end, and its effect. rules.md#restrictions
 */
export function RestrictionNotice({ restriction }: { restriction: Restriction | null }) {
  const { t } = useTranslation();
  if (!restriction) return null;
  const { kind, until, used, of } = restriction;
  if (until !== null && Date.parse(until) <= Date.now()) return null;
  const isHeld = restrictionEnd(restriction, Date.now()) > 0;
  const what =
    kind === "reachout"
      ? t("connections.restriction.reachout")
      : of === null || used === null
        ? t("connections.restriction.quota")
        : t("connections.restriction.quotaOf", { used, of });
  return (
    <div
      data-restriction={kind}
      className="rounded-card border-line bg-base-200 flex items-start gap-2.5 border px-3 py-2.5"
    >
      <TimerOff size={18} aria-hidden className="text-waiting mt-px shrink-0" />
      <p className="max-w-prose min-w-0">
        <span className="font-medium">{what}</span>{" "}
        {t(isHeld ? "connections.restriction.held" : "connections.restriction.near")}{" "}
        {until && t("connections.restriction.until", { at: dateTime(until) })}
      </p>
    </div>
  );
}

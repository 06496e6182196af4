import { Info, ShieldAlert, TriangleAlert } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";
import type { LinkableConnection } from "./types.ts";

// The connection recovers by itself; nobody needs to act now.
const harmless = ["network", "restarting", "outdated"];

/**
 * Explains in plain words what happened to a connection, and what to do. Renders nothing while it
 * is up and hears of what happens.
 */
export function Reason({ connection: { status, reason } }: { connection: LinkableConnection }) {
  const { t } = useTranslation();
  const isUp = status === "CONNECTED" && reason !== "webhookSilent";
  if (!reason || isUp || status === "qrcode") return null;
  const Icon = reason === "forged" ? ShieldAlert : harmless.includes(reason) ? Info : TriangleAlert;
  return (
    <div
      data-reason={reason}
      className={`rounded-card flex items-start gap-2.5 border px-3 py-2.5 ${reason === "forged" ? "border-error/50 bg-error/8" : "border-line bg-base-200"}`}
    >
      <Icon
        size={18}
        aria-hidden
        className={`mt-px shrink-0 ${reason === "forged" ? "text-error" : harmless.includes(reason) ? "text-info" : "text-waiting"}`}
      />
      <p className="max-w-prose min-w-0">
        <span className="font-medium">{t(`connections.reasons.${reason}.what`)}</span>{" "}
        {t(`connections.reasons.${reason}.todo`)}
        {status === "TIMEOUT" && ` ${t("connections.retrying")}`}
      </p>
    </div>
  );
}

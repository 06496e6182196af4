import { CircleCheck, Clock, type LucideIcon, QrCode, Smartphone, Unplug } from "lucide-react";
import type { ConnectionState } from "../../../src/shared/states.ts";
import { useTranslation } from "../../kit/text.ts";

type Style = { icon?: LucideIcon; color: string };

// Amber waits, red needs someone to act, a spinner continues by itself.
const styles: Record<ConnectionState, Style> = {
  CONNECTED: { icon: CircleCheck, color: "border-primary/40 bg-primary/10 text-primary" },
  qrcode: { icon: QrCode, color: "border-waiting/40 bg-waiting/10 text-waiting" },
  PAIRING: { icon: Smartphone, color: "border-waiting/40 bg-waiting/10 text-waiting" },
  TIMEOUT: { icon: Clock, color: "border-waiting/40 bg-waiting/10 text-waiting" },
  OPENING: { color: "border-line text-muted" },
  DISCONNECTED: { icon: Unplug, color: "border-error/40 bg-error/8 text-error" },
};

/** A connection's status, in words. */
export function StatusBadge({ status }: { status: ConnectionState }) {
  const { t } = useTranslation();
  const { icon: Icon, color } = styles[status];
  return (
    <span
      data-state={status}
      className={`text-small inline-flex h-6.5 w-fit items-center gap-1.5 rounded-full border px-2.5 font-medium whitespace-nowrap ${color}`}
    >
      {Icon ? (
        <Icon size={15} aria-hidden className="shrink-0" />
      ) : (
        <span aria-hidden className="loading loading-spinner size-3.5 shrink-0" />
      )}
      {t(`connections.states.${status}`)}
    </span>
  );
}

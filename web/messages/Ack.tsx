import { Check, CheckCheck, CircleAlert, Clock3 } from "lucide-react";
import { ack } from "../../src/shared/states.ts";
import { useTranslation } from "../kit/text.ts";

const levels = [
  { icon: Clock3, key: "queued", className: "" },
  { icon: Check, key: "sent", className: "" },
  { icon: CheckCheck, key: "delivered", className: "" },
  { icon: CheckCheck, key: "read", className: "text-seen" },
  { icon: CheckCheck, key: "played", className: "text-seen" },
] as const;

const failed = { icon: CircleAlert, key: "failed", className: "text-error" } as const;

/** The delivery state of our message: clock, one tick, two, two in blue, or failed. */
export function Ack({ level }: { level: number }) {
  const { t } = useTranslation();
  const {
    icon: Icon,
    key,
    className,
  } = level === ack.failed ? failed : (levels[level] ?? levels[0]);
  return (
    <Icon
      size={15}
      strokeWidth={2.2}
      role="img"
      aria-label={t(`messages.acks.${key}`)}
      className={`shrink-0 ${className}`}
      data-ack={level}
    />
  );
}

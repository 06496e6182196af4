import { CountBadge } from "../../kit/CountBadge.tsx";
import { useTranslation } from "../../kit/text.ts";

/** How many messages of a ticket are unread; nothing where none is. */
export function Unread({ count, className = "shrink-0" }: { count: number; className?: string }) {
  const { t } = useTranslation();
  return (
    count > 0 && (
      <CountBadge
        count={count}
        text={t("tickets.unread", { count })}
        className={`h-5 min-w-5 px-1.5 ${className}`}
      />
    )
  );
}

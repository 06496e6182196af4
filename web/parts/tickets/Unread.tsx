import { CountBadge } from "../../kit/CountBadge.tsx";
import { useTranslation } from "../../kit/text.ts";

/** The number of unread messages of a ticket; renders nothing for none. */
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

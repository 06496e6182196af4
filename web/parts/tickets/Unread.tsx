import { CountBadge } from "../../kit/CountBadge.tsx";
import { useTranslation } from "../../kit/text.ts";

/**
 * The number of unread messages of a ticket, or a dot where someone marked it as unread; renders
 * nothing for neither.
 */
export function Unread({
  count,
  marked = false,
  className = "shrink-0",
}: {
  count: number;
  marked?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  if (count > 0)
    return (
      <CountBadge
        count={count}
        text={t("tickets.unread", { count })}
        className={`h-5 min-w-5 px-1.5 ${className}`}
      />
    );
  return (
    marked && (
      <span
        role="img"
        aria-label={t("tickets.markedUnread")}
        title={t("tickets.markedUnread")}
        className={`bg-primary inline-block size-3 rounded-full ${className}`}
      />
    )
  );
}

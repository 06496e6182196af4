import { ArrowDown, RotateCw } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";

/** Separates read messages from new ones. */
export function UnreadSeparator() {
  const { t } = useTranslation();
  return (
    <li data-unread className="text-primary my-3 flex items-center gap-3">
      <span aria-hidden className="bg-primary/40 h-px flex-1" />
      <span className="text-small font-semibold">{t("messages.unread")}</span>
      <span aria-hidden className="bg-primary/40 h-px flex-1" />
    </li>
  );
}

/** A button to retry a failed page. */
export function LoadAgain({ run }: { run: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn btn-ghost btn-xs" onClick={run}>
      <RotateCw size={14} aria-hidden />
      {t("messages.loadAgain")}
    </button>
  );
}

/** The button to the last message, with the number of new messages. */
export function ScrollToEnd({ news, run }: { news: number; run: () => void }) {
  const { t } = useTranslation();
  const className =
    news > 0
      ? "btn-sm left-1/2 -translate-x-1/2 rounded-full"
      : "btn-circle btn-sm right-4 size-10";
  return (
    <button
      type="button"
      aria-label={news > 0 ? undefined : t("messages.toEnd")}
      title={t("messages.toEnd")}
      className={`btn border-line shadow-float bg-base-100 absolute bottom-3 ${className}`}
      onClick={run}
    >
      <ArrowDown size={news > 0 ? 16 : 18} aria-hidden />
      {news > 0 && t("messages.fresh", { count: news })}
    </button>
  );
}

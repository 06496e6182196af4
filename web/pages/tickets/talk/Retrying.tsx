import { RotateCw } from "lucide-react";
import { time, useTranslation } from "../../../kit/text.ts";
import { useBusy } from "../../../kit/use-busy.ts";
import { resend } from "../../../inbox/message-actions.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";

/**
 * The time of the next try for a file that failed, and a button to try now. rules.md#file-retries
 */
export function Retrying({
  bubble,
  retryAt,
  fixed,
}: {
  bubble: MessageBubble;
  retryAt: string;
  fixed: boolean;
}) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();

  return (
    <div
      data-retrying
      className="text-small border-base-content/20 clear-both mt-1.5 border-t px-1 pt-1.5"
    >
      <p>
        {t(bubble.mediaUrl ? "messages.retrying.going" : "messages.retrying.coming", {
          when: time(retryAt),
        })}
      </p>
      {!fixed && (
        <button
          type="button"
          className="btn btn-xs btn-ghost mt-1"
          disabled={busy}
          onClick={() => void run(() => resend(bubble))}
        >
          <RotateCw size={14} aria-hidden />
          {t("messages.retrying.now")}
        </button>
      )}
    </div>
  );
}

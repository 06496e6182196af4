import { RotateCw, Trash2 } from "lucide-react";
import { resend } from "../../../inbox/message-actions.ts";
import { sendAgain, discard } from "../../../inbox/outbox.ts";
import { isPermanent, reasonText } from "../../../messages/reasons.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import { useTranslation } from "../../../kit/text.ts";
import { useBusy } from "../../../kit/use-busy.ts";

/** The reason why one of our messages was not sent, and the actions on it. */
export function Failed({
  bubble,
  onErase,
  fixed,
}: {
  bubble: MessageBubble;
  onErase: () => void;
  fixed: boolean;
}) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();

  const retry = () => (bubble.unsent ? sendAgain(bubble.key) : resend(bubble));

  return (
    <div className="text-error text-small border-error/40 clear-both mt-1.5 border-t px-1 pt-1.5">
      <p>
        <span className="font-semibold">{t("messages.notSent")}</span>{" "}
        {reasonText(bubble.reason ?? "ERR_SENDING_WAPP_MSG")}
      </p>
      {!fixed && (
        <div className="mt-1 flex flex-wrap gap-1">
          {!isPermanent(bubble.reason) && (
            <button
              type="button"
              className="btn btn-xs btn-ghost"
              disabled={busy}
              onClick={() => void run(retry)}
            >
              <RotateCw size={14} aria-hidden />
              {t("common.retry")}
            </button>
          )}
          <button
            type="button"
            className="btn btn-xs btn-ghost"
            onClick={() => (bubble.unsent ? discard(bubble.key) : onErase())}
          >
            <Trash2 size={14} aria-hidden />
            {t("common.delete")}
          </button>
        </div>
      )}
    </div>
  );
}

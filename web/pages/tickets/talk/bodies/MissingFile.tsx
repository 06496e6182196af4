import { CircleAlert, FileText, RotateCw } from "lucide-react";
import { bytes, useTranslation } from "../../../../kit/text.ts";
import { useBusy } from "../../../../kit/use-busy.ts";
import { resend } from "../../../../inbox/message-actions.ts";
import { kindIcons } from "../../../../messages/message-kinds.ts";
import { isPermanent, reasonText } from "../../../../messages/reasons.ts";
import type { MessageBubble } from "../../../../messages/bubble.ts";

/** Replaces a file that is still loading or failed. For a picture, it has the picture's size. */
export function MissingFile({ bubble }: { bubble: MessageBubble }) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const { kind, media, mediaName, retryAt, unsent } = bubble;
  const reason = media?.reason ?? null;
  const Icon = reason ? CircleAlert : (kindIcons[kind] ?? FileText);
  const wide = kind === "image" || kind === "video";
  const what = [
    kind === "application" && mediaName ? mediaName : t(`messages.kinds.${kind}`),
    media && media.size > 0 && bytes(media.size),
  ]
    .filter(Boolean)
    .join(" · ");

  return (
    <div
      data-missing-file
      className={`bg-base-content/6 mb-1 flex max-w-full gap-3 rounded-[0.6rem] p-3 ${wide ? "h-50 w-65 flex-col items-center justify-center text-center" : "w-72 items-center"}`}
    >
      <Icon
        size={26}
        strokeWidth={1.6}
        aria-hidden
        className={`shrink-0 ${reason ? "text-error" : "text-base-content/75"}`}
      />
      <div className={wide ? "max-w-full" : "min-w-0 flex-1"}>
        <p className="line-clamp-2 font-medium break-words">{what}</p>
        {reason ? (
          <p className="text-small text-error">{reasonText(reason)}</p>
        ) : (
          !unsent &&
          !retryAt && (
            <p
              className={`text-base-content/75 text-small flex items-center gap-1.5 ${wide ? "justify-center" : ""}`}
            >
              <span aria-hidden className="loading loading-spinner loading-xs" />
              {t("messages.awaited")}
            </p>
          )
        )}
        {reason && !isPermanent(reason) && (
          <button
            type="button"
            className="btn btn-xs mt-2"
            disabled={busy}
            onClick={() => void run(() => resend(bubble))}
          >
            <RotateCw size={14} aria-hidden />
            {t("common.retry")}
          </button>
        )}
      </div>
    </div>
  );
}

import { CircleAlert, FileText, RotateCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bytes } from "../../../../kit/text.ts";
import { resend } from "../acts.ts";
import { icons } from "../kinds.ts";
import { hopeless, reasonOf } from "../reasons.ts";
import type { Said } from "../timeline.ts";

/** A file that is still on its way, or that never came. A picture's place is as large as the picture will be. */
export function Awaited({ said }: { said: Said }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { kind, media, mediaName, retryAt, unsent } = said;
  const reason = media?.reason ?? null;
  const Icon = reason ? CircleAlert : (icons[kind] ?? FileText);
  const wide = kind === "image" || kind === "video";
  const what = [kind === "application" && mediaName ? mediaName : t(`messages.kinds.${kind}`), media && media.size > 0 && bytes(media.size)].filter(Boolean).join(" · ");

  const retry = async () => {
    setBusy(true);
    await resend(said);
    setBusy(false);
  };

  return (
    <div data-awaited className={`bg-base-content/6 mb-1 flex max-w-full gap-3 rounded-[0.6rem] p-3 ${wide ? "h-50 w-65 flex-col items-center justify-center text-center" : "w-72 items-center"}`}>
      <Icon size={26} strokeWidth={1.6} aria-hidden className={`shrink-0 ${reason ? "text-error" : "text-base-content/75"}`} />
      <div className={wide ? "max-w-full" : "min-w-0 flex-1"}>
        <p className="line-clamp-2 font-medium break-words">{what}</p>
        {reason ? (
          <p className="text-small text-error">{reasonOf(reason)}</p>
        ) : (
          !unsent &&
          !retryAt && (
            <p className={`text-base-content/75 text-small flex items-center gap-1.5 ${wide ? "justify-center" : ""}`}>
              <span aria-hidden className="loading loading-spinner loading-xs" />
              {t("messages.awaited")}
            </p>
          )
        )}
        {reason && !hopeless(reason) && (
          <button type="button" className="btn btn-xs mt-2" disabled={busy} onClick={() => void retry()}>
            <RotateCw size={14} aria-hidden />
            {t("common.retry")}
          </button>
        )}
      </div>
    </div>
  );
}

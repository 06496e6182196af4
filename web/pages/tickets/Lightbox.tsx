import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { day, time } from "../../kit/text.ts";
import { plain } from "./format.ts";
import { Formatted } from "./Formatted.tsx";
import { sourceOf } from "./outbox.ts";
import type { Said } from "./timeline.ts";

/** A picture in full, and its neighbours in the conversation. */
export function Lightbox({ said, all, onClose }: { said: Said; all: Said[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState(said.key);
  const at = Math.max(0, all.findIndex((one) => one.key === key));
  const shown = all[at] ?? said;
  const source = sourceOf(shown);

  const go = (by: number) => {
    const next = all[at + by];
    if (next) setKey(next.key);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") go(-1);
    if (event.key === "ArrowRight") go(1);
  };

  return (
    <Dialog title={`${shown.mine ? t("messages.you") : shown.name} · ${day(shown.at)}, ${time(shown.at)}`} onClose={onClose} size="large">
      <div className="flex flex-col gap-3" onKeyDown={press}>
        {source && <img src={source} alt={plain(shown.body) || t("messages.kinds.image")} className="bg-base-200 h-[65dvh] w-full rounded-lg object-contain" />}
        {shown.body && (
          <p className="text-talk break-words whitespace-pre-wrap">
            <Formatted text={shown.body} />
          </p>
        )}
        <div className="flex items-center justify-center gap-2">
          <IconButton label={t("messages.previousPicture")} icon={ChevronLeft} disabled={at === 0} onClick={() => go(-1)} />
          <span className="text-muted tabular">{t("messages.pictureOf", { n: at + 1, all: all.length })}</span>
          <IconButton label={t("messages.nextPicture")} icon={ChevronRight} disabled={at >= all.length - 1} onClick={() => go(1)} />
          {source && (
            <a href={source} download={shown.mediaName ?? true} className="btn btn-sm ml-2">
              <Download size={16} aria-hidden />
              {t("messages.download")}
            </a>
          )}
        </div>
      </div>
    </Dialog>
  );
}

import { ExternalLink, Play } from "lucide-react";
import { useState } from "react";
import type * as helpsTable from "../../../src/modules/helps/table.ts";
import { videoHost } from "../../../src/shared/video.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

export type Help = Wire<helpsTable.Help>;

/** A help with its video and full text. */
export function HelpPlayer({ help, onClose }: { help: Help; onClose: () => void }) {
  return (
    <Dialog title={help.title} onClose={onClose} size="large">
      <HelpVideo help={help} />
      {help.description && (
        <p className="mt-3 break-words whitespace-pre-line">{help.description}</p>
      )}
    </Dialog>
  );
}

/**
 * A help's video. The page requests nothing from the video's site before the user presses play.
 * rules.md#helps
 */
export function HelpVideo({ help: { title, video } }: { help: Help }) {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(false);
  return (
    <>
      <div className="bg-neutral text-neutral-content aspect-video overflow-hidden rounded-lg">
        {playing ? (
          // The player refuses to play without a referrer. Its sandbox keeps it from navigating
          // this page.
          <iframe
            ref={(frame) => frame?.focus()}
            title={title}
            src={`${videoHost}/embed/${video}?autoplay=1&rel=0`}
            allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
            allowFullScreen
            className="size-full border-0"
          />
        ) : (
          <button
            type="button"
            data-autofocus
            aria-label={t("help.play")}
            onClick={() => setPlaying(true)}
            className="group grid size-full cursor-pointer place-items-center -outline-offset-4"
          >
            <span className="bg-primary text-primary-content grid size-16 place-items-center rounded-full transition-transform group-hover:scale-105">
              <Play size={28} aria-hidden className="ml-1" fill="currentColor" />
            </span>
          </button>
        )}
      </div>
      <p className="text-muted text-small mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="flex-1 basis-60">{t("help.privacy")}</span>
        <a
          href={`https://www.youtube.com/watch?v=${video}`}
          target="_blank"
          rel="noopener noreferrer"
          className="link inline-flex items-center gap-1"
        >
          {t("help.elsewhere")}
          <ExternalLink size={14} aria-hidden />
        </a>
      </p>
    </>
  );
}

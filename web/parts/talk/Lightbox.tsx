import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useModal } from "../../kit/Dialog.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { day, time, useTranslation } from "../../kit/text.ts";
import { playAlone } from "../../messages/play-alone.ts";
import { plain } from "../../messages/format.ts";
import { Formatted } from "../../messages/Formatted.tsx";
import { sourceOf } from "../../inbox/upload.ts";
import type { MessageBubble } from "../../messages/bubble.ts";
import { useZoom } from "./use-zoom.ts";

type Props = {
  bubble: MessageBubble;
  /** All pictures and videos of the lightbox, oldest first. */
  all: MessageBubble[];
  onClose: () => void;
  /** Called near an end of `all`, to load more there. */
  onEdge?: (side: "older" | "newer") => void;
};

/** More is requested this many items before an end. */
const ahead = 2;

// Not `disabled`: the focused button would lose the focus, and the key handling with it.
const button =
  "text-white! hover:bg-white/15! focus-visible:bg-white/15! hover:border-transparent! focus-visible:border-transparent! aria-disabled:text-white/35! aria-disabled:cursor-default outline-white!";

/**
 * A picture or video over the whole screen, with its neighbours. Wheel, two fingers, + and − zoom.
 * Arrow keys change the picture, or move a zoomed one.
 */
export function Lightbox({ bubble, all, onClose, onEdge }: Props) {
  const { t } = useTranslation();
  const dialog = useModal();
  const [key, setKey] = useState(bubble.key);
  const at = all.findIndex((one) => one.key === key);
  const current = all[at] ?? bubble;
  const source = sourceOf(current);
  const film = current.kind === "video";
  const who = current.mine ? t("messages.you") : current.name;
  const go = (by: number) => {
    const next = all[at + by];
    if (next) setKey(next.key);
  };
  const { stage, picture, view, zoomBy, move, reset, handlers } = useZoom(current.key, {
    onSwipe: go,
    onLeave: onClose,
  });

  useEffect(() => {
    if (at >= 0 && at < ahead) onEdge?.("older");
    if (at >= all.length - ahead) onEdge?.("newer");
  }, [at, all.length]);

  const press = (event: KeyboardEvent) => {
    const step = {
      ArrowLeft: { x: 1, y: 0 },
      ArrowRight: { x: -1, y: 0 },
      ArrowUp: { x: 0, y: 1 },
      ArrowDown: { x: 0, y: -1 },
    }[event.key];
    // The video handles these keys itself.
    if (event.target instanceof HTMLVideoElement && step) return;
    if (step && view.scale > 1) move({ x: step.x * 80, y: step.y * 80 });
    else if (event.key === "ArrowLeft" || event.key === "PageUp") go(-1);
    else if (event.key === "ArrowRight" || event.key === "PageDown") go(1);
    else if (!film && (event.key === "+" || event.key === "=")) zoomBy(1.5);
    else if (!film && event.key === "-") zoomBy(1 / 1.5);
    else if (!film && event.key === "0") reset();
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      aria-label={t("messages.viewer.label", { name: who })}
      className="fixed inset-0 m-0 flex h-dvh max-h-none w-screen max-w-none flex-col border-0 bg-black/95 p-0 text-white backdrop:bg-transparent"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={press}
    >
      <header className="flex shrink-0 items-center gap-1 px-2 py-2 md:px-4">
        <p role="status" className="text-small min-w-0 flex-1 truncate px-2">
          <span className="font-semibold">{who}</span> · {day(current.at)}, {time(current.at)}
        </p>
        {!film && (
          <>
            <IconButton
              label={t("messages.viewer.out")}
              icon={ZoomOut}
              className={button}
              aria-disabled={view.scale <= 1}
              onClick={() => zoomBy(1 / 1.5)}
            />
            <span className="text-small tabular hidden w-11 text-center sm:inline">
              {Math.round(view.scale * 100)}%
            </span>
            <IconButton
              label={t("messages.viewer.in")}
              icon={ZoomIn}
              className={button}
              aria-disabled={view.scale >= 5}
              onClick={() => zoomBy(1.5)}
            />
          </>
        )}
        {source && (
          <a
            href={source}
            download={current.mediaName ?? true}
            aria-label={t("messages.download")}
            title={t("messages.download")}
            className={`btn btn-ghost btn-square btn-sm ${button}`}
          >
            <Download size={18} aria-hidden />
          </a>
        )}
        <IconButton
          label={t("common.close")}
          icon={X}
          className={button}
          data-autofocus
          onClick={onClose}
        />
      </header>
      <div className="relative flex min-h-0 flex-1">
        <div
          ref={stage}
          {...(film ? {} : handlers)}
          className={`flex min-h-0 min-w-0 flex-1 items-center justify-center overflow-hidden px-2 pb-2 md:px-16 ${film ? "" : "touch-none select-none"} ${view.scale > 1 ? "cursor-grab active:cursor-grabbing" : ""}`}
        >
          {source && film && (
            <video
              key={current.key}
              src={source}
              controls
              playsInline
              autoPlay
              aria-label={plain(current.body) || t("messages.kinds.video")}
              className="max-h-full max-w-full"
              onPlay={({ currentTarget }) => playAlone(currentTarget)}
            />
          )}
          {source && !film && (
            <img
              key={current.key}
              ref={picture}
              src={source}
              alt={plain(current.body) || t("messages.kinds.image")}
              draggable={false}
              className="max-h-full max-w-full object-contain"
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            />
          )}
          {!source && <p className="text-muted">{t("messages.notOpened")}</p>}
        </div>
        <Side side="left">
          <IconButton
            label={t("messages.previousPicture")}
            icon={ChevronLeft}
            side="top"
            className={`bg-black/50 ${button}`}
            aria-disabled={at <= 0}
            onClick={() => go(-1)}
          />
        </Side>
        <Side side="right">
          <IconButton
            label={t("messages.nextPicture")}
            icon={ChevronRight}
            side="top"
            className={`bg-black/50 ${button}`}
            aria-disabled={at < 0 || at >= all.length - 1}
            onClick={() => go(1)}
          />
        </Side>
      </div>
      {current.body && (
        <p className="text-talk mx-auto max-h-[20dvh] max-w-200 shrink-0 overflow-y-auto px-4 pb-4 text-center break-words whitespace-pre-wrap [&_a]:text-white">
          <Formatted text={current.body} />
        </p>
      )}
    </dialog>
  );
}

const Side = ({ side, children }: { side: "left" | "right"; children: React.ReactNode }) => (
  <div
    className={`absolute top-1/2 -translate-y-1/2 ${side === "left" ? "left-2 md:left-4" : "right-2 md:right-4"}`}
  >
    {children}
  </div>
);

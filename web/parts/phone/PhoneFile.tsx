import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { summaryOf } from "../../messages/message-kinds.ts";
import { Player } from "../../messages/Player.tsx";
import type { ScreenMessage } from "./phone-message.ts";

/** A file on the customer's phone. */
export function PhoneFile({ message }: { message: ScreenMessage }) {
  const { t } = useTranslation();
  const { type, body, fileName, seconds, waveform } = message;
  const source = useSource(message);
  const name = fileName ?? t(`messages.kinds.${type}`);
  if (type === "image")
    return (
      <img
        src={source}
        alt={summaryOf(type, body)}
        className="bg-base-300 mb-1 max-h-72 min-h-16 max-w-60 min-w-24 rounded-lg object-contain"
      />
    );
  if (type === "sticker")
    return <img src={source} alt={summaryOf(type, body)} className="mb-1 size-32 object-contain" />;
  if (type === "video")
    return (
      <video
        src={source}
        controls
        playsInline
        preload="metadata"
        aria-label={name}
        className="mb-1 h-44 w-60 max-w-full rounded-lg bg-black object-contain"
      />
    );
  if (type === "audio")
    return (
      <div className="mb-1 w-60 max-w-full">
        {source && (
          <Player
            source={source}
            seconds={seconds ?? 0}
            waveform={waveform ?? null}
            label={t("messages.kinds.voice")}
          />
        )}
      </div>
    );
  return (
    <a
      href={source}
      download={name}
      className="bg-base-content/6 mb-1 flex w-60 max-w-full items-center gap-2 rounded-lg px-3 py-2.5"
    >
      <FileText size={20} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate underline underline-offset-2">{name}</span>
    </a>
  );
}

/** A URL for pictures and players, of the local file or of a downloaded one. */
export function useSource({ media, file }: { media?: string | null; file?: File }) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!file && !media) return;
    let gone = false;
    const show = (blob: Blob) => {
      if (!gone) setSource(URL.createObjectURL(blob));
    };
    if (file) show(file);
    else
      void api.file(media!).then(
        ({ blob }) => show(blob),
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [media, file]);
  // Revoke a URL only after its replacement renders: a video keeps reading the old one.
  useEffect(() => (source ? () => URL.revokeObjectURL(source) : undefined), [source]);
  return source;
}

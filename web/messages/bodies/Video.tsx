import { Maximize2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { playAlone } from "../play-alone.ts";
import type { MessageBubble } from "../bubble.ts";
import { Document } from "./Document.tsx";

/** A video in a fixed box, with a button for a larger view. */
export function Video({
  bubble,
  source,
  onOpen,
}: {
  bubble: MessageBubble;
  source: string;
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string | null>(null);
  if (source === broken)
    return <Document bubble={bubble} source={source} note={t("messages.notOpened")} />;
  return (
    <div className="relative w-65 max-w-full">
      <video
        // The first frame is the poster before playback.
        src={`${source}#t=0.1`}
        controls
        playsInline
        preload="metadata"
        aria-label={t("messages.kinds.video")}
        className="block h-50 w-full rounded-[0.6rem] bg-black object-contain"
        onPlay={({ currentTarget }) => playAlone(currentTarget)}
        onError={() => setBroken(source)}
      />
      <div className="absolute top-1.5 right-1.5">
        <IconButton
          label={t("messages.zoomVideo")}
          icon={Maximize2}
          side="top"
          className="border-0 bg-black/55! text-white! outline-white!"
          onClick={onOpen}
        />
      </div>
    </div>
  );
}

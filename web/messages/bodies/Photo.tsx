import { useState } from "react";
import { useTranslation } from "../../kit/text.ts";
import { thumbnailUrl } from "../viewer-media.ts";
import type { MessageBubble } from "../bubble.ts";
import { Document } from "./Document.tsx";

/** A picture in a fixed box, so loading it moves nothing. */
export function Photo({
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
    <button
      type="button"
      aria-label={t("messages.zoom")}
      className="bg-base-300 block h-50 w-65 max-w-full cursor-zoom-in overflow-hidden rounded-[0.6rem]"
      onClick={onOpen}
    >
      <img
        src={thumbnailUrl(source)}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
        onError={() => setBroken(source)}
      />
    </button>
  );
}

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { previews } from "./outbox.ts";
import type { Said } from "./timeline.ts";

/** Where a picture is: what this screen sent it shows from its own memory. */
export const sourceOf = ({ clientId, mediaUrl }: Said) => (clientId && previews.get(clientId)) || mediaUrl;

/** A picture in a box of a fixed size, so that nothing moves when it arrives. */
export function Photo({ said, onOpen }: { said: Said; onOpen: () => void }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string | null>(null);
  const source = sourceOf(said);
  const box = "bg-base-300 rounded-[0.6rem] block h-50 w-65 max-w-full overflow-hidden";
  if (!source || source === broken) {
    return (
      <div className={`${box} text-muted text-small grid! place-items-center content-center gap-1`}>
        <ImageOff size={24} aria-hidden />
        {source ? t("messages.noPicture") : t("messages.kinds.image")}
      </div>
    );
  }
  return (
    <button type="button" aria-label={t("messages.zoom")} className={`${box} cursor-zoom-in`} onClick={onOpen}>
      <img src={source} alt="" loading="lazy" decoding="async" className="size-full object-cover" onError={() => setBroken(source)} />
    </button>
  );
}

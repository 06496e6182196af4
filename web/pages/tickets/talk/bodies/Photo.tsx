import { useState } from "react";
import { useTranslation } from "react-i18next";
import { thumbOf } from "../pictures.ts";
import type { Said } from "../timeline.ts";
import { Attached } from "./Attached.tsx";

/** A picture in a box of a fixed size, so that nothing moves when it arrives. */
export function Photo({ said, source, onOpen }: { said: Said; source: string; onOpen: () => void }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string | null>(null);
  if (source === broken) return <Attached said={said} source={source} note={t("messages.notOpened")} />;
  return (
    <button type="button" aria-label={t("messages.zoom")} className="bg-base-300 block h-50 w-65 max-w-full cursor-zoom-in overflow-hidden rounded-[0.6rem]" onClick={onOpen}>
      <img src={thumbOf(source)} alt="" loading="lazy" decoding="async" className="size-full object-cover" onError={() => setBroken(source)} />
    </button>
  );
}

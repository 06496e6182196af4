import { useState } from "react";
import { useTranslation } from "react-i18next";
import { alone } from "../alone.ts";
import type { Said } from "../timeline.ts";
import { Attached } from "./Attached.tsx";

/** A video in a box of a fixed size. */
export function Film({ said, source }: { said: Said; source: string }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string | null>(null);
  if (source === broken) return <Attached said={said} source={source} note={t("messages.notOpened")} />;
  return (
    <video
      // The first frame stands for the film until it plays.
      src={`${source}#t=0.1`}
      controls
      playsInline
      preload="metadata"
      aria-label={t("messages.kinds.video")}
      className="block h-50 w-65 max-w-full rounded-[0.6rem] bg-black object-contain"
      onPlay={({ currentTarget }) => alone(currentTarget)}
      onError={() => setBroken(source)}
    />
  );
}

import { Mic } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../kit/text.ts";
import { Player } from "../Player.tsx";
import type { MessageBubble } from "../bubble.ts";
import { Document } from "./Document.tsx";

/** A voice message, or an audio file with its name. */
export function Audio({ bubble, source }: { bubble: MessageBubble; source: string }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState<string | null>(null);
  if (source === broken)
    return <Document bubble={bubble} source={source} note={t("messages.notPlayed")} />;
  const { media, mediaName } = bubble;
  return (
    <div className="mb-1 w-72 max-w-full">
      {media?.voice ? (
        <Mic size={15} aria-hidden className="text-primary float-right mt-1" />
      ) : (
        mediaName && <p className="text-small mb-0.5 truncate px-1 font-medium">{mediaName}</p>
      )}
      <Player
        source={source}
        seconds={media?.seconds ?? 0}
        waveform={media?.waveform ?? null}
        label={t(media?.voice ? "messages.kinds.voice" : "messages.kinds.audio")}
        onBroken={() => setBroken(source)}
      />
    </div>
  );
}

import { sourceOf } from "../../../../inbox/upload.ts";
import type { MessageBubble } from "../../../../messages/bubble.ts";
import { Document } from "../../../../messages/bodies/Document.tsx";
import { MissingFile } from "./MissingFile.tsx";
import { ContactCards } from "./ContactCards.tsx";
import { Video } from "../../../../messages/bodies/Video.tsx";
import { Photo } from "../../../../messages/bodies/Photo.tsx";
import { Location } from "../../../../messages/bodies/Location.tsx";
import { Audio } from "../../../../messages/bodies/Audio.tsx";
import { Sticker } from "../../../../messages/bodies/Sticker.tsx";
import { Unsupported } from "../../../../messages/bodies/Unsupported.tsx";

/** The content of a message besides its text. */
export function Body({ bubble, onZoom }: { bubble: MessageBubble; onZoom: () => void }) {
  const { kind } = bubble;
  if (kind === "chat" || kind === "call_log") return null;
  if (kind === "locationMessage") return bubble.place && <Location place={bubble.place} />;
  if (kind === "vcard") return <ContactCards cards={bubble.contacts} />;
  if (kind === "unsupported") return <Unsupported what={bubble.body} />;
  const source = sourceOf(bubble);
  if (!source) return <MissingFile bubble={bubble} />;
  if (kind === "image") return <Photo bubble={bubble} source={source} onOpen={onZoom} />;
  if (kind === "video") return <Video bubble={bubble} source={source} onOpen={onZoom} />;
  // The browser cannot seek in its own recording, so the player prefers the server's copy.
  if (kind === "audio") return <Audio bubble={bubble} source={bubble.mediaUrl ?? source} />;
  return kind === "sticker" ? (
    <Sticker source={source} />
  ) : (
    <Document bubble={bubble} source={source} />
  );
}

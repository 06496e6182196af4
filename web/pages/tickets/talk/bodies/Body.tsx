import { sourceOf } from "../../write/outbox.ts";
import type { Said } from "../timeline.ts";
import { Attached } from "./Attached.tsx";
import { Awaited } from "./Awaited.tsx";
import { Cards } from "./Cards.tsx";
import { Film } from "./Film.tsx";
import { Photo } from "./Photo.tsx";
import { Place } from "./Place.tsx";
import { Sound } from "./Sound.tsx";
import { Stickered } from "./Stickered.tsx";
import { Unsupported } from "./Unsupported.tsx";

/** What a message carries besides its text. */
export function Body({ said, onZoom }: { said: Said; onZoom: () => void }) {
  const { kind } = said;
  if (kind === "chat" || kind === "call_log") return null;
  if (kind === "locationMessage") return <Place body={said.body} />;
  if (kind === "vcard") return <Cards cards={said.contacts} />;
  if (kind === "unsupported") return <Unsupported what={said.body} />;
  const source = sourceOf(said);
  if (!source) return <Awaited said={said} />;
  if (kind === "image") return <Photo said={said} source={source} onOpen={onZoom} />;
  if (kind === "video") return <Film said={said} source={source} onOpen={onZoom} />;
  // What was recorded here can't be searched in: the server's copy can.
  if (kind === "audio") return <Sound said={said} source={said.mediaUrl ?? source} />;
  return kind === "sticker" ? <Stickered source={source} /> : <Attached said={said} source={source} />;
}

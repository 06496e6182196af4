import {
  CircleQuestionMark,
  Contact,
  FileText,
  Headphones,
  Image,
  type LucideIcon,
  MapPin,
  Phone,
  Sticker,
  Video,
} from "lucide-react";
import type { MessageKind } from "../../src/shared/states.ts";
import { cardsText, placeText } from "../../src/shared/text.ts";
import { t } from "../kit/text.ts";
import { plain } from "./format.ts";
import type { Message } from "../types.ts";

/** The icon of each message kind, for summaries. */
export const kindIcons: Partial<Record<string, LucideIcon>> = {
  image: Image,
  video: Video,
  audio: Headphones,
  application: FileText,
  sticker: Sticker,
  locationMessage: MapPin,
  vcard: Contact,
  call_log: Phone,
  unsupported: CircleQuestionMark,
};

const kindsWithText = new Set<string>([
  "chat",
  "image",
  "video",
  "audio",
  "application",
] satisfies MessageKind[]);

/** A bubble's text; empty for kinds whose card shows it. */
export const textOf = (kind: string, body: string) => (kindsWithText.has(kind) ? body : "");

/** A message in one line: its text, or the name of its kind. */
export function summaryOf(kind: string, body: string): string {
  const text =
    kind === "locationMessage" || kind === "vcard" || kind === "call_log"
      ? body
      : textOf(kind, body);
  return plain(text) || t(`messages.kinds.${kind === "chat" ? "text" : kind}`);
}

/**
 * The readable text of a server's message; its places and contact cards are in the contract's form.
 */
export function readableBody({
  mediaType,
  body,
  place,
  contacts,
}: Pick<Message, "mediaType" | "body" | "place" | "contacts">): string {
  if (place) return placeText(place);
  return mediaType === "vcard" ? cardsText(contacts) : body;
}

import { CircleQuestionMark, Contact, FileText, Headphones, Image, type LucideIcon, MapPin, Phone, Sticker, Video } from "lucide-react";
import type { MessageKind } from "../../../../src/shared/states.ts";
import { t } from "../../../kit/text.ts";
import { plain } from "./format.ts";
import { parseLocation } from "./locations.ts";

/** The icon of each kind of message, where only a summary is shown. */
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

const kindsWithText = new Set<string>(["chat", "image", "video", "audio", "application"] satisfies MessageKind[]);

/** A bubble's text; kinds that have a card of their own show it there. */
export const textOf = (kind: string, body: string) => (kindsWithText.has(kind) ? body : "");

/** A message in one line: its text, or what it is. */
export function summaryOf(kind: string, body: string): string {
  const text = kind === "locationMessage" ? parseLocation(body).label : kind === "vcard" ? vcardNames(body) : kind === "call_log" ? body : textOf(kind, body);
  return plain(text) || t(`messages.kinds.${kind === "chat" ? "text" : kind}`);
}

const vcardNames = (cards: string) => [...cards.matchAll(/^(?:item\d+\.)?FN(?:;[^:\n]*)?:(.+)$/gim)].map(([, name = ""]) => name.trim()).join(", ");

import type {
  Attachment,
  Content,
  Identifier,
  InboundMessage,
  OutboundMessage,
  Person,
} from "../channel.ts";
import type { MessageKind } from "../../shared/states.ts";
import type { NetworkMessage, MessageExtras } from "./network-message.ts";
import type { CustomerMessage } from "./phones.ts";

type FileFacts = { type: string; size: number };

/** A customer's message as the shop receives it. */
export const inboundMessage = (
  message: NetworkMessage,
  file: FileFacts | undefined,
): InboundMessage => ({
  id: message.id,
  at: Date.parse(message.at),
  quotedId: message.quotedMsgId ?? undefined,
  content: contentOf(message, file),
  ...(message.choiceId !== undefined && { choiceId: message.choiceId }),
  ...(message.referral && { referral: message.referral }),
  ...chatAndAuthor(message),
});

function contentOf(
  { id, body, fileName, place, contacts, seconds, waveform }: NetworkMessage,
  file: FileFacts | undefined,
): Content {
  if (place) return { kind: "locationMessage", place: { ...place, live: false } };
  if (contacts) return { kind: "vcard", cards: contacts.map(cardOf) };
  if (!file) return { kind: "chat", body };
  const { type, size } = file;
  const kind = kindOf(type);
  return {
    kind,
    body,
    file: {
      name: fileName ?? id,
      type,
      size,
      voice: kind === "audio",
      ...(seconds !== undefined && { seconds }),
      ...(waveform && { waveform }),
    },
  };
}

/** The conversation of a customer's message, and its author. */
export function chatAndAuthor({ number, name, group }: NetworkMessage): {
  chat: Person;
  from: Person;
} {
  const from = person({ number, name });
  return {
    from,
    chat: group ? { ids: [{ type: "group", value: group.id }], name: group.subject } : from,
  };
}

/** A sent message, as a customer's phone shows it. */
export function sentContent(
  content: OutboundMessage["content"],
): MessageExtras & { type: MessageKind; body: string; fileName?: string } {
  if (content.kind === "chat") return { type: "chat", body: content.body };
  if (content.kind === "vcard") return cardsContent(content.cards.map(contactOnCard));
  if (content.kind === "locationMessage") return locationContent(content.place);
  if (content.kind === "interactive")
    return { type: "chat", body: content.body, interactive: content.interactive };
  const { body, file } = content;
  if (!file) return { type: "chat", body };
  const { name, seconds, waveform } = file;
  const type = content.kind === "template" ? kindOf(file.type) : content.kind;
  return { type, body, fileName: name, seconds, waveform };
}

/** A place, as the phone shows it. */
export const locationContent = ({
  latitude,
  longitude,
  name,
  address,
}: NonNullable<MessageExtras["place"]>) => ({
  type: "locationMessage" as const,
  body: `📍 ${name}\nhttps://maps.google.com/maps?q=${latitude},${longitude}`,
  place: { latitude, longitude, name, address },
});

/** Contact cards, as the phone shows them. */
export const cardsContent = (contacts: NonNullable<MessageExtras["contacts"]>) => ({
  type: "vcard" as const,
  body: `👤 ${contacts.map(({ name }) => name).join(", ")}`,
  contacts,
});

const contactOnCard = (card: string) => ({
  name:
    /^FN[^:]*:(.*)$/im
      .exec(card)?.[1]
      ?.replace(/\\([\\;,])/g, "$1")
      .trim() ?? "",
  number: (/waid=(\d+)/i.exec(card)?.[1] ?? /^TEL[^:]*:(.*)$/im.exec(card)?.[1] ?? "").replace(
    /\D/g,
    "",
  ),
});

const cardOf = ({ name, number }: { name: string; number: string }) =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name.replace(/[\r\n]+/g, " ").replace(/[\\;,]/g, "\\$&")}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`;

/** The kind of a file by its type. */
export function kindOf(
  type: string,
): Exclude<Extract<Content, { file: Attachment }>["kind"], "sticker"> {
  const [kind] = type.split("/");
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "application";
}

export const phone = (value: string): Identifier => ({ type: "phone", value });
export const person = ({ number, name }: { number: string; name: string }): Person => ({
  ids: [phone(number)],
  name,
});

/** Kinds whose body is a person's text. */
export const kindsWithText: MessageKind[] = ["chat", "image", "video", "application"];

/** The kind of a customer's message, with the body where the kind makes it. */
export function kindAndBodyOf({ file, place, contacts }: CustomerMessage) {
  if (file) return { type: kindOf(file.type), fileName: file.name };
  if (place) return locationContent(place);
  return contacts ? cardsContent(contacts) : { type: "chat" as const };
}

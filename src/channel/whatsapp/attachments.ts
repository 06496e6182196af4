import { longestMessage } from "../../shared/limits.ts";
import { type MediaType, proto } from "@whiskeysockets/baileys";
import { attachmentName, fileType } from "../attachment-name.ts";
import type { Attachment } from "../channel.ts";
import { amount, isObject, line, plain } from "../wire-values.ts";
import { type Core, coreOf } from "./unwrap.ts";
import { readable } from "./interactive-text.ts";

/** A file in a message: the part with its place, and the type of its key. */
export type Media = { part: Part; type: MediaType };

type Part =
  | proto.Message.IImageMessage
  | proto.Message.IVideoMessage
  | proto.Message.IAudioMessage
  | proto.Message.IDocumentMessage
  | proto.Message.IStickerMessage;

/** The file that a message carries, if any. */
export function mediaOf(message: proto.IMessage | null | undefined): Media | undefined {
  const core = coreOf(message);
  const file = core && fileIn(core);
  return file && { part: file.part, type: file.type };
}

const fileFields = {
  imageMessage: ["image", "image"],
  videoMessage: ["video", "video"],
  ptvMessage: ["video", "video"],
  audioMessage: ["audio", "audio"],
  documentMessage: ["application", "document"],
  stickerMessage: ["sticker", "sticker"],
} as const satisfies { [Key in keyof proto.IMessage]: [kind: string, type: MediaType] };

type FileKind = (typeof fileFields)[keyof typeof fileFields][0];

/** The file in a message, or above the text of a message with buttons. */
export function fileIn({
  key,
  value,
}: Core): (Media & { kind: FileKind; body: string }) | undefined {
  const holder = Object.hasOwn(headers, key)
    ? headers[key as keyof typeof headers](value as never)
    : { [key]: value };
  for (const [name, [kind, type]] of Object.entries(fileFields)) {
    const part = (holder as Record<string, unknown> | null | undefined)?.[name];
    if (isObject(part))
      return {
        part: part as Part,
        type,
        kind,
        body: key === name ? plain(part.caption, longestMessage) : readable(key, value),
      };
  }
  return undefined;
}

const headers = {
  buttonsMessage: (message: proto.Message.IButtonsMessage) => message,
  interactiveMessage: (message: proto.Message.IInteractiveMessage) => message.header,
  templateMessage: ({
    hydratedFourRowTemplate,
    hydratedTemplate,
    fourRowTemplate,
    interactiveMessageTemplate,
  }: proto.Message.ITemplateMessage) =>
    hydratedFourRowTemplate ??
    hydratedTemplate ??
    fourRowTemplate ??
    interactiveMessageTemplate?.header,
} as const;

/** A file's own description in its message, cut to safe lengths. `id` is the message's. */
export function attachmentOf(part: Part, kind: FileKind, id: string): Attachment {
  const { fileName, title, ptt, seconds, waveform } = part as proto.Message.IDocumentMessage &
    proto.Message.IAudioMessage;
  const type = fileType(part.mimetype, kind);
  const length = amount(seconds);
  const voice = kind === "audio" && ptt === true;
  const wave = voice ? waveOf(waveform) : undefined;
  return {
    name: plain(line(fileName) || line(title), 255) || attachmentName(id, type),
    type,
    size: amount(part.fileLength),
    ...((kind === "audio" || kind === "video") &&
      length > 0 &&
      length < week && { seconds: length }),
    ...(kind === "audio" && { voice }),
    ...(wave && { waveform: wave }),
  };
}

const week = 7 * 24 * 3600;

const points = 64;

function waveOf(bytes: unknown): number[] | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return undefined;
  return Array.from({ length: points }, (_, at) =>
    Math.min(100, bytes[Math.floor((at * bytes.length) / points)]!),
  );
}

/** A message with another caption; undefined when its kind has none. */
export function captioned(message: proto.IMessage, caption: string): proto.IMessage | undefined {
  const copy = proto.Message.decode(proto.Message.encode(message).finish());
  const { part } = mediaOf(copy) ?? {};
  if (!part || !("caption" in part)) return undefined;
  part.caption = caption;
  delete copy.messageContextInfo;
  return copy;
}

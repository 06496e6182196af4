import { plain } from "./wire-values.ts";

/** The claimed type of a file; the usual one of its kind where the claim has no such form. */
export function fileType(claim: unknown, kind: keyof typeof usual): string {
  const claimed = plain(claim, 200).split(";")[0]!.trim().toLowerCase();
  return /^[a-z]+\/[a-z\d.+-]+$/.test(claimed) ? claimed : usual[kind];
}

/** A name for a file without one, made of its message's id. */
export function attachmentName(messageId: string, type: string): string {
  const extension = extensions.get(type) ?? /[/.+-]([a-z\d]{2,5})$/.exec(type)?.[1] ?? "bin";
  return `${messageId.replace(/[^\w-]/g, "").slice(0, 64) || "file"}.${extension}`;
}

const usual = {
  image: "image/jpeg",
  video: "video/mp4",
  audio: "audio/ogg",
  application: "application/octet-stream",
  sticker: "image/webp",
} as const;

const extensions = new Map([
  ["image/jpeg", "jpg"],
  ["image/svg+xml", "svg"],
  ["video/3gpp", "3gp"],
  ["video/quicktime", "mov"],
  ["audio/mpeg", "mp3"],
  ["audio/mp4", "m4a"],
  ["audio/x-wav", "wav"],
  ["text/plain", "txt"],
  ["text/x-vcard", "vcf"],
  ["text/vcard", "vcf"],
  ["application/octet-stream", "bin"],
  ["application/msword", "doc"],
  ["application/vnd.ms-excel", "xls"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"],
]);

import { Refused, type Attachment } from "../channel.ts";

type FileKind = "image" | "video" | "audio" | "application" | "sticker";
type CloudKind = "image" | "video" | "audio" | "document" | "sticker";

/** A file as the network takes it: its kind in a message, and the type of its upload. */
export type CloudFile = { type: CloudKind; mime: string };

const megabyte = 1024 * 1024;

/**
 * The types and the sizes (bytes) that an upload may have, by Meta's page of media, as of 2026. A
 * sticker that does not move may have 100 KB only: the network tells them apart.
 */
const uploads: Record<CloudKind, { size: number; types: string[] }> = {
  image: { size: 5 * megabyte, types: ["image/jpeg", "image/png"] },
  video: { size: 16 * megabyte, types: ["video/mp4", "video/3gpp"] },
  audio: {
    size: 16 * megabyte,
    types: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"],
  },
  sticker: { size: 500 * 1024, types: ["image/webp"] },
  document: {
    size: 100 * megabyte,
    types: [
      "text/plain",
      "application/pdf",
      "application/msword",
      "application/vnd.ms-excel",
      "application/vnd.ms-powerpoint",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ],
  },
};

/**
 * The form in which a file leaves: under its own kind, or as a document where it was sent as one.
 * Throws Refused, before anything is uploaded, for a type or a size that the network refuses.
 */
export function cloudFile(kind: FileKind, { type, size, voice }: Attachment): CloudFile {
  const own = Object.entries(uploads).find(([, { types }]) => types.includes(type));
  if (!own) throw new Refused("ERR_CLOUD_FILE_TYPE");
  const [name, { size: largest }] = own as [CloudKind, (typeof own)[1]];
  if (size > largest) throw new Refused("ERR_CLOUD_FILE_TOO_LARGE");
  return {
    type: name === kind ? name : "document",
    mime: name === "audio" && voice ? "audio/ogg; codecs=opus" : type,
  };
}

import { imageTypes } from "../../src/shared/limits.ts";

export type DocumentType =
  | "text"
  | "sheet"
  | "slides"
  | "archive"
  | "image"
  | "audio"
  | "video"
  | "file";

/** The kind of a document by media type and extension; it selects the icon. */
export function documentTypeOf(type: string, name: string): DocumentType {
  const end = extensionOf(name);
  const [main] = type.split("/");
  if (main === "image" || main === "audio" || main === "video") return main;
  const documentType = Object.entries(extensions).find(([, list]) => list.includes(end))?.[0] as
    | DocumentType
    | undefined;
  if (documentType) return documentType;
  if (/pdf|msword|wordprocessing|opendocument\.text|^text\/(?!csv)/.test(type)) return "text";
  if (/sheet|excel|csv/.test(type)) return "sheet";
  if (/presentation|powerpoint/.test(type)) return "slides";
  return /zip|compressed|x-tar|x-rar/.test(type) ? "archive" : "file";
}

/** The message kind of a file type. */
export function mediaKindOf(type: string): "image" | "video" | "audio" | "application" {
  const [main] = type.split("/");
  if (main === "video" || main === "audio") return main;
  return imageTypes.some((one) => one === type) ? "image" : "application";
}

/** The file extension for a badge, such as PDF or XLSX. Empty for a long or missing one. */
export const extensionBadge = (name: string) => extensionOf(name).toUpperCase();

const extensions: Partial<Record<DocumentType, string[]>> = {
  text: ["pdf", "doc", "docx", "odt", "rtf", "txt", "md", "xml", "json"],
  sheet: ["xls", "xlsx", "ods", "csv"],
  slides: ["ppt", "pptx", "odp"],
  archive: ["zip", "rar", "7z", "gz", "tar"],
};

const extensionOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

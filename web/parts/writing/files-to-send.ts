import { signal } from "@preact/signals-react";
import type { ClipboardEvent } from "react";
import { maxFilesSent, uploadLimit, uploadMegabytes } from "../../../src/shared/limits.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { mediaKindOf } from "../../messages/document-types.ts";
import type { FileInfo } from "../../inbox/pending-storage.ts";
import { shrinkPhoto } from "../../kit/shrink-photo.ts";

export type FileToSend = { file: File; kind: FileInfo["kind"]; url: string; caption?: string };

/** The chosen files, their ticket, and the errors of refused files. */
export const filesToSend = signal<{
  ticketId: number;
  files: FileToSend[];
  problems: string[];
} | null>(null);

/** Adds files to the chosen ones. Unsendable files are refused by name, before any upload. */
export async function addFiles(ticketId: number, chosen: File[]) {
  const { files, problems } = await withFiles(
    () => (filesToSend.peek()?.ticketId === ticketId ? (filesToSend.peek()?.files ?? []) : []),
    chosen,
  );
  if (files.length > 0) filesToSend.value = { ticketId, files, problems };
  else for (const problem of problems) toast.error(problem);
}

/**
 * Adds newly chosen files up to the limit of one message, and lists the refused ones. `existing` is
 * called after the new files are read.
 */
export async function withFiles(
  existing: () => FileToSend[],
  chosen: File[],
): Promise<{ files: FileToSend[]; problems: string[] }> {
  const read = await Promise.all(chosen.slice(0, maxFilesSent).map(prepare));
  const problems = read.filter((one) => typeof one === "string");
  const all = [...existing(), ...read.filter((one) => typeof one !== "string")];
  if (chosen.length > maxFilesSent || all.length > maxFilesSent)
    problems.push(t("messages.attach.tooMany", { count: maxFilesSent }));
  for (const { url } of all.slice(maxFilesSent)) URL.revokeObjectURL(url);
  return { files: all.slice(0, maxFilesSent), problems };
}

/** Restores files whose sending the user has undone. */
export function restoreFiles(ticketId: number, files: FileToSend[]) {
  clearFiles();
  filesToSend.value = {
    ticketId,
    files: files.map((picked) => ({ ...picked, url: URL.createObjectURL(picked.file) })),
    problems: [],
  };
}

export function removeFile(picked: FileToSend) {
  const open = filesToSend.peek();
  if (!open) return;
  URL.revokeObjectURL(picked.url);
  const files = open.files.filter((other) => other !== picked);
  filesToSend.value = files.length > 0 ? { ...open, files } : null;
}

export function clearFiles() {
  for (const { url } of filesToSend.peek()?.files ?? []) URL.revokeObjectURL(url);
  filesToSend.value = null;
}

/** Takes pasted files and leaves text alone. */
export function pasteFiles(event: ClipboardEvent, onFiles: (files: File[]) => void) {
  const files = filesOf(event.clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
}

/** The files of a paste or drop, without its text. */
export const filesOf = (data: DataTransfer | null) => [...(data?.files ?? [])];

/** The prepared file, or the reason of its refusal. */
async function prepare(chosen: File): Promise<FileToSend | string> {
  const { name } = chosen;
  // A dropped folder is also a file of zero bytes.
  if (chosen.size === 0) return t("messages.attach.empty", { name });
  const file = await shrinkPhoto(chosen);
  if (file.size > uploadLimit) return t("messages.attach.size", { name, limit: uploadMegabytes });
  const url = URL.createObjectURL(file);
  return { file, url, kind: await readKind(file, url) };
}

// A picture that this browser cannot decode is sent as a document, which every phone opens.
async function readKind({ type }: File, url: string): Promise<FileInfo["kind"]> {
  const kind = mediaKindOf(type);
  if (kind !== "image") return kind;
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => "image" as const,
    () => "application" as const,
  );
}

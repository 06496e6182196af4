import { signal } from "@preact/signals-react";
import type { ClipboardEvent } from "react";
import { maxFilesSent, uploadLimit, uploadMegabytes } from "../../../src/shared/limits.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { mediaKindOf } from "../../messages/document-types.ts";
import type { FileInfo } from "../../inbox/pending-storage.ts";
import { shrinkPhoto } from "../../kit/shrink-photo.ts";

export type FileToSend = { file: File; kind: FileInfo["kind"]; url: string; caption?: string };

/** The files about to be sent, for which ticket, and what could not come along. */
export const filesToSend = signal<{
  ticketId: number;
  files: FileToSend[];
  problems: string[];
} | null>(null);

/**
 * Adds files to those to be sent. Files that can't be sent are refused here by name, before any
 * upload.
 */
export async function addFiles(ticketId: number, chosen: File[]) {
  const { files, problems } = await withFiles(
    () => (filesToSend.peek()?.ticketId === ticketId ? (filesToSend.peek()?.files ?? []) : []),
    chosen,
  );
  if (files.length > 0) filesToSend.value = { ticketId, files, problems };
  else for (const problem of problems) toast.error(problem);
}

/**
 * Files with those that were chosen now, as many as one sending takes, and what could not come
 * along. `known` is asked once the new ones are read.
 */
export async function withFiles(
  known: () => FileToSend[],
  chosen: File[],
): Promise<{ files: FileToSend[]; problems: string[] }> {
  const read = await Promise.all(chosen.slice(0, maxFilesSent).map(prepare));
  const problems = read.filter((one) => typeof one === "string");
  const all = [...known(), ...read.filter((one) => typeof one !== "string")];
  if (chosen.length > maxFilesSent || all.length > maxFilesSent)
    problems.push(t("messages.attach.tooMany", { count: maxFilesSent }));
  for (const { url } of all.slice(maxFilesSent)) URL.revokeObjectURL(url);
  return { files: all.slice(0, maxFilesSent), problems };
}

/** Shows files again that were taken back after sending. */
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

/** Takes the files of what was pasted, and leaves text alone. */
export function pasteFiles(event: ClipboardEvent, onFiles: (files: File[]) => void) {
  const files = filesOf(event.clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
}

/** The files among what was pasted or dropped. Text that comes along is not a file. */
export const filesOf = (data: DataTransfer | null) => [...(data?.files ?? [])];

/** The file, or why it can't be sent. */
async function prepare(chosen: File): Promise<FileToSend | string> {
  const { name } = chosen;
  // A folder that was dropped is a file of no bytes, too.
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

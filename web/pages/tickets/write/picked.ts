import { signal } from "@preact/signals-react";
import type { ClipboardEvent } from "react";
import { uploadLimit } from "../../../../src/shared/limits.ts";
import { t } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { kindOf } from "./papers.ts";
import type { Carried } from "./parcels.ts";
import { shrunk } from "./shrink.ts";

export type Picked = { file: File; kind: Carried["kind"]; url: string; caption?: string };

/** The files about to be sent, for which ticket, and what could not come along. */
export const sheet = signal<{ ticketId: number; files: Picked[]; problems: string[] } | null>(null);

/** What one sending takes: files, and MB of each. */
export const most = 10;
export const mostMegabytes = uploadLimit / 1024 / 1024;

/** Puts files on the sheet. What can't be sent is refused here, by name, before anything is uploaded. */
export async function pick(ticketId: number, chosen: File[]) {
  const read = await Promise.all(chosen.slice(0, most).map(look));
  const problems = read.filter((one) => typeof one === "string");
  const known = sheet.peek()?.ticketId === ticketId ? (sheet.peek()?.files ?? []) : [];
  const all = [...known, ...read.filter((one) => typeof one !== "string")];
  if (chosen.length > most || all.length > most) problems.push(t("messages.attach.tooMany", { count: most }));
  for (const { url } of all.slice(most)) URL.revokeObjectURL(url);
  if (all.length > 0) sheet.value = { ticketId, files: all.slice(0, most), problems };
  else for (const problem of problems) toast.error(problem);
}

/** Puts files on the sheet that were on it before, and came back. */
export function reopenSheet(ticketId: number, files: Picked[]) {
  closeSheet();
  sheet.value = { ticketId, files: files.map((picked) => ({ ...picked, url: URL.createObjectURL(picked.file) })), problems: [] };
}

export function unpick(picked: Picked) {
  const open = sheet.peek();
  if (!open) return;
  URL.revokeObjectURL(picked.url);
  const files = open.files.filter((other) => other !== picked);
  sheet.value = files.length > 0 ? { ...open, files } : null;
}

export function closeSheet() {
  for (const { url } of sheet.peek()?.files ?? []) URL.revokeObjectURL(url);
  sheet.value = null;
}

/** Takes the files of what was pasted, and leaves text alone. */
export function paste(ticketId: number, event: ClipboardEvent) {
  const files = filesOf(event.clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  void pick(ticketId, files);
}

/** The files among what was pasted or dropped. Text that comes along is not a file. */
export const filesOf = (data: DataTransfer | null) => [...(data?.files ?? [])];

/** The file, or why it can't be sent. */
async function look(chosen: File): Promise<Picked | string> {
  const { name } = chosen;
  // A folder that was dropped is a file of no bytes, too.
  if (chosen.size === 0) return t("messages.attach.empty", { name });
  const file = await shrunk(chosen);
  if (file.size > uploadLimit) return t("messages.attach.size", { name, limit: mostMegabytes });
  const url = URL.createObjectURL(file);
  return { file, url, kind: await readKind(file, url) };
}

// What this browser can't show as a picture goes as a document, which every phone opens.
async function readKind({ type }: File, url: string): Promise<Carried["kind"]> {
  const kind = kindOf(type);
  if (kind !== "image") return kind;
  const image = new Image();
  image.src = url;
  return image.decode().then(() => "image" as const, () => "application" as const);
}

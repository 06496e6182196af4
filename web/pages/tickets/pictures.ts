import { signal } from "@preact/signals-react";
import type { ClipboardEvent } from "react";
import { imageTypes, uploadLimit } from "../../../src/shared.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";

export type Picture = { file: File; url: string; width: number; height: number };

/** The pictures about to be sent, for which ticket, and what could not come along. */
export const sheet = signal<{ ticketId: number; pictures: Picture[]; problems: string[] } | null>(null);

/** The most that one sending takes. */
const most = 10;

/** Puts pictures on the sheet. What can't be sent is refused here, by name, before anything is uploaded. */
export async function pick(ticketId: number, files: File[]) {
  const read = await Promise.all(files.slice(0, most).map(look));
  const problems = read.filter((one) => typeof one === "string");
  if (files.length > most) problems.push(t("messages.attach.tooMany", { count: most }));
  const known = sheet.peek()?.ticketId === ticketId ? (sheet.peek()?.pictures ?? []) : [];
  const pictures = [...known, ...read.filter((one) => typeof one !== "string")].slice(0, most);
  if (pictures.length > 0) sheet.value = { ticketId, pictures, problems };
  else for (const problem of problems) toast.error(problem);
}

export function unpick(picture: Picture) {
  const open = sheet.peek();
  if (!open) return;
  URL.revokeObjectURL(picture.url);
  const pictures = open.pictures.filter((other) => other !== picture);
  sheet.value = pictures.length > 0 ? { ...open, pictures } : null;
}

export function closeSheet() {
  for (const { url } of sheet.peek()?.pictures ?? []) URL.revokeObjectURL(url);
  sheet.value = null;
}

/** Takes the pictures of what was pasted, and leaves text alone. */
export function paste(ticketId: number, event: ClipboardEvent) {
  const files = filesOf(event.clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  void pick(ticketId, files);
}

/** The images among what was pasted or dropped. Text that comes along is not a file. */
export const filesOf = (data: DataTransfer | null) => [...(data?.files ?? [])];

/** The picture, or why it can't be sent. */
async function look(file: File): Promise<Picture | string> {
  const { name } = file;
  if (!imageTypes.some((type) => type === file.type)) return t("messages.attach.type", { name });
  if (file.size > uploadLimit) return t("messages.attach.size", { name, limit: uploadLimit / 1024 / 1024 });
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return { file, url, width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    URL.revokeObjectURL(url);
    return t("messages.attach.type", { name });
  }
}

import { signal } from "@preact/signals-react";
import { undoWindow } from "../../src/shared/limits.ts";
import { api } from "../kit/api.ts";
import { storage, type PendingMessage } from "./pending-storage.ts";
import type { Message } from "../types.ts";

/**
 * Local URLs of sent files by client id. They stay until the page closes, so pictures do not
 * flicker.
 */
export const previews = new Map<string, string>();

/** The upload progress (0 to 1) by client id, during an upload. */
export const uploads = signal<ReadonlyMap<string, number>>(new Map());

/** The URL of a message's file; a file sent from this page comes from memory. */
export const sourceOf = ({
  clientId,
  mediaUrl,
}: {
  clientId: string | null;
  mediaUrl: string | null;
}) => (clientId && previews.get(clientId)) || mediaUrl;

export const files = new Map<string, File>();

export const uploading = new Map<string, AbortController>();

export async function upload(pending: PendingMessage): Promise<Message[]> {
  const { clientId, ticketId, isNote, body: note } = pending;
  if (isNote) {
    await api.post("/ticket-notes", { note, ticketId, clientId });
    return [];
  }
  const path = `/messages/${ticketId}`;
  const body = await requestBody(pending);
  if (!(body instanceof FormData)) return api.post<Message[]>(path, body);
  const controller = new AbortController();
  uploading.set(clientId, controller);
  const setProgress = (part?: number) => {
    const all = new Map(uploads.peek());
    if (part === undefined) all.delete(clientId);
    else all.set(clientId, part);
    uploads.value = all;
  };
  try {
    setProgress(0);
    return await api.upload<Message[]>(path, body, {
      onProgress: setProgress,
      signal: controller.signal,
    });
  } finally {
    uploading.delete(clientId);
    setProgress();
  }
}

async function requestBody({
  clientId,
  body,
  file: fileInfo,
  place,
  contacts,
  quotedMsg,
  quickId,
  undo = false,
  at,
}: PendingMessage): Promise<object> {
  const quote = quotedMsg ? { id: quotedMsg.id } : undefined;
  const takeBack = undo && Date.now() - Date.parse(at) < undoWindow.message;
  const common = { clientId, quotedMsg: quote, undo: takeBack };
  if (place) return { place, ...common };
  if (contacts) return { contactIds: contacts.map(({ id }) => id), ...common };
  if (!fileInfo || quickId) return { body, ...common, quickMessageId: quickId ?? undefined };
  const file = files.get(clientId) ?? (await storage.file(clientId));
  if (!file) throw new Error("the file did not outlive the reload");
  const form = new FormData();
  form.set("clientId", clientId);
  form.set("body", body);
  if (quote) form.set("quotedMsg", JSON.stringify(quote));
  if (fileInfo.voice) form.set("voice", "true");
  if (takeBack) form.set("undo", "true");
  form.append("medias", file, fileInfo.name);
  return form;
}

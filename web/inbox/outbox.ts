import { signal } from "@preact/signals-react";
import { undoWindow } from "../../src/shared/limits.ts";
import { ack } from "../../src/shared/states.ts";
import { api, ApiError } from "../kit/api.ts";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { live } from "../session/live.ts";
import { me } from "../session/session.ts";
import { mediaKindOf } from "../messages/document-types.ts";
import {
  type FileInfo,
  storage,
  type QuickMessageFile,
  type PendingMessage,
} from "./pending-storage.ts";
import type { Coordinates } from "../messages/locations.ts";
import { onMessage, putMessages } from "./thread.ts";
import { openTicket, showTicket } from "./open-ticket.ts";
import type { Message, Ticket } from "../types.ts";
import { previews, files, uploading, upload } from "./upload.ts";

/** Messages that wait to be sent, in the order in which they were written. */
export const pendingMessages = signal<PendingMessage[]>([]);

/** The content of one message. */
export type PendingContent = {
  isNote?: boolean;
  body?: string;
  quotedMsg?: Message["quotedMsg"];
  file?: Pick<FileInfo, "kind" | "voice"> & { file: File };
  place?: Coordinates | null;
  contacts?: PendingMessage["contacts"];
  enclosure?: QuickMessageFile | null;
  /** Sending waits a moment, so that the user can undo it. */
  undo?: boolean;
};

/** Queues a message or a note: it shows at once, and is sent as soon as possible. Returns its client id. */
export function enqueue(
  ticketId: number,
  {
    isNote = false,
    body = "",
    quotedMsg = null,
    file: chosenFile,
    place = null,
    contacts = null,
    enclosure = null,
    undo = false,
  }: PendingContent,
): string {
  const clientId = makeId();
  lastAt = Math.max(Date.now(), lastAt + 1);
  const pending: PendingMessage = {
    clientId,
    ticketId,
    isNote,
    body,
    quotedMsg,
    file: null,
    place,
    contacts,
    undo,
    at: new Date(lastAt).toISOString(),
    refused: null,
  };
  if (chosenFile) {
    pending.file = {
      name: chosenFile.file.name,
      type: chosenFile.file.type,
      size: chosenFile.file.size,
      kind: chosenFile.kind,
      voice: chosenFile.voice,
    };
    files.set(clientId, chosenFile.file);
    previews.set(clientId, URL.createObjectURL(chosenFile.file));
    void storage.keepFile(clientId, chosenFile.file);
  }
  if (enclosure) {
    const { id, name, type, size, url } = enclosure;
    pending.quickId = id;
    pending.file = { name, type, size, kind: mediaKindOf(type), voice: null };
    previews.set(clientId, url);
  }
  storage.keep(userId(), pending);
  pendingMessages.value = [...pendingMessages.peek(), pending];
  void flush(ticketId);
  return clientId;
}

/** Resolves once the server accepted (true) or refused (false) a message. */
export const isAccepted = (clientId: string) =>
  new Promise<boolean>((resolve) => {
    const stop = pendingMessages.subscribe((all) => {
      const pending = all.find((one) => one.clientId === clientId);
      if (pending && pending.refused === null) return;
      resolve(!pending);
      queueMicrotask(() => stop());
    });
  });

/** Withdraws an unsent message. Throws `Refused` once it is sent. */
export async function unsend(clientId: string) {
  const messages = await answers.get(clientId);
  if (messages) for (const { id } of messages) await api.del(`/messages/${id}?undo=true`);
  else discard(clientId);
}

/** Sends a refused message once more. */
export function sendAgain(clientId: string) {
  const pending = pendingMessages.peek().find((one) => one.clientId === clientId);
  if (!pending) return;
  replace({ ...pending, refused: null });
  void flush(pending.ticketId);
}

/** Discards a message, also one in progress. */
export function discard(clientId: string) {
  drop(clientId);
  uploading.get(clientId)?.abort();
}

/** Loads the unsent messages of an earlier page, and sends them. */
export function startOutbox() {
  if (startedFor === userId()) return;
  startedFor = userId();
  pendingMessages.value = storage.all(startedFor);
  lastAt = Math.max(0, ...pendingMessages.peek().map(({ at }) => Date.parse(at)));
  flushAll();
}

/** Messages whose failure was reported by a toast, outside their conversation. */
const reportedFailures = new Set<number>();

/** Tickets with a running send, and whether another send was requested meanwhile. */
const flushing = new Map<number, boolean>();

// The server's answer to each recent message; null without an answer.
const answers = new Map<string, Promise<Message[] | null>>();

let startedFor = 0;

let lastAt = 0;

let retryTimer: ReturnType<typeof setTimeout> | undefined;

let attempts = 0;

const userId = () => me.peek()?.id ?? 0;

// randomUUID needs a secure context, which a shop's LAN address is not.
const makeId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

function flushAll() {
  for (const ticketId of new Set(pendingMessages.peek().map((pending) => pending.ticketId)))
    void flush(ticketId);
}

// One message at a time for each ticket keeps their order. A call during a running send requests
// one more try: a new connection may be up when that send fails.
async function flush(ticketId: number) {
  if (flushing.has(ticketId)) return void flushing.set(ticketId, true);
  try {
    do {
      flushing.set(ticketId, false);
      const pending = pendingMessages
        .peek()
        .find((waiting) => waiting.ticketId === ticketId && waiting.refused === null);
      if (!pending) return;
      if (await send(pending)) flushing.set(ticketId, true);
    } while (flushing.get(ticketId));
  } finally {
    flushing.delete(ticketId);
  }
}

/** Sends a message. False when the server cannot be reached now. */
async function send(pending: PendingMessage): Promise<boolean> {
  const { clientId, ticketId } = pending;
  const { promise, resolve } = Promise.withResolvers<Message[] | null>();
  answers.set(clientId, promise);
  setTimeout(() => answers.delete(clientId), 2 * undoWindow.message);
  try {
    const messages = await upload(pending);
    resolve(messages);
    attempts = 0;
    onAccepted(clientId);
    putMessages(ticketId, messages);
    return true;
  } catch (error) {
    resolve(null);
    answers.delete(clientId);
    // The user discarded the message meanwhile.
    if (!pendingMessages.peek().some((one) => one.clientId === clientId)) return true;
    if (error instanceof ApiError && isTemporary(error)) {
      flushLater();
      return false;
    }
    replace({ ...pending, refused: error instanceof ApiError ? error.code : "ERR_LOST_FILE" });
    return true;
  }
}

// Whether the failure has nothing to do with the message: no answer, a busy server, or an expired
// session.
const isTemporary = ({ status, code }: ApiError) =>
  status === 0 ||
  status === 401 ||
  status === 429 ||
  status >= 500 ||
  code === "ERR_SESSION_EXPIRED";

function flushLater() {
  clearTimeout(retryTimer);
  attempts += 1;
  retryTimer = setTimeout(flushAll, Math.min(30_000, 1000 * 2 ** attempts));
}

function onAccepted(clientId: string) {
  if (pendingMessages.peek().some((pending) => pending.clientId === clientId)) drop(clientId);
}

function drop(clientId: string) {
  pendingMessages.value = pendingMessages.peek().filter((pending) => pending.clientId !== clientId);
  files.delete(clientId);
  storage.forget(userId(), clientId);
}

function replace(pending: PendingMessage) {
  storage.keep(userId(), pending);
  pendingMessages.value = pendingMessages
    .peek()
    .map((one) => (one.clientId === pending.clientId ? pending : one));
}

onMessage((message, { ticket }) => {
  const isMine = message.userId === me.peek()?.id && message.ack === ack.failed;
  if (!isMine || reportedFailures.has(message.id) || openTicket.peek()?.id === message.ticketId)
    return;
  reportedFailures.add(message.id);
  const { uuid, contact } = ticket as Ticket;
  toast.error(t("messages.failedTo", { name: contact.name }), {
    label: t("tickets.openIt"),
    run: () => showTicket({ uuid }),
  });
});

onMessage(({ clientId }) => clientId && onAccepted(clientId));

live.on("ready", flushAll);

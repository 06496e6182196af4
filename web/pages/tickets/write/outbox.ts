import { signal } from "@preact/signals-react";
import { undoWindow } from "../../../../src/shared/limits.ts";
import { ack } from "../../../../src/shared/states.ts";
import { api, ApiError } from "../../../kit/api.ts";
import { t } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { live } from "../../../live.ts";
import { me } from "../../../session.ts";
import { kindOf } from "./papers.ts";
import { type Carried, depot, type Enclosure, type Parcel } from "./parcels.ts";
import type { Coordinates } from "../talk/places.ts";
import { onMessage, putMessages } from "../talk/thread.ts";
import { openTicket, showTicket } from "../open-ticket.ts";
import type { Message, Ticket } from "../types.ts";

/** What waits to go out, in the order it was written. */
export const parcels = signal<Parcel[]>([]);

/** Files as this screen has them, by client id: shown until the page goes, so that nothing flickers. */
export const previews = new Map<string, string>();

/** How much of a file has gone up (0 to 1), by client id, while it does. */
export const uploads = signal<ReadonlyMap<string, number>>(new Map());

/** Where a message's file is: what this screen sent it shows from its own memory. */
export const sourceOf = ({ clientId, mediaUrl }: { clientId: string | null; mediaUrl: string | null }) => (clientId && previews.get(clientId)) || mediaUrl;

/** What one message is made of. */
export type Said = {
  body?: string;
  quotedMsg?: Message["quotedMsg"];
  file?: Pick<Carried, "kind" | "voice"> & { file: File };
  place?: Coordinates | null;
  contacts?: Parcel["contacts"];
  enclosure?: Enclosure | null;
  /** It may be taken back for a moment. */
  undo?: boolean;
};

/** Puts a message in line: it shows at once, and goes out when it can. Answers its client id. */
export function post(ticketId: number, { body = "", quotedMsg = null, file: taken, place = null, contacts = null, enclosure = null, undo = false }: Said): string {
  const clientId = makeId();
  lastAt = Math.max(Date.now(), lastAt + 1);
  const parcel: Parcel = { clientId, ticketId, body, quotedMsg, file: null, place, contacts, undo, at: new Date(lastAt).toISOString(), refused: null };
  if (taken) {
    parcel.file = { name: taken.file.name, type: taken.file.type, size: taken.file.size, kind: taken.kind, voice: taken.voice };
    files.set(clientId, taken.file);
    previews.set(clientId, URL.createObjectURL(taken.file));
    void depot.keepFile(clientId, taken.file);
  }
  if (enclosure) {
    const { id, name, type, size, url } = enclosure;
    parcel.quickId = id;
    parcel.file = { name, type, size, kind: kindOf(type), voice: null };
    previews.set(clientId, url);
  }
  depot.keep(userId(), parcel);
  parcels.value = [...parcels.peek(), parcel];
  void carry(ticketId);
  return clientId;
}

/** Whether the server takes a parcel, once that is known. */
export const taken = (clientId: string) =>
  new Promise<boolean>((resolve) => {
    const stop = parcels.subscribe((all) => {
      const parcel = all.find((known) => known.clientId === clientId);
      if (parcel && parcel.refused === null) return;
      resolve(!parcel);
      queueMicrotask(() => stop());
    });
  });

/** Takes a parcel back that has not left the house. Throws `Refused` when it has. */
export async function recall(clientId: string) {
  const messages = await handing.get(clientId);
  if (messages) for (const { id } of messages) await api.del(`/messages/${id}?undo=true`);
  else discard(clientId);
}

/** Sends a refused parcel once more. */
export function again(clientId: string) {
  const parcel = parcels.peek().find((known) => known.clientId === clientId);
  if (!parcel) return;
  replace({ ...parcel, refused: null });
  void carry(parcel.ticketId);
}

/** Gives a parcel up, also on its way. */
export function discard(clientId: string) {
  drop(clientId);
  uploading.get(clientId)?.abort();
}

/** Takes up what an earlier page left unsent. */
export function startOutbox() {
  if (started === userId()) return;
  started = userId();
  parcels.value = depot.all(started);
  lastAt = Math.max(0, ...parcels.peek().map(({ at }) => Date.parse(at)));
  carryAll();
}

/** Messages whose failure was told where their conversation was not in sight. */
const failures = new Set<number>();
const files = new Map<string, File>();
const carrying = new Set<number>();
const uploading = new Map<string, AbortController>();
// What the server said of each parcel of late; null when it couldn't.
const handing = new Map<string, Promise<Message[] | null>>();
let started = 0;
let lastAt = 0;
let pause: ReturnType<typeof setTimeout> | undefined;
let tries = 0;

const userId = () => me.peek()?.id ?? 0;

// randomUUID needs a secure context, which a shop's LAN address is not.
const makeId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function carryAll() {
  for (const ticketId of new Set(parcels.peek().map((parcel) => parcel.ticketId))) void carry(ticketId);
}

// One at a time for each ticket, so that the order holds.
async function carry(ticketId: number) {
  if (carrying.has(ticketId)) return;
  carrying.add(ticketId);
  try {
    for (;;) {
      const parcel = parcels.peek().find((waiting) => waiting.ticketId === ticketId && waiting.refused === null);
      if (!parcel || !(await hand(parcel))) return;
    }
  } finally {
    carrying.delete(ticketId);
  }
}

/** False when the server can't be reached now. */
async function hand(parcel: Parcel): Promise<boolean> {
  const { clientId, ticketId } = parcel;
  const { promise, resolve } = Promise.withResolvers<Message[] | null>();
  handing.set(clientId, promise);
  setTimeout(() => handing.delete(clientId), 2 * undoWindow.said);
  try {
    const messages = await bring(parcel);
    resolve(messages);
    tries = 0;
    arrived(clientId);
    putMessages(ticketId, messages);
    return true;
  } catch (error) {
    resolve(null);
    handing.delete(clientId);
    // Given up on the way.
    if (!parcels.peek().some((known) => known.clientId === clientId)) return true;
    if (error instanceof ApiError && passing(error)) {
      later();
      return false;
    }
    replace({ ...parcel, refused: error instanceof ApiError ? error.code : "ERR_LOST_FILE" });
    return true;
  }
}

async function bring(parcel: Parcel): Promise<Message[]> {
  const { clientId, ticketId } = parcel;
  const path = `/messages/${ticketId}`;
  const body = await content(parcel);
  if (!(body instanceof FormData)) return api.post<Message[]>(path, body);
  const controller = new AbortController();
  uploading.set(clientId, controller);
  const tell = (part?: number) => {
    const all = new Map(uploads.peek());
    if (part === undefined) all.delete(clientId);
    else all.set(clientId, part);
    uploads.value = all;
  };
  try {
    tell(0);
    return await api.upload<Message[]>(path, body, { onProgress: tell, signal: controller.signal });
  } finally {
    uploading.delete(clientId);
    tell();
  }
}

// No answer, a busy server, a session that has to be renewed: nothing is wrong with the message.
const passing = ({ status, code }: ApiError) => status === 0 || status === 401 || status === 429 || status >= 500 || code === "ERR_SESSION_EXPIRED";

async function content({ clientId, body, file: carried, place, contacts, quotedMsg, quickId, undo = false, at }: Parcel): Promise<object> {
  const quote = quotedMsg ? { id: quotedMsg.id } : undefined;
  const takeBack = undo && Date.now() - Date.parse(at) < undoWindow.said;
  const common = { clientId, quotedMsg: quote, undo: takeBack };
  if (place) return { place, ...common };
  if (contacts) return { contactIds: contacts.map(({ id }) => id), ...common };
  if (!carried || quickId) return { body, ...common, quickMessageId: quickId ?? undefined };
  const file = files.get(clientId) ?? (await depot.file(clientId));
  if (!file) throw new Error("the file did not outlive the reload");
  const form = new FormData();
  form.set("clientId", clientId);
  form.set("body", body);
  if (quote) form.set("quotedMsg", JSON.stringify(quote));
  if (carried.voice) form.set("voice", "true");
  if (takeBack) form.set("undo", "true");
  form.append("medias", file, carried.name);
  return form;
}

function later() {
  clearTimeout(pause);
  tries += 1;
  pause = setTimeout(carryAll, Math.min(30_000, 1000 * 2 ** tries));
}

function arrived(clientId: string) {
  if (parcels.peek().some((parcel) => parcel.clientId === clientId)) drop(clientId);
}

function drop(clientId: string) {
  parcels.value = parcels.peek().filter((parcel) => parcel.clientId !== clientId);
  files.delete(clientId);
  depot.forget(userId(), clientId);
}

function replace(parcel: Parcel) {
  depot.keep(userId(), parcel);
  parcels.value = parcels.peek().map((known) => (known.clientId === parcel.clientId ? parcel : known));
}

onMessage((message, { ticket }) => {
  const isMine = message.userId === me.peek()?.id && message.ack === ack.failed;
  if (!isMine || failures.has(message.id) || openTicket.peek()?.id === message.ticketId) return;
  failures.add(message.id);
  const { uuid, contact } = ticket as Ticket;
  toast.error(t("messages.failedTo", { name: contact.name }), { label: t("tickets.openIt"), run: () => showTicket({ uuid }) });
});
onMessage(({ clientId }) => clientId && arrived(clientId));
live.on("ready", carryAll);

import { signal } from "@preact/signals-react";
import { api, Refused } from "../../kit/api.ts";
import { live } from "../../live.ts";
import { me } from "../../session.ts";
import { type Carried, depot, type Parcel } from "./parcels.ts";
import type { Coordinates } from "./places.ts";
import { onMessage, putMessages } from "./thread.ts";
import type { Message } from "./types.ts";

/** What waits to go out, in the order it was written. */
export const parcels = signal<Parcel[]>([]);

/** Files as this screen has them, by client id: shown until the page goes, so that nothing flickers. */
export const previews = new Map<string, string>();

/** Where a message's file is: what this screen sent it shows from its own memory. */
export const sourceOf = ({ clientId, mediaUrl }: { clientId: string | null; mediaUrl: string | null }) => (clientId && previews.get(clientId)) || mediaUrl;

type Draft = { body?: string; quotedMsg?: Message["quotedMsg"]; file?: Pick<Carried, "kind" | "voice"> & { file: File }; place?: Coordinates | null; contacts?: Parcel["contacts"] };

/** Puts a message in line: it shows at once, and goes out when it can. */
export function post(ticketId: number, { body = "", quotedMsg = null, file: taken, place = null, contacts = null }: Draft) {
  const clientId = makeId();
  lastAt = Math.max(Date.now(), lastAt + 1);
  const file = taken ? { name: taken.file.name, type: taken.file.type, size: taken.file.size, kind: taken.kind, voice: taken.voice } : null;
  const parcel: Parcel = { clientId, ticketId, body, quotedMsg, file, place, contacts, at: new Date(lastAt).toISOString(), refused: null };
  if (taken) {
    files.set(clientId, taken.file);
    previews.set(clientId, URL.createObjectURL(taken.file));
    void depot.keepFile(clientId, taken.file);
  }
  depot.keep(userId(), parcel);
  parcels.value = [...parcels.peek(), parcel];
  void carry(ticketId);
}

/** Sends a refused parcel once more. */
export function again(clientId: string) {
  const parcel = parcels.peek().find((known) => known.clientId === clientId);
  if (!parcel) return;
  replace({ ...parcel, refused: null });
  void carry(parcel.ticketId);
}

/** Gives a parcel up. */
export function discard(clientId: string) {
  parcels.value = parcels.peek().filter((parcel) => parcel.clientId !== clientId);
  files.delete(clientId);
  depot.forget(userId(), clientId);
}

/** Takes up what an earlier page left unsent. */
export function startOutbox() {
  if (started === userId()) return;
  started = userId();
  parcels.value = depot.all(started);
  lastAt = Math.max(0, ...parcels.peek().map(({ at }) => Date.parse(at)));
  carryAll();
}

const files = new Map<string, File>();
const carrying = new Set<number>();
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
  try {
    const taken = await api.post<Message[]>(`/messages/${parcel.ticketId}`, await content(parcel));
    tries = 0;
    arrived(parcel.clientId);
    putMessages(parcel.ticketId, taken);
    return true;
  } catch (problem) {
    if (problem instanceof Refused && passing(problem)) {
      later();
      return false;
    }
    const known = parcels.peek().some(({ clientId }) => clientId === parcel.clientId);
    if (known) replace({ ...parcel, refused: problem instanceof Refused ? problem.code : "ERR_LOST_FILE" });
    return true;
  }
}

// No answer, a busy server, a session that has to be renewed: nothing is wrong with the message.
const passing = ({ status, code }: Refused) => status === 0 || status === 401 || status === 429 || status >= 500 || code === "ERR_SESSION_EXPIRED";

async function content({ clientId, body, file: carried, place, contacts, quotedMsg }: Parcel): Promise<object> {
  const quote = quotedMsg ? { id: quotedMsg.id } : undefined;
  if (place) return { place, clientId, quotedMsg: quote };
  if (contacts) return { contactIds: contacts.map(({ id }) => id), clientId, quotedMsg: quote };
  if (!carried) return { body, clientId, quotedMsg: quote };
  const file = files.get(clientId) ?? (await depot.file(clientId));
  if (!file) throw new Error("the file did not outlive the reload");
  const form = new FormData();
  form.set("clientId", clientId);
  form.set("body", body);
  if (quote) form.set("quotedMsg", JSON.stringify(quote));
  if (carried.voice) form.set("voice", "true");
  form.append("medias", file, carried.name);
  return form;
}

function later() {
  clearTimeout(pause);
  tries += 1;
  pause = setTimeout(carryAll, Math.min(30_000, 1000 * 2 ** tries));
}

function arrived(clientId: string) {
  if (parcels.peek().some((parcel) => parcel.clientId === clientId)) discard(clientId);
}

function replace(parcel: Parcel) {
  depot.keep(userId(), parcel);
  parcels.value = parcels.peek().map((known) => (known.clientId === parcel.clientId ? parcel : known));
}

onMessage(({ clientId }) => clientId && arrived(clientId));
live.on("ready", carryAll);

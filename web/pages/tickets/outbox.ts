import { signal } from "@preact/signals-react";
import { api, Refused } from "../../kit/api.ts";
import { live } from "../../live.ts";
import { me } from "../../session.ts";
import { depot, type Parcel } from "./parcels.ts";
import { onMessage, putMessages } from "./thread.ts";
import type { Message } from "./types.ts";

/** What waits to go out, in the order it was written. */
export const parcels = signal<Parcel[]>([]);

/** Pictures as this screen has them, by client id: shown until the page goes, so that nothing flickers. */
export const previews = new Map<string, string>();

type Draft = { body: string; quotedMsg?: Message["quotedMsg"]; picture?: { file: File; width: number; height: number } };

/** Puts a message in line: it shows at once, and goes out when it can. */
export function post(ticketId: number, { body, quotedMsg = null, picture }: Draft) {
  const clientId = makeId();
  lastAt = Math.max(Date.now(), lastAt + 1);
  const image = picture ? { name: picture.file.name, width: picture.width, height: picture.height } : null;
  const parcel: Parcel = { clientId, ticketId, body, quotedMsg, image, at: new Date(lastAt).toISOString(), refused: null };
  if (picture) {
    files.set(clientId, picture.file);
    previews.set(clientId, URL.createObjectURL(picture.file));
    void depot.keepPicture(clientId, picture.file);
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
    if (known) replace({ ...parcel, refused: problem instanceof Refused ? problem.code : "ERR_LOST_PICTURE" });
    return true;
  }
}

// No answer, a busy server, a session that has to be renewed: nothing is wrong with the message.
const passing = ({ status, code }: Refused) => status === 0 || status === 401 || status === 429 || status >= 500 || code === "ERR_SESSION_EXPIRED";

async function content({ clientId, body, image, quotedMsg }: Parcel): Promise<object> {
  const quote = quotedMsg ? { id: quotedMsg.id } : undefined;
  if (!image) return { body, clientId, quotedMsg: quote };
  const file = files.get(clientId) ?? (await depot.picture(clientId));
  if (!file) throw new Error("the picture did not outlive the reload");
  const form = new FormData();
  form.set("clientId", clientId);
  form.set("body", body);
  if (quote) form.set("quotedMsg", JSON.stringify(quote));
  form.append("medias", file, image.name);
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

import { type Signal, signal } from "@preact/signals-react";
import type { Draft as DraftRow } from "../../../../src/modules/tickets/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api, ApiError } from "../../../kit/api.ts";
import { live } from "../../../live.ts";
import { me } from "../../../session.ts";
import { parcels } from "./outbox.ts";
import type { Enclosure } from "./parcels.ts";
import { thread } from "../talk/thread.ts";
import type { Message } from "../types.ts";

/** What is typed for a ticket and not sent. */
export type Draft = { text: string; quotedMsg: Message["quotedMsg"]; enclosure: Enclosure | null };

/** A ticket's draft, of this user. */
export const draftOf = (ticketId: number): Signal<Draft> => sheetOf(ticketId).draft;

/** Kept on this device and by the server 300 ms after the last key. */
export function write(ticketId: number, change: Partial<Draft>) {
  const sheet = sheetOf(ticketId);
  sheet.draft.value = { ...sheet.draft.peek(), ...change };
  sheet.at = Date.now();
  sheet.told = false;
  sheet.round += 1;
  clearTimeout(sheet.timer);
  sheet.timer = setTimeout(() => flush(ticketId), 300);
}

/** Keeps a draft now: whoever wrote it leaves. */
export function flush(ticketId: number) {
  const sheet = sheetOf(ticketId);
  if (sheet.timer === undefined) return;
  clearTimeout(sheet.timer);
  sheet.timer = undefined;
  keep(ticketId);
  void tell(ticketId);
}

/** Empties a draft: what was typed is in the outbox. The server keeps its copy until it has taken the message. */
export function clear(ticketId: number) {
  write(ticketId, empty);
  flush(ticketId);
}

/** Reads what the server keeps; where both have something, the newest wins. */
export function startDrafts() {
  if (started) return;
  started = true;
  void read();
  live.on("ready", () => void read());
}

type Row = Wire<DraftRow>;

type Sheet = {
  draft: Signal<Draft>;
  /** When it was last written here. */
  at: number;
  /** The server's copy that it goes on from, by its time; null when there is none. */
  known: string | null;
  /** The server's copy is this one. */
  told: boolean;
  telling: boolean;
  /** Counts what is written. */
  round: number;
  timer?: ReturnType<typeof setTimeout>;
};

const empty: Draft = { text: "", quotedMsg: null, enclosure: null };
const sheets = new Map<number, Sheet>();
/** The most that the server tells at once. */
const most = 200;
let started = false;
let reading: Promise<void> | undefined;

const prefix = () => `draft:${me.peek()?.id ?? 0}:`;
const isBlank = ({ text }: Draft) => text.trim() === "";

function sheetOf(ticketId: number): Sheet {
  const known = sheets.get(ticketId) ?? stored(ticketId);
  sheets.set(ticketId, known);
  return known;
}

function stored(ticketId: number): Sheet {
  const { at = 0, known = null, told = false, ...draft } = readable(localStorage.getItem(prefix() + ticketId));
  return { draft: signal({ ...empty, ...draft }), at, known, told: told || (!draft.text && known === null), telling: false, round: 0 };
}

function readable(text: string | null): Partial<Draft & Pick<Sheet, "at" | "known" | "told">> {
  try {
    return JSON.parse(text ?? "{}") as Partial<Draft & Sheet>;
  } catch {
    return {};
  }
}

function keep(ticketId: number) {
  const { draft, at, known, told } = sheetOf(ticketId);
  const { text, quotedMsg, enclosure } = draft.peek();
  try {
    if (text || quotedMsg || enclosure || known !== null) localStorage.setItem(prefix() + ticketId, JSON.stringify({ text, quotedMsg, enclosure, at, known, told }));
    else localStorage.removeItem(prefix() + ticketId);
  } catch {
    // Full or forbidden: it still lives as long as the page, and at the server.
  }
}

async function tell(ticketId: number) {
  const sheet = sheetOf(ticketId);
  const draft = sheet.draft.peek();
  if (sheet.told || sheet.telling || !started) return;
  if (isBlank(draft) && isCarried(ticketId)) return;
  const { round } = sheet;
  sheet.telling = true;
  try {
    if (!isBlank(draft) || sheet.known !== null) {
      const row = await api.put<Partial<Row>>(`/drafts/${ticketId}`, { text: draft.text, quotedMsgId: draft.quotedMsg?.id });
      sheet.known = row.updatedAt ?? null;
    }
    sheet.told = sheet.round === round;
  } catch (error) {
    // A ticket that is no longer mine to write in. All else is told when the line is back.
    if (error instanceof ApiError && error.status === 404) sheet.told = true;
  } finally {
    sheet.telling = false;
  }
  keep(ticketId);
  if (sheet.round !== round && sheet.timer === undefined) void tell(ticketId);
}

/** Something said in a ticket is in the outbox still. */
const isCarried = (ticketId: number) => parcels.peek().some((parcel) => parcel.ticketId === ticketId && parcel.refused === null);

function read() {
  reading ??= readAll().finally(() => (reading = undefined));
  return reading;
}

async function readAll() {
  const rows = await api.get<Row[]>("/drafts").catch(() => undefined);
  if (!rows) return;
  rows.forEach(take);
  const kept = new Set(rows.map(({ ticketId }) => ticketId));
  for (const ticketId of here()) {
    if (!kept.has(ticketId) && rows.length < most) lose(ticketId);
    void tell(ticketId);
  }
}

/** The tickets that have a draft on this device. */
const here = () => new Set([...sheets.keys(), ...Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix()) ? [Number(key.slice(prefix().length))] : []))]);

/** The server has this. */
function take({ ticketId, text, quotedMsgId, updatedAt }: Row) {
  const sheet = sheetOf(ticketId);
  if (sheet.known === updatedAt || sheet.telling) return;
  const isOlder = !sheet.told && sheet.at > Date.parse(updatedAt);
  sheet.known = updatedAt;
  if (isOlder) return;
  const before = sheet.draft.peek();
  sheet.told = true;
  sheet.draft.value = { ...before, text, quotedMsg: before.quotedMsg?.id === quotedMsgId ? before.quotedMsg : null };
  keep(ticketId);
  if (quotedMsgId && before.quotedMsg?.id !== quotedMsgId) void quoteAgain(ticketId, quotedMsgId, updatedAt);
}

/** The server has nothing any more: it was sent or emptied elsewhere. */
function lose(ticketId: number) {
  const sheet = sheetOf(ticketId);
  if (sheet.known === null || sheet.telling) return;
  sheet.known = null;
  if (sheet.told) sheet.draft.value = empty;
  keep(ticketId);
}

async function quoteAgain(ticketId: number, messageId: number, updatedAt: string) {
  const here = thread(ticketId).messages.peek();
  const around = here.some(({ id }) => id === messageId) ? here : await api.get<{ messages: Message[] }>(`/messages/${ticketId}`, { aroundId: messageId }).then(({ messages }) => messages, () => []);
  const message = around.find(({ id }) => id === messageId);
  const sheet = sheetOf(ticketId);
  if (!message || sheet.known !== updatedAt || !sheet.told) return;
  const { id, body, fromMe, mediaType } = message;
  sheet.draft.value = { ...sheet.draft.peek(), quotedMsg: { id, body, fromMe, mediaType } };
  keep(ticketId);
}

live.on("draft", ({ action, draft, ticketId }) => {
  if (action === "delete") lose(Number(ticketId));
  else take(draft as Row);
});

// What the server has taken needs no draft any more.
parcels.subscribe(() => {
  for (const [ticketId, { told, timer }] of sheets) if (!told && timer === undefined) void tell(ticketId);
});

const flushAll = () => [...sheets.keys()].forEach(flush);
window.addEventListener("pagehide", flushAll);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flushAll());

import { type Signal, signal } from "@preact/signals-react";
import type * as ticketsTable from "../../src/modules/tickets/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { api, ApiError } from "../kit/api.ts";
import { live } from "../session/live.ts";
import { me } from "../session/session.ts";
import { readPart } from "../session/shell-parts.ts";
import { pendingMessages } from "./outbox.ts";
import type { QuickMessageFile } from "./pending-storage.ts";
import { thread } from "./thread.ts";
import type { Message } from "../types.ts";

/** The text that the agent has typed for a ticket and not sent. */
export type Draft = {
  text: string;
  quotedMsg: Message["quotedMsg"];
  enclosure: QuickMessageFile | null;
};

/** This user's draft for a ticket. */
export const draftOf = (ticketId: number): Signal<Draft> => stateOf(ticketId).draft;

/** Changes a draft. It is stored on this device, and on the server 300 ms after the last key. */
export function setDraft(ticketId: number, change: Partial<Draft>) {
  const state = stateOf(ticketId);
  state.draft.value = { ...state.draft.peek(), ...change };
  state.at = Date.now();
  state.isUploaded = false;
  state.round += 1;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => saveDraft(ticketId), 300);
}

/** Saves a draft at once, when the user leaves its ticket. */
export function saveDraft(ticketId: number) {
  const state = stateOf(ticketId);
  if (state.timer === undefined) return;
  clearTimeout(state.timer);
  state.timer = undefined;
  store(ticketId);
  void upload(ticketId);
}

/**
 * Empties a draft whose text is now in the outbox. The server keeps its copy until it has accepted
 * the message.
 */
export function clearDraft(ticketId: number) {
  setDraft(ticketId, empty);
  saveDraft(ticketId);
}

/** Loads the server's drafts. Where both sides have one, the newest wins. */
export function startDrafts() {
  if (started) return;
  started = true;
  void load();
  live.on("ready", () => void load());
}

type Row = Wire<ticketsTable.Draft>;

type DraftState = {
  draft: Signal<Draft>;
  /** The time of the last change here. */
  at: number;
  /** The time of the server's copy that this draft is based on; null without a copy. */
  serverVersion: string | null;
  /** The server has this version. */
  isUploaded: boolean;
  uploading: boolean;
  /** Counts the changes. */
  round: number;
  timer?: ReturnType<typeof setTimeout>;
};

const empty: Draft = { text: "", quotedMsg: null, enclosure: null };
const states = new Map<number, DraftState>();
/** The most drafts of one answer. */
const maxDrafts = 200;
let started = false;
let reading: Promise<void> | undefined;

const prefix = () => `draft:${me.peek()?.id ?? 0}:`;
const isBlank = ({ text }: Draft) => text.trim() === "";

function stateOf(ticketId: number): DraftState {
  const state = states.get(ticketId) ?? stored(ticketId);
  states.set(ticketId, state);
  return state;
}

function stored(ticketId: number): DraftState {
  const {
    at = 0,
    serverVersion = null,
    isUploaded = false,
    ...draft
  } = parsed(localStorage.getItem(prefix() + ticketId));
  return {
    draft: signal({ ...empty, ...draft }),
    at,
    serverVersion,
    isUploaded: isUploaded || (!draft.text && serverVersion === null),
    uploading: false,
    round: 0,
  };
}

function parsed(
  text: string | null,
): Partial<Draft & Pick<DraftState, "at" | "serverVersion" | "isUploaded">> {
  try {
    return JSON.parse(text ?? "{}") as Partial<Draft & DraftState>;
  } catch {
    return {};
  }
}

function store(ticketId: number) {
  const { draft, at, serverVersion, isUploaded } = stateOf(ticketId);
  const { text, quotedMsg, enclosure } = draft.peek();
  try {
    if (text || quotedMsg || enclosure || serverVersion !== null)
      localStorage.setItem(
        prefix() + ticketId,
        JSON.stringify({ text, quotedMsg, enclosure, at, serverVersion, isUploaded }),
      );
    else localStorage.removeItem(prefix() + ticketId);
  } catch {
    // Storage is full or forbidden: the draft is still in memory and on the server.
  }
}

async function upload(ticketId: number) {
  const state = stateOf(ticketId);
  const draft = state.draft.peek();
  if (state.isUploaded || state.uploading || !started) return;
  if (isBlank(draft) && isBeingSent(ticketId)) return;
  const { round } = state;
  state.uploading = true;
  try {
    if (!isBlank(draft) || state.serverVersion !== null) {
      const row = await api.put<Partial<Row>>(`/drafts/${ticketId}`, {
        text: draft.text,
        quotedMsgId: draft.quotedMsg?.id,
      });
      state.serverVersion = row.updatedAt ?? null;
    }
    state.isUploaded = state.round === round;
  } catch (error) {
    // The user may no longer write in this ticket. All other failures are retried once online.
    if (error instanceof ApiError && error.status === 404) state.isUploaded = true;
  } finally {
    state.uploading = false;
  }
  store(ticketId);
  if (state.round !== round && state.timer === undefined) void upload(ticketId);
}

/** Whether a message of this ticket still waits to be sent. */
const isBeingSent = (ticketId: number) =>
  pendingMessages
    .peek()
    .some(({ ticketId: id, refused, isNote }) => id === ticketId && refused === null && !isNote);

function load() {
  reading ??= loadAll().finally(() => (reading = undefined));
  return reading;
}

async function loadAll() {
  const rows = await readPart<Row[]>("drafts").catch(() => undefined);
  if (!rows) return;
  rows.forEach(onServerDraft);
  const serverIds = new Set(rows.map(({ ticketId }) => ticketId));
  for (const ticketId of storedTickets()) {
    if (!serverIds.has(ticketId) && rows.length < maxDrafts) onServerDraftGone(ticketId);
    void upload(ticketId);
  }
}

/** The tickets that have a draft on this device. */
const storedTickets = () =>
  new Set([
    ...states.keys(),
    ...Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix()) ? [Number(key.slice(prefix().length))] : [],
    ),
  ]);

/** Applies a draft from the server. */
function onServerDraft({ ticketId, text, quotedMsgId, updatedAt }: Row) {
  const state = stateOf(ticketId);
  if (state.serverVersion === updatedAt || state.uploading) return;
  const isOlder = !state.isUploaded && state.at > Date.parse(updatedAt);
  state.serverVersion = updatedAt;
  if (isOlder) return;
  const before = state.draft.peek();
  state.isUploaded = true;
  state.draft.value = {
    ...before,
    text,
    quotedMsg: before.quotedMsg?.id === quotedMsgId ? before.quotedMsg : null,
  };
  store(ticketId);
  if (quotedMsgId && before.quotedMsg?.id !== quotedMsgId)
    void restoreQuote(ticketId, quotedMsgId, updatedAt);
}

/** Handles the deletion of the server's copy: another device has sent or emptied the draft. */
function onServerDraftGone(ticketId: number) {
  const state = stateOf(ticketId);
  if (state.serverVersion === null || state.uploading) return;
  state.serverVersion = null;
  if (state.isUploaded) state.draft.value = empty;
  store(ticketId);
}

async function restoreQuote(ticketId: number, messageId: number, updatedAt: string) {
  const here = thread(ticketId).messages.peek();
  const around = here.some(({ id }) => id === messageId)
    ? here
    : await api.get<{ messages: Message[] }>(`/messages/${ticketId}`, { aroundId: messageId }).then(
        ({ messages }) => messages,
        () => [],
      );
  const message = around.find(({ id }) => id === messageId);
  const state = stateOf(ticketId);
  if (!message || state.serverVersion !== updatedAt || !state.isUploaded) return;
  const { id, body, fromMe, mediaType } = message;
  state.draft.value = { ...state.draft.peek(), quotedMsg: { id, body, fromMe, mediaType } };
  store(ticketId);
}

live.on("draft", ({ action, draft, ticketId }) => {
  if (action === "delete") onServerDraftGone(Number(ticketId));
  else onServerDraft(draft as Row);
});

// A sent message empties its draft, so the empty draft is uploaded once the message has left.
pendingMessages.subscribe(() => {
  for (const [ticketId, { isUploaded, timer }] of states)
    if (!isUploaded && timer === undefined) void upload(ticketId);
});

const saveAll = () => [...states.keys()].forEach(saveDraft);
window.addEventListener("pagehide", saveAll);
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "hidden" && saveAll(),
);

import { computed, signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import { wordsOf } from "../messages/highlight.ts";
import { tab } from "./list-state.ts";
import { appliedSearch } from "./ticket-search.ts";
import { goToMessage, targetMessage } from "./target-message.ts";

/** A message that matches the search; its `text` has the matches between \u0002 and \u0003. */
export type Hit = { id: number; sentAt: string; fromMe: boolean; text: string };

type Found = { hits: Hit[]; hasMore: boolean };

/** Whether the search in the open conversation is open. */
export const isFinding = signal(false);

/**
 * The search text and its hits: newest first, null until answered. Then whether older hits exist,
 * and the current hit.
 */
export const findText = signal("");
export const findResults = signal<Found | null>(null);
export const findIndex = signal(0);
export const findFailed = signal(false);

/** The words to highlight: of the search in the conversation, else of the search that led to it. */
export const findWords = computed(() => {
  if (isFinding.value) return wordsOf(findText.value);
  return tab.value === "search" ? wordsOf(appliedSearch.value.text) : noWords;
});

const noWords: string[] = [];

/** Opens the search in the conversation, or focuses its field. */
export function openFind() {
  isFinding.value = true;
  document.querySelector<HTMLInputElement>("[data-find]")?.select();
}

export function closeFind() {
  clearTimeout(timer);
  round += 1;
  isFinding.value = false;
  findText.value = "";
  findResults.value = null;
  findFailed.value = false;
  targetMessage.value = null;
}

/** Searches after a pause in typing, and shows the newest match. */
export function findInTicket(ticketId: number, text: string, wait = 300) {
  findText.value = text;
  findResults.value = null;
  findFailed.value = false;
  clearTimeout(timer);
  const thisRound = ++round;
  if (text.trim().length < 2) return;
  timer = setTimeout(async () => {
    try {
      const answer = await api.get<Found>(`/messages/${ticketId}/search`, {
        searchParam: text.trim(),
      });
      if (thisRound !== round) return;
      findResults.value = answer;
      showHit(ticketId, 0);
    } catch {
      if (thisRound === round) findFailed.value = true;
    }
  }, wait);
}

/** Shows the next older (1) or newer (-1) match, and starts over at the end. */
export async function showNextHit(ticketId: number, by: 1 | -1) {
  const thisRound = round;
  if (findIndex.peek() + by === findResults.peek()?.hits.length) await readOlderHits(ticketId);
  const count = findResults.peek()?.hits.length ?? 0;
  if (thisRound === round && count > 0) showHit(ticketId, (findIndex.peek() + by + count) % count);
}

async function readOlderHits(ticketId: number) {
  const { hits, hasMore } = findResults.peek()!;
  if (!hasMore) return;
  const thisRound = round;
  const older = await api
    .get<Found>(`/messages/${ticketId}/search`, {
      searchParam: findText.peek().trim(),
      beforeId: String(hits.at(-1)!.id),
    })
    .catch(() => undefined);
  if (older && thisRound === round && findResults.peek()?.hits === hits)
    findResults.value = { hits: [...hits, ...older.hits], hasMore: older.hasMore };
}

function showHit(ticketId: number, index: number) {
  const hit = findResults.peek()?.hits[index];
  findIndex.value = index;
  if (hit) void goToMessage(ticketId, hit.id, { announceIt: false });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;

import { computed, signal } from "@preact/signals-react";
import { api } from "../../../kit/api.ts";
import { wordsOf } from "./marks.ts";
import { goTo, sought } from "./sought.ts";

/** A message in which the words were found; `text` has them between \u0002 and \u0003. */
export type Hit = { id: number; sentAt: string; fromMe: boolean; text: string };

/** Whether one searches in the open conversation. */
export const finding = signal(false);

/** What is looked for, what was found for it (null while nobody knows), of how many, and the one that is shown. */
export const wanted = signal("");
export const found = signal<{ hits: Hit[]; count: number } | null>(null);
export const shown = signal(0);
export const failed = signal(false);

/** The words to be marked. */
export const words = computed(() => (finding.value ? wordsOf(wanted.value) : none));

const none: string[] = [];

/** Opens the search in the conversation, or goes back into its field. */
export function find() {
  finding.value = true;
  document.querySelector<HTMLInputElement>("[data-find]")?.select();
}

export function closeFind() {
  clearTimeout(timer);
  round += 1;
  finding.value = false;
  wanted.value = "";
  found.value = null;
  failed.value = false;
  sought.value = null;
}

/** Looks for words, once one pauses, and shows the newest message that has them. */
export function look(ticketId: number, text: string, wait = 300) {
  wanted.value = text;
  found.value = null;
  failed.value = false;
  clearTimeout(timer);
  const mine = ++round;
  if (text.trim().length < 2) return;
  timer = setTimeout(async () => {
    try {
      const answer = await api.get<{ hits: Hit[]; count: number }>(`/messages/${ticketId}/search`, { searchParam: text.trim() });
      if (mine !== round) return;
      found.value = answer;
      showHit(ticketId, 0);
    } catch {
      if (mine === round) failed.value = true;
    }
  }, wait);
}

/** Shows another hit: 1 is the one said before it, -1 the one said after. Round and round. */
export function turn(ticketId: number, by: 1 | -1) {
  const count = found.peek()?.hits.length ?? 0;
  if (count > 0) showHit(ticketId, (shown.peek() + by + count) % count);
}

function showHit(ticketId: number, index: number) {
  const hit = found.peek()?.hits[index];
  shown.value = index;
  if (hit) void goTo(ticketId, hit.id, { aloud: false });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;

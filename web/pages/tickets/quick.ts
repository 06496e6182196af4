import { signal } from "@preact/signals-react";
import type { QuickMessage } from "../../../src/modules/quick-messages/table.ts";
import type { Wire } from "../../../src/shared.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../live.ts";

export type Quick = Wire<QuickMessage>;

/** What `/` offers for what is typed. */
export const offers = signal<Quick[]>([]);

/** The word after the slash, or nothing when no quick message is asked for. doc 1 §9 */
export const asked = (text: string) => (/^\/\S+$/.test(text) ? text.slice(1) : null);

/** Looks up what fits, at most five times a second. */
export function offer(text: string) {
  clearTimeout(timer);
  const word = asked(text);
  const mine = ++round;
  if (word === null) {
    offers.value = [];
    return;
  }
  const known = answers.get(word);
  if (known) {
    offers.value = known;
    return;
  }
  timer = setTimeout(async () => {
    const answer = await api.get<{ records: Quick[] }>("/quick-messages", { searchParam: word, pageNumber: 1 }).catch(() => undefined);
    if (!answer) return;
    const found = closest(answer.records, word.toLowerCase());
    answers.set(word, found);
    if (mine === round) offers.value = found;
  }, 200);
}

/** A label cut at 35 characters. doc 1 §9 */
export const label = ({ shortcode, message }: Quick) => cut(`${shortcode} - ${message.replace(/\s+/g, " ")}`);

const cut = (text: string) => ([...text].length > 35 ? `${[...text].slice(0, 35).join("")}…` : text);

const answers = new Map<string, Quick[]>();
let timer: ReturnType<typeof setTimeout> | undefined;
let round = 0;

const closest = (found: Quick[], word: string) => found.toSorted((one, other) => Number(starts(other, word)) - Number(starts(one, word))).slice(0, 8);

const starts = ({ shortcode }: Quick, word: string) => shortcode.toLowerCase().startsWith(word);

live.on("quickmessage", () => answers.clear());
live.onReset(() => answers.clear());

import type { Quick } from "../../lists/company-lists.ts";
import { folded } from "../../../src/shared/search.ts";
import type { QuickMessageFile } from "../../inbox/pending-storage.ts";

/**
 * The word after the slash, or null when it is no quick message search. The slash alone matches
 * all.
 */
export const quickWord = (text: string) => (/^\/\S*$/.test(text) ? text.slice(1) : null);

/**
 * Matches for a word, the best first: the exact shortcode, one that begins with it, one that
 * contains it, then a text that does.
 */
export function matchingQuicks(all: Quick[], word: string): Quick[] {
  const search = folded(word);
  const ranked = all
    .map((quick) => ({ quick, rank: rankOf(quick, search) }))
    .filter(({ rank }) => rank < ranks);
  return ranked
    .sort(
      (one, other) => one.rank - other.rank || compare(one.quick.shortcode, other.quick.shortcode),
    )
    .map(({ quick }) => quick);
}

/** A shortcode as a label, cut at 35 characters. */
export const label = ({ shortcode }: Pick<Quick, "shortcode">) => shortened(`/${shortcode}`);

/** A quick message's file. */
export const enclosureOf = ({
  id,
  media,
  mediaPath,
  mediaName,
}: Pick<Quick, "id" | "media" | "mediaPath" | "mediaName">): QuickMessageFile | null =>
  media && mediaPath && mediaName ? { id, name: mediaName, url: mediaPath, ...media } : null;

const shortened = (text: string) =>
  [...text].length > 35 ? `${[...text].slice(0, 35).join("")}…` : text;

/** The number of match ranks. */
const ranks = 4;

function rankOf({ shortcode, message }: Quick, search: string) {
  const code = folded(shortcode);
  if (code === search) return 0;
  if (code.startsWith(search)) return 1;
  if (code.includes(search)) return 2;
  return folded(message).includes(search) ? 3 : ranks;
}

const { compare } = new Intl.Collator();

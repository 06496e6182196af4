import { folded } from "../../../src/shared/search.ts";
import { t } from "../../kit/text.ts";
import { wordsOf } from "../../messages/highlight.ts";
import { menuPages } from "../../session/menu-pages.ts";
import { addressOfEntry, type Entry, keyOf, nameOf, visibleGroups } from "./groups.ts";
import { entryValue, isWrong } from "./value-text.ts";

export type Hit = {
  key: string;
  label: string;
  /** The group, or that this is no setting. */
  place: string;
  value?: string;
  isWrong: boolean;
  href: string;
};

/** The most hits in the list. */
const maxHits = 8;

/**
 * The settings whose name, sentence or synonyms have each typed word; names come first. Pages that
 * set nothing come last and say so. Reads signals.
 */
export function findEntries(search: string): Hit[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const settings = visibleGroups().flatMap(({ name, entries }) =>
    entries.map((entry) => ({
      hit: {
        key: keyOf(entry),
        label: t(nameOf(entry)),
        place: t(`settings.sections.${name}`),
        value: entryValue(entry),
        isWrong: isWrong(entry),
        href: addressOfEntry(name, entry),
      },
      text: [t(nameOf(entry)), t(doesOf(entry)), t(`settings.words.${keyOf(entry)}`)].join(" "),
    })),
  );
  const places = new Set(settings.map(({ hit }) => hit.href.split(/[#?]/)[0]));
  const pages = menuPages
    .value()
    .filter(({ href }) => !places.has(href) && href !== "/settings")
    .map(({ href, label }) => ({
      hit: { key: href, label, place: t("settings.notSetting"), isWrong: false, href },
      text: label,
    }));
  const inName = settings.filter(({ hit }) => matches(hit.label, words));
  const elsewhere = settings.filter((one) => !inName.includes(one) && matches(one.text, words));
  const others = pages.filter(({ text }) => matches(text, words));
  return [...inName, ...elsewhere, ...others].slice(0, maxHits).map(({ hit }) => hit);
}

const doesOf = (entry: Entry) =>
  "option" in entry
    ? `settings.keys.${entry.option.key}.does`
    : `settings.links.${entry.link.key}.does`;

/** Whether each word begins a word of the text. */
function matches(text: string, words: string[]) {
  const ofText = folded(text).split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => ofText.some((one) => one.startsWith(word)));
}

import type { EmojiData } from "frimousse";
import type { Language } from "../../../src/shared/languages.ts";
import { folded } from "../../../src/shared/search.ts";
import { t } from "../../kit/text.ts";

/**
 * All emojis in a language, for the picker and for completion after a colon. A chunk of the bundle
 * that loads when first needed.
 */
export function emojisIn(language: Language): Promise<EmojiData> {
  const loading = byLanguage.get(language) ?? read(language);
  byLanguage.set(language, loading);
  loading.catch(() => byLanguage.delete(language));
  return loading;
}

/**
 * The word between a colon and the caret, or null when it is no emoji search. It needs two letters,
 * so 10:30 is none.
 */
export function emojiWord(before: string): string | null {
  return /(?:^|\s):([\p{L}+][\p{L}\d_+-]+)$/u.exec(before)?.[1] ?? null;
}

/**
 * Emojis that match a word, best first: the exact name, then a name that begins with it, then one
 * that contains it.
 */
export function matchingEmojis({ emojis }: Pick<EmojiData, "emojis">, word: string, max = 8) {
  const search = folded(word.replaceAll("_", " "));
  const ranked = emojis.flatMap(({ emoji, label, tags }) => {
    const rank = Math.min(
      ...[label, ...tags].map((name) => rankOf(folded(name.replaceAll("_", " ")), search)),
    );
    return rank < ranks ? [{ emoji, label, rank }] : [];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).slice(0, max);
}

/** The recently used emojis on this device, the latest first. */
export const recentEmojis = (): string[] =>
  (localStorage.getItem("emojis") ?? "").split(" ").filter(Boolean);

export function rememberEmoji(emoji: string) {
  localStorage.setItem(
    "emojis",
    [emoji, ...recentEmojis().filter((one) => one !== emoji)].slice(0, 16).join(" "),
  );
}

type Row = {
  emoji: string;
  hexcode: string;
  label: string;
  tags?: string[];
  group?: number;
  version: number;
  skins?: { emoji: string; tone?: number | number[] }[];
};

/** Many phones show newer emojis as boxes. */
const newest = 15;
/** The groups by the data's numbers; the third has parts of other emojis. */
const groups = [
  "smileys",
  "people",
  "parts",
  "animals",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
];
const tones = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;
const ranks = 3;
/** In px: enough to tell a picture from a box. */
const side = 20;

const byLanguage = new Map<Language, Promise<EmojiData>>();

const rowsIn: Record<Language, () => Promise<unknown>> = {
  ptBR: () => import("emojibase-data/pt/data.json"),
  en: () => import("emojibase-data/en/data.json"),
  es: () => import("emojibase-data/es/data.json"),
};

async function read(language: Language): Promise<EmojiData> {
  const [rows, codes] = (await Promise.all([
    rowsIn[language](),
    import("emojibase-data/en/shortcodes/github.json"),
  ])) as [{ default: Row[] }, { default: Record<string, string | string[]> }];
  const drawn = newestDrawn(rows.default);
  const visible = rows.default.filter(
    ({ group, version }) => group !== undefined && group !== 2 && version <= drawn,
  );
  return {
    locale: language === "ptBR" ? "pt" : language,
    categories: groups.flatMap((name, index) =>
      name === "parts" ? [] : [{ index, label: t(`messages.emoji.groups.${name}`) }],
    ),
    skinTones: Object.fromEntries(
      tones.map((tone) => [tone, t(`messages.emoji.tones.${tone}`)]),
    ) as EmojiData["skinTones"],
    emojis: visible.map(({ emoji, hexcode, label, tags = [], group = 0, version, skins }) => ({
      emoji,
      category: group,
      label,
      version,
      // The picker does not fold accents.
      tags: [
        ...tags,
        ...[codes.default[hexcode] ?? []].flat(),
        ...(folded(label) === label ? [] : [folded(label)]),
      ],
      skins:
        skins &&
        (Object.fromEntries(
          skins.flatMap(({ emoji: other, tone }) =>
            typeof tone === "number" ? [[tones[tone - 1], other]] : [],
          ),
        ) as Record<(typeof tones)[number], string>),
    })),
  };
}

/** The newest emoji version that this computer's fonts can draw; an old font shows boxes. */
function newestDrawn(rows: Row[]): number {
  const plain = rows.filter(
    ({ hexcode, group, version }) =>
      group !== undefined && group !== 2 && version <= newest && !hexcode.includes("-"),
  );
  const versions = [...new Set(plain.map(({ version }) => version))].toSorted(
    (one, other) => other - one,
  );
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return newest;
  pen.textBaseline = "top";
  pen.font = `${side - 4}px "Segoe UI Emoji", "Apple Color Emoji", "Noto Color Emoji", sans-serif`;
  const drawing = (letter: string) => {
    pen.clearRect(0, 0, side, side);
    pen.fillText(letter, 0, 0);
    return pen.getImageData(0, 0, side, side).data.join();
  };
  const box = drawing("\u{10FFFF}");
  return (
    versions.find((version) =>
      plain
        .filter((row) => row.version === version)
        .slice(0, 3)
        .every(({ emoji }) => drawing(emoji) !== box),
    ) ?? newest
  );
}

function rankOf(name: string, search: string) {
  if (name === search) return 0;
  if (name.startsWith(search)) return 1;
  return name.includes(search) ? 2 : ranks;
}

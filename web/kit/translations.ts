import { type Language, languages } from "../../src/shared/languages.ts";
import { brand } from "./brand.ts";
import ptBR from "../locales/ptBR.json";

/** Texts by their keys, each in all languages. */
export type Texts = Record<string, Record<Language, string>>;

/** Texts needed at the start. Of the other languages only the one on screen loads. */
export type StartTexts = { ptBR: Tree } & Record<
  Exclude<Language, "ptBR">,
  () => Promise<{ default: Tree }>
>;

type Tree = { [key: string]: string | Tree };

/**
 * Translates a key. `count` selects its plural form. A key without a text gives `defaultValue`, or
 * the key.
 */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Each language by its BCP 47 name, for `Intl`. */
export const languageTags: Record<Language, string> = { ptBR: "pt-BR", en: "en-GB", es: "es" };

const textsIn: Record<Language, Map<string, string>> = {
  ptBR: new Map(),
  en: new Map(),
  es: new Map(),
};
const startTexts: StartTexts[] = [];
const loading = new Map<() => Promise<{ default: Tree }>, Promise<void>>();

/**
 * Adds a page's texts. Its module calls this as it loads, before anything of the page is rendered.
 */
export function addTexts(texts: Texts) {
  for (const language of languages)
    for (const [key, text] of Object.entries(texts)) textsIn[language].set(key, text[language]);
}

/** Adds texts; the next `loadTexts` loads their other languages. */
export function addStartTexts(texts: StartTexts) {
  startTexts.push(texts);
  add("ptBR", texts.ptBR);
}

/** Loads the texts of `addStartTexts` in a language. */
export async function loadTexts(language: Language) {
  if (language !== "ptBR")
    await Promise.all(startTexts.map((texts) => load(language, texts[language])));
}

export const hasText = (key: string) => textsIn.ptBR.has(key);

/** A translator into a language; keys without a text fall back to Portuguese. */
export const translatorOf =
  (language: Language): Translate =>
  (key, values = {}) => {
    const { count } = values;
    const keys =
      typeof count === "number"
        ? [`${key}_${plurals[language].select(count)}`, `${key}_other`, key]
        : [key];
    const text = [textsIn[language], textsIn.ptBR]
      .flatMap((texts) => keys.map((one) => texts.get(one)))
      .find((template) => template !== undefined);
    return text === undefined ? String(values.defaultValue ?? key) : filled(text, language, values);
  };

// Brazilians write "0 atendimentos". CLDR's rule for pt-BR gives "0 atendimento"; the one for pt-PT
// does not.
const plurals: Record<Language, Intl.PluralRules> = {
  ptBR: new Intl.PluralRules("pt-PT"),
  en: new Intl.PluralRules("en"),
  es: new Intl.PluralRules("es"),
};

/**
 * Fills in {{support}}, {{name}}, {{name, number}} as the language writes numbers, and the text of another key:
 * $t(errors.limits.{{name}}).
 */
const filled = (text: string, language: Language, values: Record<string, unknown>): string =>
  text.replace(
    /\$t\(([^()]*)\)|\{\{(\w+)(, number)?\}\}/g,
    (_, other: string | undefined, name: string, isNumber?: string) => {
      if (other !== undefined)
        return translatorOf(language)(filled(other, language, values), values);
      const value = values[name] ?? (name === "support" ? supportIn(language) : "");
      return isNumber
        ? new Intl.NumberFormat(languageTags[language]).format(Number(value))
        : String(value);
    },
  );

/** The support contact, as the owner of the box wrote it. rules.md#subscription */
function supportIn(language: Language): string {
  const { contact } = brand.peek();
  return translatorOf(language)(contact ? "support.at" : "support.plain", { contact });
}

function load(language: Language, file: () => Promise<{ default: Tree }>): Promise<void> {
  const loaded = loading.get(file) ?? file().then((texts) => add(language, texts.default));
  loading.set(file, loaded);
  // A failed load is tried again.
  loaded.catch(() => loading.delete(file));
  return loaded;
}

function add(language: Language, texts: Tree, above = "") {
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === "string") textsIn[language].set(above + key, text);
    else add(language, text, `${above}${key}.`);
  }
}

addStartTexts({
  ptBR,
  en: () => import("../locales/en.json"),
  es: () => import("../locales/es.json"),
});

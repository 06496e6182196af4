import i18n from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, languages } from "../../src/shared/languages.ts";
import ptBR from "../locales/ptBR.json";

/** Texts by their keys, each in all languages. */
export type Texts = Record<string, Record<Language, string>>;

/** Texts that are needed at start: of the other languages, only the one on screen is loaded. */
export type StartTexts = { ptBR: object } & Record<Exclude<Language, "ptBR">, () => Promise<{ default: object }>>;

/** Each language by its BCP 47 name, for `Intl`. */
export const languageTags: Record<Language, string> = { ptBR: "pt-BR", en: "en", es: "es" };

// Ready at once: pages add their texts while their modules load.
void i18n.use(initReactI18next).init({
  lng: languageTags.ptBR,
  fallbackLng: languageTags.ptBR,
  load: "currentOnly",
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

// In Brazil one writes "0 atendimentos"; CLDR's rule for pt-BR would say "0 atendimento", the one for pt-PT does not.
const { pluralResolver } = i18n.services;
const ruleOf = pluralResolver.getRule.bind(pluralResolver);
pluralResolver.getRule = (tag: string, options: object) => ruleOf(tag === languageTags.ptBR ? "pt-PT" : tag, options);

const startTexts: StartTexts[] = [];
const loading = new Map<() => Promise<{ default: object }>, Promise<void>>();

/** Adds a page's texts. Its module calls this as it loads, before anything of the page is rendered. */
export function addTexts(texts: Texts) {
  for (const language of languages) add(language, Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[language]])));
}

/** Adds texts whose other languages come with the next `loadTexts`. */
export function addStartTexts(texts: StartTexts) {
  startTexts.push(texts);
  add("ptBR", texts.ptBR);
}

/** Loads what was added with `addStartTexts`, in a language. */
export async function loadTexts(language: Language) {
  if (language !== "ptBR") await Promise.all(startTexts.map((texts) => load(language, texts[language])));
}

function load(language: Language, file: () => Promise<{ default: object }>): Promise<void> {
  const loaded = loading.get(file) ?? file().then((texts) => add(language, texts.default));
  loading.set(file, loaded);
  // One that failed is tried again.
  loaded.catch(() => loading.delete(file));
  return loaded;
}

const add = (language: Language, texts: object) => void i18n.addResourceBundle(languageTags[language], "translation", texts, true, true);

addStartTexts({ ptBR, en: () => import("../locales/en.json"), es: () => import("../locales/es.json") });

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "../build/repository.ts";
import { type Language, languages } from "../shared/languages.ts";

/**
 * A place of texts: a file texts.json with all languages in it, or a folder with a file for each.
 */
export type TextPlace = { path: string; texts: Record<Language, Map<string, string>> };

type Tree = { [key: string]: string | Tree };

const read = (path: string): Tree =>
  existsSync(join(repository, path))
    ? (JSON.parse(readFileSync(join(repository, path), "utf8")) as Tree)
    : {};

const sideBySide = (path: string, language: Language) =>
  new Map(
    Object.entries(read(path)).flatMap(([key, text]) =>
      typeof text === "object" && typeof text[language] === "string"
        ? [[key, text[language]] as const]
        : [],
    ),
  );

const inEachLanguage = (say: (language: Language) => Map<string, string>) =>
  Object.fromEntries(languages.map((language) => [language, say(language)])) as Record<
    Language,
    Map<string, string>
  >;

const leaves = (tree: Tree, path: string[] = []): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[[...path, key].join("."), value] as const]
        : [...leaves(value, [...path, key])],
    ),
  );

/** Every place of texts in web, with its texts by language and key. */
export const textPlaces: TextPlace[] = [...new Bun.Glob("web/**/*.json").scanSync(repository)]
  .sort()
  .flatMap((path) => {
    const folder = dirname(path);
    if (path.endsWith("/texts.json"))
      return [{ path, texts: inEachLanguage((language) => sideBySide(path, language)) }];
    return path.endsWith("/ptBR.json")
      ? [
          {
            path: folder,
            texts: inEachLanguage((language) => leaves(read(`${folder}/${language}.json`))),
          },
        ]
      : [];
  });

/** Returns the texts of the screens in a language, by key. */
export function wordsIn(language: Language): (key: string) => string {
  const words = new Map(textPlaces.flatMap(({ texts }) => [...texts[language]]));
  return (key) => {
    const text = words.get(key);
    if (text === undefined) throw new Error(`no text ${key} in ${language}`);
    return text;
  };
}

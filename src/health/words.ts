import type { Database } from "bun:sqlite";
import texts from "../../web/pages/health/texts.json";
import failures from "../../web/parts/copies/texts.json";
import { failureIn, momentIn, type Finding } from "../shared/health.ts";
import type { Language } from "../shared/languages.ts";

const allTexts: Record<string, Record<Language, string>> = { ...texts, ...failures };

/** A finding's name and its remedy, in the words of the box's health page. */
export const wordsIn =
  (language: Language) =>
  ({ check, state }: Finding) => ({
    name: allTexts[`health.names.${check}`]![language],
    ...(state !== "ok" && { remedy: allTexts[`health.remedies.${check}`]![language] }),
  });

const tags: Record<Language, string> = { ptBR: "pt-BR", en: "en-GB", es: "es" };

/**
 * Writes a finding's value in words, with its times as people of the box's first company read them.
 */
export function valueIn(language: Language, control: Database): (value: string) => string {
  const { timeZone } = control
    .query<{ timeZone: string }, []>(
      "SELECT timezone AS timeZone FROM companies ORDER BY id LIMIT 1",
    )
    .get() ?? { timeZone: "America/Sao_Paulo" };
  const [day, time] = [
    { day: "2-digit", month: "2-digit", year: "2-digit" } as const,
    { hour: "2-digit", minute: "2-digit" } as const,
  ].map((parts) => new Intl.DateTimeFormat(tags[language], { ...parts, timeZone }));
  const failure = (token: string) => allTexts[token.slice(1, -1)]?.[language] ?? token;
  return (value) =>
    value
      .replaceAll(failureIn, failure)
      .replaceAll(momentIn, (at) => `${day!.format(new Date(at))} ${time!.format(new Date(at))}`);
}

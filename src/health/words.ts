import texts from "../../web/pages/health/texts.json";
import type { Finding } from "../shared/health.ts";
import type { Language } from "../shared/languages.ts";

const said = texts as Record<string, Record<Language, string>>;

/** What a finding is called, and what to do about it, as the page of the box's health says it. */
export const wordsIn = (language: Language) => ({ check, state }: Finding) => ({
  name: said[`health.names.${check}`]![language],
  ...(state !== "ok" && { remedy: said[`health.remedies.${check}`]![language] }),
});

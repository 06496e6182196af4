import { useSignals } from "@preact/signals-react/runtime";
import type { EmojiData } from "frimousse";
import { useEffect, useState } from "react";
import { type Facts, fill, orderVariables, variables } from "../../../src/shared/variables.ts";
import { folded } from "../../../src/shared/search.ts";
import { language, useTranslation } from "../../kit/text.ts";
import { emojisIn, emojiWord, matchingEmojis } from "./emojis.ts";

/** A suggestion: `with` replaces the text from `from` to the caret. */
export type Suggestion = { key: string; label: string; text: string; from: number; with: string };

/** Suggestions for the word before the caret: variables after `{{`, emojis after a colon. */
export function useSuggestions(text: string, caret: number, facts: Facts | null): Suggestion[] {
  const before = text.slice(0, caret);
  const variable = variableWord(before);
  const emoji = emojiWord(before);
  const emojis = useEmojis(emoji !== null);
  const names = useVariables(facts);
  if (variable !== null)
    return names
      .filter(
        ({ label, name }) =>
          folded(label).includes(folded(variable)) || folded(name).includes(folded(variable)),
      )
      .map(({ name, label, value }) => ({
        key: name,
        label,
        text: value,
        from: before.lastIndexOf("{{"),
        with: isOfOrder(name) ? value : `{{${name}}}`,
      }));
  if (emoji !== null && emojis)
    return matchingEmojis(emojis, emoji).map(({ emoji: sign, label }) => ({
      key: sign,
      label: sign,
      text: label,
      from: caret - emoji.length - 1,
      with: sign,
    }));
  return [];
}

// Fill in order variables at once: the server does not know the order when it sends the message.
const isOfOrder = (name: string) => orderVariables.some((each) => each === name);

/**
 * The variables with their names in the language, and their values where available. Order variables
 * are included with an order, or for texts about one.
 */
export function useVariables(facts: Facts | null, isAboutOrder = facts?.order !== undefined) {
  const { t } = useTranslation();
  const own = facts?.contact.extraInfo?.map(({ name }) => ({ name, label: name })) ?? [];
  const all = [
    ...[...variables, ...(isAboutOrder ? orderVariables : [])].map((name) => ({
      name: name as string,
      label: t(`messages.variables.${name}`),
    })),
    ...own,
  ];
  return all.map(({ name, label }) => ({
    name,
    label,
    value: facts ? fill(`{{${name}}}`, facts) : "",
  }));
}

/** The word after two braces before the caret, or null when it is no variable search. */
export const variableWord = (before: string) => /\{\{\s*([^{}\n]{0,40})$/.exec(before)?.[1] ?? null;

function useEmojis(needed: boolean) {
  useSignals();
  const [emojis, setEmojis] = useState<EmojiData | null>(null);
  const locale = language.value;
  useEffect(() => {
    if (needed) void emojisIn(locale).then(setEmojis, () => undefined);
  }, [needed, locale]);
  return emojis;
}

import { longestMessage } from "./limits.ts";
import { type ContactFacts, contactValue, fieldValue, withFallback } from "./variables.ts";

type Variable = { key: string; value: string };

/**
 * Fills in a campaign's text in one pass, so words inside a value are not filled in. One brace or
 * two enclose a word of the campaign, of the settings, or of a contact, as in all texts. Unknown
 * words, words in more braces, and values that would make the text too long stay as they are.
 * rules.md#campaigns
 */
export function fillIn(text: string, facts: ContactFacts, variables: Variable[]): string {
  const valueOf = valuesOf(facts, variables);
  let size = text.length;
  return text.replace(
    /(?<!\{)(\{\{?)([^{}]{1,80})(\}\}?)(?!\})/g,
    (whole, open: string, name: string, close: string) => {
      const value = open.length === close.length ? valueOf(name, open) : undefined;
      if (value === undefined || size + value.length > longestMessage) return whole;
      size += value.length;
      return value;
    },
  );
}

/** The words in braces, as they were typed, that are not filled in. */
export function unknownIn(text: string, facts: ContactFacts, variables: Variable[]): string[] {
  const valueOf = valuesOf(facts, variables);
  const inBraces = [...text.matchAll(/(\{+)([^{}]{1,80})(\}+)/g)];
  return inBraces
    .filter(
      ([, open = "", name = "", close = ""]) =>
        open.length !== close.length || open.length > 2 || valueOf(name, open) === undefined,
    )
    .map(([whole]) => whole);
}

/**
 * A word that is in both: in one brace it is the settings' own, in two it means the same as in all
 * texts.
 */
function valuesOf(facts: ContactFacts, variables: Variable[]) {
  const { name, number, email } = facts.contact;
  const own = new Map(variables.map(({ key, value }) => [key.trim().toLowerCase(), value]));
  for (const [key, value] of [
    ["nome", name],
    ["numero", number],
    ["email", email],
  ] as const)
    own.set(key, value);
  return (variable: string, open: string) =>
    withFallback(
      variable,
      (word) =>
        (open === "{"
          ? (own.get(word) ?? contactValue(word, facts))
          : (contactValue(word, facts) ?? own.get(word))) ?? fieldValue(word, facts),
    );
}

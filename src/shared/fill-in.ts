import { longestMessage } from "./limits.ts";
import { type ContactFacts, contactValue } from "./variables.ts";

type Variable = { key: string; value: string };

/**
 * Fills in a campaign's text: one pass, so that what a value says is never looked at. In one brace
 * or two stand its own words, those of the settings and those that all texts know of a contact.
 * What nobody knows, what stands in more braces and what would make the text too long stays as it
 * is. rules.md#campaigns
 */
export function fillIn(text: string, facts: ContactFacts, variables: Variable[]): string {
  const valueOf = valuesOf(facts, variables);
  let size = text.length;
  return text.replace(
    /(?<!\{)(\{\{?)([^{}]{1,80})(\}\}?)(?!\})/g,
    (whole, open: string, said: string, close: string) => {
      const value = open.length === close.length ? valueOf(said, open) : undefined;
      if (value === undefined || size + value.length > longestMessage) return whole;
      size += value.length;
      return value;
    },
  );
}

/** What stands in braces, as it was typed, and is not filled in. */
export function unknownIn(text: string, facts: ContactFacts, variables: Variable[]): string[] {
  const valueOf = valuesOf(facts, variables);
  const inBraces = [...text.matchAll(/(\{+)([^{}]{1,80})(\}+)/g)];
  return inBraces
    .filter(
      ([, open = "", said = "", close = ""]) =>
        open.length !== close.length || open.length > 2 || valueOf(said, open) === undefined,
    )
    .map(([whole]) => whole);
}

/** A word that both know is the settings' in one brace, and in two what it is in all texts. */
function valuesOf(facts: ContactFacts, variables: Variable[]) {
  const { name, number, email } = facts.contact;
  const own = new Map(variables.map(({ key, value }) => [key.trim().toLowerCase(), value]));
  for (const [key, value] of [
    ["nome", name],
    ["numero", number],
    ["email", email],
  ] as const)
    own.set(key, value);
  return (said: string, open: string) => {
    const word = said.trim().toLowerCase();
    return open === "{"
      ? (own.get(word) ?? contactValue(word, facts))
      : (contactValue(word, facts) ?? own.get(word));
  };
}

import { longestMessage } from "./limits.ts";
import { type ContactFacts, contactValue } from "./variables.ts";

/** Fills in a campaign's text: one pass, so that what a value says is never looked at. In one brace stand its own words and those of the settings, in two those that all texts know of a contact. What nobody knows, what stands in more braces and what would make the text too long stays as it is. rules.md#campaigns */
export function fillIn(text: string, facts: ContactFacts, variables: { key: string; value: string }[]): string {
  const { name, number, email } = facts.contact;
  const known = new Map(variables.map(({ key, value }) => [key.trim().toLowerCase(), value]));
  for (const [key, value] of [["nome", name], ["numero", number], ["email", email]] as const) known.set(key, value);
  let size = text.length;
  return text.replace(/(?<!\{)(\{\{?)([^{}]{1,80})(\}\}?)(?!\})/g, (whole, open: string, said: string, close: string) => {
    const word = said.trim().toLowerCase();
    const value = open.length !== close.length ? undefined : open === "{" ? known.get(word) : contactValue(word, facts);
    if (value === undefined || size + value.length > longestMessage) return whole;
    size += value.length;
    return value;
  });
}

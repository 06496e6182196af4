import { longestMessage } from "./limits.ts";

type Facts = { name: string; number: string; email: string };

/** Fills in a campaign's text: one pass, so that what a value says is never looked at. What nobody knows, what stands in more than one brace and what would make the text too long stays as it is. rules.md#campaigns */
export function fillIn(text: string, { name, number, email }: Facts, variables: { key: string; value: string }[]): string {
  const known = new Map(variables.map(({ key, value }) => [key.trim().toLowerCase(), value]));
  for (const [key, value] of [["nome", name], ["numero", number], ["email", email]] as const) known.set(key, value);
  let size = text.length;
  return text.replace(/(?<!\{)\{([^{}]{1,80})\}(?!\})/g, (whole, said: string) => {
    const value = known.get(said.trim().toLowerCase());
    if (value === undefined || size + value.length > longestMessage) return whole;
    size += value.length;
    return value;
  });
}

import { variantCount } from "../../../src/shared/campaigns.ts";
import { type ContactFacts, contactValue } from "../../../src/shared/variables.ts";

export type Kind = "message" | "confirmationMessage";
export type Variants = Record<string, unknown>;

export const variantNumbers = Array.from({ length: variantCount }, (_, index) => index + 1);

/** The numbers of the texts that say something. */
export const writtenVariants = (values: Variants, kind: Kind) => variantNumbers.filter((n) => String(values[`${kind}${n}`] ?? "").trim() !== "");

/** Whether a text tells how to get no more. */
export const hasWayOut = (text: string) => /\b(sair|parar|stop|cancelar|descadastr|n[aã]o quero|salir)/i.test(text);

/** What stands in braces, as it was typed, and is no variable: those of campaigns stand in one brace, those that all texts know of a contact in two. */
export const unknownVariables = (text: string, known: string[], facts: ContactFacts) =>
  [...text.matchAll(/(\{+)([^{}]{1,80})(\}+)/g)].filter(([, open = "", said = "", close = ""]) => {
    const word = said.trim().toLowerCase();
    return open.length !== close.length || open.length > 2 || (open === "{" ? !known.includes(word) : contactValue(word, facts) === undefined);
  }).map(([whole]) => whole);

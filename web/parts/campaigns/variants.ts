import { variantCount } from "../../../src/shared/campaigns.ts";

export type Kind = "message" | "confirmationMessage";
export type Variants = Record<string, unknown>;

export const variantNumbers = Array.from({ length: variantCount }, (_, index) => index + 1);

/** The numbers of the non-empty texts. */
export const writtenVariants = (values: Variants, kind: Kind) =>
  variantNumbers.filter((n) => String(values[`${kind}${n}`] ?? "").trim() !== "");

/** The non-empty texts. */
export const writtenTexts = (values: Variants, kind: Kind) =>
  writtenVariants(values, kind).map((n) => String(values[`${kind}${n}`]));

/** Whether a text tells how to opt out. */
export const hasWayOut = (text: string) =>
  /\b(sair|parar|stop|cancelar|descadastr|n[aã]o quero|salir)/i.test(text);

import { cnpjOf, cnpjText, isCnpj } from "../../shared/cnpj.ts";
import { cpfText, isCpf } from "../../shared/cpf.ts";

const patterns = [
  /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g,
  /(?<![\dA-Z])[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}(?![\dA-Z])/gi,
];

/** The CPF or CNPJ in a customer's text, without its marks. */
export function documentIn(text: string): string | undefined {
  const start = text.slice(0, 200);
  return [start, ...patterns.flatMap((pattern) => start.match(pattern) ?? [])]
    .map(cnpjOf)
    .find((one) => isCpf(one) || isCnpj(one));
}

/** 529.982.247-25, or 12.ABC.345/01DE-35. */
export const documentText = (document: string) =>
  isCpf(document) ? cpfText(document) : cnpjText(document);

/** As the team may read it beside a ticket: `CPF ***.982.247-**`. */
export const maskedDocument = (document: string) =>
  isCpf(document)
    ? `CPF ***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    : `CNPJ **.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`;

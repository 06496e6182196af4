import type { Language } from "../../shared/languages.ts";
import type { RowReason } from "./table.ts";

type FileTexts = {
  line: string;
  why: string;
  column: string;
  file: string;
  reasons: Record<RowReason, string>;
};

/** Texts of downloaded files. */
export const fileTexts: Record<Language, FileTexts> = {
  ptBR: {
    line: "Linha",
    why: "Motivo",
    column: "Coluna",
    file: "linhas-nao-importadas",
    reasons: {
      noName: "Sem nome",
      noNumber: "Sem número",
      badName: "O nome deve ter de 2 a 50 caracteres",
      shortName: "O nome deve ter 3 caracteres ou mais",
      badNumber: "Número inválido",
      serviceNumber: "Número 0800 ou de serviço",
      noAreaCode: "Número sem DDD, e a empresa não tem telefone com DDD",
      badEmail: "E-mail inválido",
      badTag: "Cada tag deve ter de 3 a 40 caracteres",
      badField: "Texto longo demais",
      badPrice: "O preço é um valor de 0 a 9.999.999,99, como 12,90",
      dearPromotion: "O preço promocional não pode ser maior que o preço de venda",
      badStock:
        "O estoque é um número inteiro, e só do que não é por unidade tem até três decimais",
      noCost: "Sem preço de custo",
      noPrice: "Sem preço de venda",
      eanTwice: "EAN de uma linha anterior, com outro nome ou na mesma loja",
      formula: "Fórmula sem valor: cole o valor no lugar dela",
    },
  },
  en: {
    line: "Line",
    why: "Reason",
    column: "Column",
    file: "lines-not-imported",
    reasons: {
      noName: "No name",
      noNumber: "No number",
      badName: "The name must have 2 to 50 characters",
      shortName: "The name must have 3 characters or more",
      badNumber: "Not a valid number",
      serviceNumber: "0800 or service number",
      noAreaCode: "Number without an area code, and the company has no telephone",
      badEmail: "Not a valid e-mail",
      badTag: "Each tag must have 3 to 40 characters",
      badField: "Text too long",
      badPrice: "A price is an amount from 0 to 9,999,999.99, such as 12.90",
      dearPromotion: "The promotion price can't be above the selling price",
      badStock:
        "The stock is a whole number; only what is not sold by the piece has up to three decimals",
      noCost: "No cost price",
      noPrice: "No selling price",
      eanTwice: "The EAN of an earlier line, with another name or in the same store",
      formula: "Formula without a value: paste its value instead",
    },
  },
  es: {
    line: "Línea",
    why: "Motivo",
    column: "Columna",
    file: "lineas-no-importadas",
    reasons: {
      noName: "Sin nombre",
      noNumber: "Sin número",
      badName: "El nombre debe tener de 2 a 50 caracteres",
      shortName: "El nombre debe tener 3 caracteres o más",
      badNumber: "Número no válido",
      serviceNumber: "Número 0800 o de servicio",
      noAreaCode: "Número sin código de área, y la empresa no tiene teléfono",
      badEmail: "Correo no válido",
      badTag: "Cada etiqueta debe tener de 3 a 40 caracteres",
      badField: "Texto demasiado largo",
      badPrice: "El precio es un importe de 0 a 9.999.999,99, como 12,90",
      dearPromotion: "El precio promocional no puede ser mayor que el de venta",
      badStock:
        "Las existencias son un número entero; solo lo que no va por unidad tiene hasta tres decimales",
      noCost: "Sin precio de costo",
      noPrice: "Sin precio de venta",
      eanTwice: "El EAN de una línea anterior, con otro nombre o en la misma tienda",
      formula: "Fórmula sin valor: pegue su valor en su lugar",
    },
  },
};

import { cnpjOf, cnpjText, isCnpj } from "../../src/shared/cnpj.ts";
import type { Field, FormValue, FormValues } from "../forms/form.ts";

/** What a field for a CNPJ takes, with or without its marks. */
export const cnpjInput = {
  max: 18,
  valid: (typed) => isCnpj(cnpjOf(typed)),
} satisfies Partial<Field>;

/** Puts the marks into the field `document` once its CNPJ is whole; letters may stand in it. */
export const markCnpj = (value: FormValue, put: (values: FormValues) => void) =>
  cnpjOf(String(value)).length === 14 && put({ document: cnpjText(String(value)) });

import { cnpjOf, cnpjText, isCnpj } from "../../src/shared/cnpj.ts";
import type { Field, FormValue, FormValues } from "../forms/form.ts";

/** The properties of a CNPJ field, which takes it with or without its marks. */
export const cnpjInput = {
  max: 18,
  valid: (typed) => isCnpj(cnpjOf(typed)),
} satisfies Partial<Field>;

/** Puts the marks into the field `document` once its CNPJ is complete; it may contain letters. */
export const markCnpj = (value: FormValue, put: (values: FormValues) => void) =>
  cnpjOf(String(value)).length === 14 && put({ document: cnpjText(String(value)) });

import { signal } from "@preact/signals-react";
import type { PrimaryColor } from "../../src/shared/companies.ts";
import { type Language, languages } from "../../src/shared/languages.ts";

/**
 * The box's name and look, set by its owner. `color` applies to public pages and to companies
 * without a colour.
 */
export type Brand = {
  name: string;
  logo: string | null;
  color: PrimaryColor | null;
  /** The default language. */ language: Language;
  /** The available languages. */ languages: Language[];
  /** The support contact for companies. */ contact: string | null;
};

/**
 * Starts with the brand of this browser's last visit, so the page does not change while it loads.
 */
export const brand = signal<Brand>({
  name: "Balcão",
  logo: null,
  color: null,
  language: "ptBR",
  languages: [...languages],
  contact: null,
  ...(JSON.parse(globalThis.localStorage?.getItem("brand") ?? "{}") as Partial<Brand>),
});

export function setBrand(next: Brand) {
  localStorage.setItem("brand", JSON.stringify(next));
  brand.value = next;
}

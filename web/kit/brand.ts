import { signal } from "@preact/signals-react";
import type { PrimaryColor } from "../../src/shared/companies.ts";
import { type Language, languages } from "../../src/shared/languages.ts";

/**
 * What the box is called and looks like, by its owner. `color`: of strangers' pages, and of
 * companies that chose none.
 */
export type Brand = {
  name: string;
  logo: string | null;
  color: PrimaryColor | null;
  /** The usual one. */ language: Language;
  /** Those that are offered. */ languages: Language[];
  /** Whom companies call. */ contact: string | null;
};

/** As it was when this browser last asked, so that nothing changes while a page appears. */
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

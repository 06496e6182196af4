import type { Cell, Mapping, ProductColumn } from "./table.ts";

/**
 * What a sheet of products has: how its columns are named when it is exported, and by which names
 * they are known when it comes in.
 */
export const productColumns = [
  {
    name: "name",
    head: "Nome",
    width: 32,
    pattern: /^(nome|name|nombre|produto|product|producto)/,
  },
  { name: "ean", head: "EAN", width: 16, pattern: /^(ean|gtin|codigo de barras|barcode)/ },
  { name: "code", head: "Código", width: 12, pattern: /^(codigo|code|sku|referencia)/ },
  { name: "category", head: "Categoria", width: 18, pattern: /^(categoria|category|grupo)/ },
  {
    name: "description",
    head: "Descrição",
    width: 32,
    pattern: /^(descricao|description|descripcion)/,
  },
  { name: "active", head: "Ativo", width: 8, pattern: /^(ativo|active|activo)/ },
  { name: "store", head: "Loja", width: 18, pattern: /^(loja|store|tienda|filial)/ },
  {
    name: "stock",
    head: "Estoque",
    width: 10,
    pattern: /^(estoque|stock|existencias|quantidade|quantity|cantidad)/,
  },
  { name: "costPrice", head: "Preço de custo", width: 14, pattern: /custo|cost/ },
  { name: "promotionPrice", head: "Preço promocional", width: 16, pattern: /promo/ },
  {
    name: "sellingPrice",
    head: "Preço de venda",
    width: 14,
    pattern: /venda|selling|venta|^(preco|price|precio|valor)$/,
  },
] as const satisfies { name: ProductColumn; head: string; width: number; pattern: RegExp }[];

const fold = (text: Cell) =>
  (text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Which column holds what, by its name; each is used at most once. */
export function productMapping(head: Cell[]): Mapping {
  const taken = new Set<number>();
  const found = productColumns.flatMap(({ name, pattern }) => {
    const column = head.findIndex((text, index) => !taken.has(index) && pattern.test(fold(text)));
    if (column < 0) return [];
    taken.add(column);
    return [{ column, name }];
  });
  const name = found.find((one) => one.name === "name")?.column ?? null;
  return {
    name,
    number: null,
    email: null,
    tags: null,
    fields: found.filter((one) => one.name !== "name"),
  };
}

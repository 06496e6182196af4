import { isEan } from "../../shared/ean.ts";
import { isNumeric } from "./amounts.ts";
import { textOf } from "./cells.ts";
import { guess, mappingOf, type ColumnKind, type Guess, type Vendor } from "./guess.ts";
import type { Cell, Mapping, ProductColumn } from "./table.ts";

/** The columns of the sheet of products that goes out. Widths are in characters. */
export const productColumns = [
  { name: "name", head: "Nome", width: 32 },
  { name: "ean", head: "EAN", width: 16 },
  { name: "code", head: "Código", width: 12 },
  { name: "category", head: "Categoria", width: 18 },
  { name: "description", head: "Descrição", width: 32 },
  { name: "active", head: "Ativo", width: 8 },
  { name: "store", head: "Loja", width: 18 },
  { name: "stock", head: "Estoque", width: 10 },
  { name: "costPrice", head: "Preço de custo", width: 14 },
  { name: "promotionPrice", head: "Preço promocional", width: 16 },
  { name: "sellingPrice", head: "Preço de venda", width: 14 },
  { name: "unit", head: "Unidade", width: 10 },
] as const satisfies { name: ProductColumn; head: string; width: number }[];

const hasLetters = (_: Cell, text: string) => /\p{L}/u.test(text);

/** The kinds of columns in a table of products, with their names in three languages. */
const kinds: ColumnKind[] = [
  {
    target: "name",
    names: [
      /^(nome|name|nombre|produto|product|producto)$/,
      /^(nome|name|nombre) (do |del |of )?(produto|product|producto|item)$/,
      /^(nome|name|nombre|produto|product|producto)\b/,
      /^(descricao|description|descripcion|item|mercadoria|artigo|articulo)( (do |del )?(produto|producto|item))?$/,
    ],
    never: /fantasia|fornecedor|\b(id|codigo|cod|tipo)\b/,
    fits: hasLetters,
  },
  {
    target: "ean",
    names: [
      /^(ean|gtin|gtin\/ean|ean\/gtin|(codigo|cod\.?) (de )?barras|barcode|barras)( ?13)?$/,
      /^(ean|gtin|codigo de barras|barcode|upc)\b/,
    ],
    never: /embalagem|tribut|caixa/,
    fits: (_, text) => /\d/.test(text) && /^[\dA-Za-z-]{1,20}$/.test(text.replace(/[.,]0+$/, "")),
    proves: (_, text) => isEan(text),
  },
  {
    target: "code",
    names: [
      /^(codigo|code|sku|codigo \(sku\)|codigo interno|referencia|ref\.?|cod\.?)$/,
      /^(codigo|code|sku|referencia|cod)\b/,
    ],
    never: /\bpai\b|barras|fornecedor|integracao|servico|ncm|cest|lista|enquadramento|fisca|tribut/,
  },
  {
    target: "category",
    names: [/^(categoria|category)( do produto)?$/, /^(categoria|category|grupo|departamento)\b/],
    never: /tags|tribut/,
  },
  {
    target: "description",
    names: [
      /^(descricao (curta|longa|completa|complementar|detalhada)|detalhes|details)$/,
      /^(descricao|description|descripcion)/,
    ],
    never: /fornecedor/,
    weight: 0.5,
  },
  { target: "active", names: [/^(ativo|active|activo)\b/, /^(situacao|status)$/] },
  {
    target: "unit",
    names: [/^(unidade|unit|unidad|un|und\.?|u\.?m\.?|uom)( de (venda|medida|venta))?$/],
  },
  { target: "store", names: [/^(loja|store|tienda|filial)\b/] },
  {
    target: "stock",
    names: [
      /^(estoque|stock|existencias|saldo)( atual| disponivel| fisico)?$/,
      /^(quantidade|quantity|cantidad|qtde?\.?)\b/,
      /^(estoque|stock|existencias)\b/,
    ],
    never: /\bmin|\bmax|ideal|reserv|localiz|ultim|caixa/,
    fits: isNumeric,
  },
  {
    target: "costPrice",
    names: [
      /^(preco|valor|price|precio)( de)? (custo|compra|costo)$/,
      /custo|\bcost|costo|\bcompra\b/,
    ],
    fits: isNumeric,
  },
  {
    target: "promotionPrice",
    names: [/promo|oferta/],
    never: /\bdata\b|inicio|\bfim\b|validade/,
    fits: isNumeric,
  },
  {
    target: "sellingPrice",
    names: [
      /^(preco|price|precio)( (de )?(venda|venta)| unitario| final| a vista)?$/,
      /venda|selling|venta|varejo/,
      /^(valor|vlr|preco|price|precio|pvp)\b|\bprice$/,
    ],
    never: /cust|cost|compra|promo|oferta|\bipi\b|icms|frete|fornecedor|atacado|data/,
    fits: isNumeric,
  },
];

/** Programs that people export their products from: Bling and Tiny share most names. */
const vendors: Vendor[] = [
  {
    signature: [/^codigo( \(sku\))?$/, /^descricao$/, /^preco$/, /^situacao$/, /^gtin\/ean$/],
    single: true,
    columns: {
      name: [/^descricao$/],
      code: [/^codigo( \(sku\))?$/],
      ean: [/^gtin\/ean$/],
      category: [/^categoria( do produto)?$/],
      description: [/^descricao curta$/, /^descricao complementar$/],
      active: [/^situacao$/],
      stock: [/^estoque( atual)?$/],
      costPrice: [/^preco de custo$/],
      promotionPrice: [/^preco promocional$/],
      sellingPrice: [/^preco$/],
    },
  },
];

/** Guesses which product field each column holds. */
export const guessProducts = (head: Cell[], sample: Cell[][]): Guess =>
  guess(head, sample, kinds, vendors);

/** The columns in the order of the export. */
export function productMapping(guessed: Guess): Mapping {
  const { fields, ...mapping } = mappingOf(guessed, ["name"], () => false);
  return {
    ...mapping,
    fields: productColumns.flatMap(({ name }) => fields.filter((field) => field.name === name)),
  };
}

/** Whether a row is a product, and not column names: it has an amount, or an EAN. */
export const isProduct = (cells: Cell[]) =>
  cells.some((cell) => typeof cell === "number" || isNumeric(cell) || isEan(textOf(cell)));

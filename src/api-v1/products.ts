import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { bounded, idParam } from "../kit/http/fields.ts";
import { remove } from "../kit/http/crud.ts";
import { find } from "../kit/http/resource-rows.ts";
import { create, findProduct, product, productBody, update } from "../modules/products/products.ts";
import { products } from "../modules/products/table.ts";
import { entry } from "../modules/stock/entries.ts";
import {
  correctionBody,
  correctStock,
  entryBody,
  pricesBody,
  setEntry,
  setPrices,
} from "../modules/stock/prices.ts";
import { productStores } from "../modules/stock/table.ts";
import { changesQuery, idsByChange, idsById, pageOf, pageQuery } from "./page.ts";
import { done, priceRow, productRow } from "./rows.ts";
import { v1Route } from "./route.ts";

const read = { group: "products", scope: "products:read", plan: "useSales" } as const;
const write = { group: "products", scope: "products:write", plan: "useSales" } as const;
const one = { params: idParam } as const;
const idQuery = z.coerce.number().int().positive().optional();
const body = productBody.omit({ media: true, optionGroupIds: true, kitItems: true });

const productRoutes = [
  v1Route({
    ...read,
    method: "GET",
    path: "/products",
    summary: { pt: "Listar produtos", en: "List products" },
    query: changesQuery.extend({
      code: bounded(40).optional(),
      ean: bounded(20).optional(),
      active: z.enum(["true", "false"]).optional(),
    }),
    answer: pageOf(productRow),
    handle({ db, query: { code, ean, active, ...page } }) {
      const where = and(
        isNull(products.deletedAt),
        code ? eq(products.code, code) : undefined,
        ean ? eq(products.ean, ean) : undefined,
        active === undefined ? undefined : eq(products.isActive, active === "true"),
      );
      const { ids, next } = idsByChange(db, products, where, page);
      return { data: ids.map((each) => findProduct(db, each)), next };
    },
  }),
  v1Route({
    ...read,
    ...one,
    method: "GET",
    path: "/products/:id",
    summary: { pt: "Ler um produto", en: "Read a product" },
    answer: productRow,
    handle: ({ db, params }) => findProduct(db, params.id),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/products",
    summary: { pt: "Cadastrar um produto", en: "Create a product" },
    body,
    status: 201,
    waits: true,
    answer: productRow,
    example: { name: "Pão de queijo", code: "PQ", unit: "un" },
    handle: ({ db, me, body: values }) => create(db, me, values),
  }),
  v1Route({
    ...write,
    ...one,
    method: "PUT",
    path: "/products/:id",
    summary: { pt: "Mudar um produto", en: "Change a product" },
    body: body.partial(),
    answer: productRow,
    waits: true,
    example: { isActive: false },
    handle: ({ db, params, body: values }) => update(db, params.id, values),
  }),
  v1Route({
    ...write,
    ...one,
    method: "DELETE",
    path: "/products/:id",
    summary: { pt: "Excluir um produto", en: "Delete a product" },
    answer: done,
    handle: ({ db, params }) => remove(db, product, params.id),
  }),
];

const priceRoutes = [
  v1Route({
    ...read,
    method: "GET",
    path: "/prices",
    summary: { pt: "Listar preços e estoque por loja", en: "List prices and stock by store" },
    query: pageQuery.extend({ productId: idQuery, storeId: idQuery }),
    answer: pageOf(priceRow),
    handle({ db, query: { productId, storeId, ...page } }) {
      const where = and(
        productId ? eq(productStores.productId, productId) : undefined,
        storeId ? eq(productStores.storeId, storeId) : undefined,
      );
      const { ids, next } = idsById(db, productStores, where, page);
      return { data: ids.map((each) => find(db, entry, each)), next };
    },
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/prices",
    summary: {
      pt: "Vender um produto numa loja, com preço e estoque",
      en: "Sell a product in a store, with price and stock",
    },
    body: entryBody,
    status: 201,
    answer: priceRow,
    example: {
      productId: 1,
      storeId: 1,
      costPrice: "2.10",
      sellingPrice: "4.50",
      promotionPrice: "0.00",
      stock: 40,
    },
    handle: ({ db, me, body: values }) => setEntry(db, me, values),
  }),
  v1Route({
    ...write,
    ...one,
    method: "PUT",
    path: "/prices/:id",
    summary: { pt: "Mudar preços", en: "Change prices" },
    body: pricesBody.partial(),
    answer: priceRow,
    example: { sellingPrice: "4.90" },
    handle: ({ db, me, params, body: values }) => setPrices(db, me, params.id, values),
  }),
  v1Route({
    ...write,
    ...one,
    method: "PUT",
    path: "/prices/:id/stock",
    summary: { pt: "Corrigir o estoque", en: "Correct the stock" },
    body: correctionBody,
    answer: priceRow,
    example: { stock: 38, note: "Contagem do sistema" },
    handle: ({ db, me, params, body: values }) => correctStock(db, me, params.id, values),
  }),
];

export const catalogueRoutes = [...productRoutes, ...priceRoutes];

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { type ShelfPart, shelfParts } from "../../../src/shared/stock.ts";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import { api } from "../../kit/api.ts";
import type { List } from "../../lists/list.ts";
import { live } from "../../session/live.ts";
import type { Entry, Product, ShelfEntry } from "./types.ts";

export const stores = choicesOf({ name: "stores", event: "store" });

/** The store and the part of the list, in the address. The first store is chosen by itself. */
export function useShelf() {
  useSignals();
  useChoices(stores);
  const [params, setParams] = useSearchParams();
  const all = stores.rows.value ?? [];
  const named = Number(params.get("storeId"));
  const storeId = all.find(({ id }) => id === named)?.id ?? all[0]?.id ?? null;
  const part = shelfParts.find((one) => one === params.get("part")) ?? "all";
  const put = (name: string, value: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return {
    storeId,
    part,
    stores: all,
    isLoaded: stores.rows.value !== null || stores.failed.value,
    setStore: (id: number) => put("storeId", String(id)),
    setPart: (next: ShelfPart) => put("part", next === "all" ? null : next),
  };
}

export type ShelfCounts = Record<ShelfPart, number>;

/** The number of products in each part; undefined until it is loaded. */
export function useShelfCounts(storeId: number | null, part: ShelfPart) {
  const [counts, setCounts] = useState<ShelfCounts>();
  useEffect(() => {
    const read = () =>
      void api
        .get<ShelfCounts>("/products/counts", storeId === null ? {} : { storeId })
        .then(setCounts)
        .catch(() => undefined);
    read();
    return live.on("product", read);
  }, [storeId, part]);
  return counts;
}

/** Keeps the stocks of a list current. A changed price is read again: a promotion may count. */
export function useLiveEntries(list: List<Product>, storeId: number | null) {
  useEffect(
    () =>
      live.on("productStore", ({ action, productStore }) => {
        const changed = productStore as Entry | undefined;
        if (action === "reload") return list.reload();
        const row = list.rows.peek().find(({ id }) => id === changed?.productId);
        if (!row || !changed || changed.storeId !== storeId) return;
        if (!row.entry || isPricedAnew(row.entry, changed)) return list.reload();
        const { stock, lowStock } = changed;
        const entry = { ...row.entry, stock, lowStock };
        list.rows.value = list.rows
          .peek()
          .map((one) => (one.id === row.id ? { ...one, entry } : one));
      }),
    [list, storeId],
  );
}

const isPricedAnew = (entry: ShelfEntry, changed: Entry) =>
  entry.sellingPrice !== changed.sellingPrice ||
  entry.promotionPrice !== changed.promotionPrice ||
  ("costPrice" in changed && changed.costPrice !== (entry.costPrice ?? "0.00"));

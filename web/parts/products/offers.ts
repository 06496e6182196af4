import { useEffect, useState } from "react";
import type * as productsTable from "../../../src/modules/products/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { highestAmount } from "../../../src/shared/units.ts";
import { api } from "../../kit/api.ts";

export type OfferedProduct = Wire<productsTable.OfferedProduct>;

/**
 * The pause after typing before a product search, in ms. It keeps typing ahead of the answers, and
 * each answer still feels immediate.
 */
export const pause = 60;

export const pageSize = 50;

/** Search results; `typed` is the text that they answer. */
export type Found = { typed: string; rows: OfferedProduct[]; failed: boolean };

/** A scale's label that was scanned. Without an amount its product is not sold so. */
export type Scanned = {
  products: OfferedProduct[];
  scaleLabel?: { code: string; amount: number | null };
};

/** Finds a store's products by name, code, EAN, or the label of a scale. */
export const scanOffers = (storeId: number, searchParam: string) =>
  api.get<Scanned>("/products/list/full", { storeId, pageSize, pageNumber: 1, searchParam });

export const findOffers = async (storeId: number, searchParam: string) =>
  (await scanOffers(storeId, searchParam)).products;

/** Products for the typed text, from the first letter on. A late answer is ignored. */
export function useOffers(storeId: number | null, typed: string): Found | null {
  const [result, setResult] = useState<Found | null>(null);
  useEffect(() => {
    if (storeId === null || typed === "") return setResult(null);
    let late = false;
    const take = (rows: OfferedProduct[], failed: boolean) =>
      late || setResult({ typed, rows, failed });
    const timer = setTimeout(
      () =>
        void findOffers(storeId, typed).then(
          (rows) => take(rows, false),
          () => take([], true),
        ),
      pause,
    );
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [storeId, typed]);
  return result;
}

/** `3*pão` means three pieces, `0*pão` none; `0,350 queijo` means 350 g. */
export function readSearch(text: string): { amount: number; typed: string; isCounted: boolean } {
  const [, amount, typed] =
    /^\s*(\d+(?:[.,]\d{1,3})?)\s*\*\s*(.*)$/.exec(text) ??
    /^\s*(\d+[.,]\d{1,3})\s+(\S.*)$/.exec(text) ??
    [];
  return {
    amount: Math.min(Number(amount?.replace(",", ".") ?? 1), highestAmount),
    typed: (typed ?? text).trim(),
    isCounted: amount !== undefined,
  };
}

/** Digits in the form that a scanner reads. */
export const isEan = (typed: string) => /^\d{7,14}$/.test(typed);

/** The product with this code. */
export const withCode = <P extends { ean: string | null; code: string | null }>(
  rows: P[],
  typed: string,
) => rows.find(({ ean, code }) => ean === typed || code?.toLowerCase() === typed.toLowerCase());

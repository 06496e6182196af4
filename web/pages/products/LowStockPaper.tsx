import { useEffect, useState } from "react";
import type { LowStock } from "../../../src/modules/stock/table.ts";
import { api } from "../../kit/api.ts";
import { Printout } from "../../kit/Printout.tsx";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { quantity } from "../../parts/products/amounts.ts";

type Props = { storeId: number | null; onDone: () => void };

/** Prints what runs out, with room to note what is bought. */
export function LowStockPaper({ storeId, onDone }: Props) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<LowStock[] | null>(null);
  useEffect(() => {
    api
      .get<{ productStores: LowStock[] }>("/productStores/low", storeId === null ? {} : { storeId })
      .then(({ productStores }) => setRows(productStores))
      .catch((error: unknown) => {
        toast.error(error);
        onDone();
      });
  }, []);
  if (!rows) return null;
  const cells =
    "[&>*]:border-b [&>*]:border-black [&>*]:px-1 [&>*]:py-1 [&>*:not(:first-child)]:text-right";
  return (
    <Printout paper="a4" onDone={onDone}>
      <h1 className="text-title font-bold">{t("products.low.title")}</h1>
      <p className="mb-3">
        {[rows[0]?.store, dateTime(new Date().toISOString())].filter(Boolean).join(" · ")}
      </p>
      {rows.length === 0 && <p>{t("products.low.emptyTitle")}</p>}
      {rows.length > 0 && (
        <table className="tabular w-full">
          <thead>
            <tr className={`${cells} text-left`}>
              <th scope="col">{t("products.name")}</th>
              <th scope="col">{t("stock.count")}</th>
              <th scope="col">{t("products.minimum")}</th>
              <th scope="col">{t("products.low.buy")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.store} ${row.productId}`} className={cells}>
                <td>
                  {row.name}
                  <span className="block text-xs">
                    {[row.code, row.category, row.supplier].filter(Boolean).join(" · ")}
                  </span>
                </td>
                <td className="whitespace-nowrap">{quantity(row.stock, row.unit)}</td>
                <td className="whitespace-nowrap">{quantity(row.lowStock, row.unit)}</td>
                <td className="w-24" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Printout>
  );
}

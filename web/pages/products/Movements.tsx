import { History } from "lucide-react";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { quantity } from "../../parts/products/amounts.ts";
import { NextPage } from "../../lists/NextPage.tsx";
import { usePages } from "../../lists/use-pages.ts";
import type { Entry, Movement } from "./types.ts";

const pageSize = 20;

/** The changes of a stock, newest first. */
export function Movements({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation();
  const { unit } = entry;
  const { rows, hasMore, state, more } = usePages<Movement>(async (loaded) => {
    const page = await api.get<{ stockMovements: Movement[]; hasMore: boolean }>(
      `/productStores/${entry.id}/movements`,
      { pageNumber: Math.floor(loaded.length / pageSize) + 1 },
    );
    return { rows: page.stockMovements, hasMore: page.hasMore };
  });
  return (
    <Dialog
      title={t("stock.movementsOf", { product: entry.product.name, store: entry.store.name })}
      onClose={onClose}
    >
      {state === "ready" && rows.length === 0 && (
        <Empty icon={History} title={t("stock.noMovements")} />
      )}
      <ul className="divide-line divide-y">
        {rows.map((movement) => (
          <li key={movement.id} className="flex items-start gap-3 py-2.5">
            <span
              className={`tabular min-w-16 shrink-0 text-right font-medium ${movement.amount > 0 ? "text-primary" : ""}`}
            >
              {movement.amount > 0 && "+"}
              {quantity(movement.amount, unit)}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block break-words">
                {t(`stock.reasons.${movement.reason}`)}
                {movement.note && `: ${movement.note}`}
              </span>
              <span className="text-muted text-small block">
                {[dateTime(movement.createdAt), movement.user?.name].filter(Boolean).join(" · ")}
              </span>
            </span>
            <span className="text-muted text-small tabular shrink-0">
              {t("stock.after", { stock: quantity(movement.stock, unit) })}
            </span>
          </li>
        ))}
      </ul>
      <NextPage state={state} hasMore={hasMore} more={more} />
    </Dialog>
  );
}

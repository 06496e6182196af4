import { Bike, Package, Store } from "lucide-react";
import { type RouteType, routeTypes } from "../../../src/shared/sales.ts";
import { FilterMenu } from "../../kit/FilterMenu.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Order } from "../../parts/orders/types.ts";

/** The ids of stores and couriers, and the indexes of `routeTypes`, that the board shows. */
export type Filters = { stores: number[]; couriers: number[]; routes: number[] };

export const noFilters: Filters = { stores: [], couriers: [], routes: [] };

/** Whether an order passes; an empty filter passes all. */
export const passesFilters = (
  { storeId, courierId, typeRoute }: Order,
  { stores, couriers, routes }: Filters,
) =>
  (stores.length === 0 || stores.includes(storeId)) &&
  (couriers.length === 0 || couriers.includes(courierId ?? 0)) &&
  (routes.length === 0 || routes.some((index) => routeOf(index) === typeRoute));

type Props = { orders: Order[]; filters: Filters; onChange: (filters: Filters) => void };

/** Narrows the board to stores, couriers, and delivery or pickup. */
export function BoardFilters({ orders, filters, onChange }: Props) {
  const { t } = useTranslation();
  const stores = unique(orders.map(({ store }) => store));
  const couriers = unique(
    orders.map(({ courier }) => courier ?? { id: 0, name: t("orders.courier.none") }),
  );
  return (
    <>
      {stores.length > 1 && (
        <FilterMenu
          label={t("orders.store")}
          icon={Store}
          options={stores}
          chosen={filters.stores}
          onChange={(chosen) => onChange({ ...filters, stores: chosen })}
        />
      )}
      <FilterMenu
        label={t("orders.route")}
        icon={Package}
        options={routeTypes.map((route, id) => ({ id, name: t(`orders.routes.${route}`) }))}
        chosen={filters.routes}
        onChange={(chosen) => onChange({ ...filters, routes: chosen })}
      />
      {couriers.length > 1 && (
        <FilterMenu
          label={t("orders.courier.title")}
          icon={Bike}
          options={couriers}
          chosen={filters.couriers}
          onChange={(chosen) => onChange({ ...filters, couriers: chosen })}
        />
      )}
    </>
  );
}

const routeOf = (index: number): RouteType | undefined => routeTypes[index];

const unique = (all: { id: number; name: string }[]) =>
  [...new Map(all.map((one) => [one.id, one])).values()].sort((one, other) =>
    one.name.localeCompare(other.name),
  );

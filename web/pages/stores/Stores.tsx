import { MapPin, QrCode, ShoppingBag, Store as StoreIcon, Truck } from "lucide-react";
import { useState } from "react";
import { cnpjText } from "../../../src/shared/cnpj.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { DeliveryFees } from "./DeliveryFees.tsx";
import { PixAccount } from "./PixAccount.tsx";
import { ShopDialog } from "./ShopDialog.tsx";
import { StoreDialog } from "./StoreDialog.tsx";
import type { Store } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

export const stores: Listing<Store> = {
  name: "stores",
  options: { order: "name" },
  icon: StoreIcon,
  write: "stores.write",
  columns: [
    { label: "stores.name", cell: (store) => <Name store={store} /> },
    {
      label: "stores.document",
      cell: ({ document }) =>
        document ? <span className="tabular whitespace-nowrap">{cnpjText(document)}</span> : null,
    },
    {
      label: "stores.city",
      cell: (store) =>
        store.city || store.neighborhood || store.latitude !== null ? (
          <Place store={store} />
        ) : null,
    },
  ],
  fields: [],
  emptyValues: {},
  dialog: StoreDialog,
};

/** The stores, each with its delivery fees, its account for Pix and its page for customers. */
export function Stores() {
  const [feesOf, setFeesOf] = useState<Store | null>(null);
  const [accountOf, setAccountOf] = useState<Store | null>(null);
  const [shopOf, setShopOf] = useState<Store | null>(null);
  return (
    <>
      <ListPage
        listing={{
          ...stores,
          actions: (store) => [
            { label: "deliveryFees.of", icon: Truck, run: () => setFeesOf(store) },
            { label: "pixAccounts.of", icon: QrCode, run: () => setAccountOf(store) },
            { label: "shop.of", icon: ShoppingBag, run: () => setShopOf(store) },
          ],
        }}
      />
      {feesOf && <DeliveryFees store={feesOf} onClose={() => setFeesOf(null)} />}
      {accountOf && <PixAccount store={accountOf} onClose={() => setAccountOf(null)} />}
      {shopOf && <ShopDialog store={shopOf} onClose={() => setShopOf(null)} />}
    </>
  );
}

function Name({ store: { name, fantasy, isActive } }: { store: Store }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="min-w-0 font-medium break-words">{name}</span>
      {fantasy && fantasy !== name && (
        <span className="text-muted text-small min-w-0 break-words">{fantasy}</span>
      )}
      {!isActive && <span className="text-waiting text-small">{t("stores.inactive")}</span>}
    </span>
  );
}

function Place({ store: { neighborhood, city, state, latitude } }: { store: Store }) {
  const { t } = useTranslation();
  const town = [city, state].filter(Boolean).join(" – ");
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {[neighborhood, town].filter(Boolean).join(", ")}
      {latitude !== null && (
        <MapPin size={14} className="text-muted" role="img" aria-label={t("stores.located")} />
      )}
    </span>
  );
}

import { signal } from "@preact/signals-react";
import { useState } from "react";
import { listStories } from "../../parts/ListStories.tsx";
import type { Story } from "../../parts/story.ts";
import { RowsView } from "../../lists/RowsDialog.tsx";
import { products } from "./Products.tsx";
import { entries, stockTexts } from "./StockDialog.tsx";
import type { Entry, Product } from "./types.ts";

const at = "2026-11-20T12:00:00Z";
const product = (id: number, name: string, more: Partial<Product> = {}): Product => ({
  id,
  name,
  ean: null,
  code: null,
  description: null,
  isActive: true,
  categoryId: null,
  unit: "un",
  optionGroupIds: [],
  optionGroups: [],
  kitItems: [],
  category: null,
  categoryName: null,
  userId: 1,
  deletedAt: null,
  mediaPath: null,
  mediaName: null,
  createdAt: at,
  updatedAt: at,
  ...more,
});
const many = [
  product(1, "Pão francês", {
    ean: "7891234567895",
    code: "001",
    category: "Pães",
    mediaPath: "/public/icon-192.png?x=1",
  }),
  product(
    2,
    "Bolo de cenoura com cobertura de chocolate e muito mais coisas do que cabe numa linha só",
    { code: "B-20/7" },
  ),
  product(3, "Panetone", { isActive: false, category: "Natal" }),
  product(4, "Café da manhã", {
    kitItems: [
      { productId: 1, name: "Pão francês", unit: "un", amount: 4 },
      { productId: 5, name: "Queijo minas", unit: "kg", amount: 0.15 },
    ],
  }),
];

const entry = (id: number, name: string, stock: number, promotionPrice = "0.00"): Entry => ({
  id,
  productId: 1,
  storeId: id,
  stock,
  lowStock: 5,
  costPrice: "0.40",
  sellingPrice: "1.00",
  promotionPrice,
  product: { id: 1, name: "Pão francês" },
  unit: "un",
  store: { id, name },
  createdAt: at,
  updatedAt: at,
});

export const productStories: Story[] = [
  ...listStories("products", { ...products, pager: false }, many),
  { name: "rows dialog", show: () => <Rows /> },
];

function Rows() {
  const [open, setOpen] = useState(false);
  const rows = [
    entry(1, "Matriz", 120),
    entry(2, "Filial da praça", 3, "0.79"),
    entry(3, "Quiosque", 0),
  ];
  const list = {
    rows: signal(rows),
    hasMore: signal(false),
    count: signal(3),
    loading: signal(false),
    failed: signal(null),
    search: signal(""),
    more: () => {},
    reload: () => {},
  };
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Estoque e preços
      </button>
      {open && (
        <RowsView
          title="Estoque e preços: Pão francês"
          listing={entries}
          texts={stockTexts}
          path="/productStores"
          owner={{ productId: 1 }}
          list={list}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

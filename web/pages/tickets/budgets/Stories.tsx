import { type ReactNode, useState } from "react";
import type { Budget } from "../../../inbox/open-budgets.ts";
import { addTexts } from "../../../kit/translations.ts";
import { AmountInput } from "../../../parts/budgets/AmountInput.tsx";
import { BudgetCard } from "./BudgetList.tsx";
import { draftActions } from "../../../parts/budgets/lines.ts";
import { CartLines } from "../../../parts/cart/CartLines.tsx";
import { ChipChoice } from "../../../parts/budgets/ChipChoice.tsx";
import type { Line } from "../../../parts/cart/line.ts";
import type { OfferedProduct } from "../../../parts/products/offers.ts";
import { Offer } from "../../../parts/products/ProductSearch.tsx";
import texts from "../../../parts/budgets/texts.json";
import { Totals } from "../../../parts/budgets/Totals.tsx";

addTexts(texts);

const at = "2026-11-20T12:00:00Z";
const none = () => {};

const offer = (id: number, name: string, more: Partial<OfferedProduct> = {}): OfferedProduct => ({
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
  promotions: [],
  category: null,
  categoryName: null,
  userId: 1,
  deletedAt: null,
  mediaPath: null,
  mediaName: null,
  createdAt: at,
  updatedAt: at,
  storeId: 1,
  stock: 12,
  lowStock: 5,
  sellingPrice: "60.00",
  promotionPrice: "0.00",
  price: "60.00",
  ...more,
});

const offers = [
  offer(1, "Bolo de cenoura com cobertura de chocolate meio amargo", {
    promotionPrice: "49.90",
    price: "49.90",
    code: "BOLO1",
  }),
  offer(2, "Pão francês", { ean: "7891000100103", sellingPrice: "1.25", price: "1.25", stock: 3 }),
  offer(3, "Suco de laranja", { sellingPrice: "8.00", price: "8.00", stock: 0 }),
];

const line = (productId: number, name: string, more: Partial<Line> = {}): Line => ({
  productId,
  name,
  ean: null,
  picture: null,
  amount: 2,
  isActive: true,
  price: { sellingPrice: 6000, promotionPrice: 4990, stock: 20 },
  ...more,
});
const lines = [
  line(1, "Bolo de cenoura com cobertura de chocolate meio amargo", { before: 4500 }),
  line(2, "Suco de laranja", {
    amount: 5,
    price: { sellingPrice: 800, promotionPrice: 0, stock: 3 },
  }),
  line(3, "Broa de milho", { isActive: false }),
];
const quoted = {
  subTotal: 13_980,
  freight: 900,
  discount: 500,
  discountPercent: 358,
  total: 14_380,
  couponApplies: false,
  maxInstallments: 3,
  installments: 1,
  change: 0,
  problems: [],
};
const quotedLines = lines.map(({ productId, amount }) => ({
  productId,
  unit: "un" as const,
  options: [],
  note: "",
  kit: null,
  amount,
  unitary: 4990,
  unitaryGross: 6000,
  discount: 0,
  total: 4990 * amount,
}));

const budget: Budget = {
  id: 1,
  number: 1042,
  contactId: 1,
  ticketId: 1,
  storeId: 1,
  userId: 1,
  typeRoute: "ENTREGA",
  channel: "WHATSAPP",
  contactAddressId: 1,
  paymentId: 3,
  installments: 3,
  changeFor: "0.00",
  couponId: null,
  wantedAt: null,
  courierId: null,
  subTotal: "139.80",
  freight: "9.00",
  discount: "5.00",
  increase: "0.00",
  total: "143.80",
  orderId: null,
  closedAt: null,
  createdAt: at,
  updatedAt: at,
  contact: { id: 1, name: "Bia", number: "5511988880001" },
  store: {
    id: 1,
    name: "Padaria Pão Quente do Centro",
    address: "Praça da Sé",
    number: "1",
    neighborhood: "Sé",
    city: "São Paulo",
    state: "SP",
  },
  user: { id: 1, name: "Ana Ribeiro" },
  coupon: null,
  payments: {
    prepaid: "0.00",
    pending: "143.80",
    methods: [
      {
        id: 3,
        name: "Cartão de crédito",
        typePaymentId: 3,
        value: "143.80",
        changeFor: "0.00",
        installments: 3,
      },
    ],
  },
  orderItems: ["Bolo de cenoura", "Suco de laranja", "Broa de milho"].map((name, index) => ({
    productId: index + 1,
    unit: "un" as const,
    note: index === 0 ? "Escrever: Maria, 7 anos" : "",
    options:
      index === 0
        ? [{ optionId: 1, amount: 1, name: "Nozes", price: "3.50", priceMode: "add" as const }]
        : [],
    kit: null,
    amount: index + 1,
    unitary: "10.00",
    unitaryGross: "10.00",
    discount: "0.00",
    total: "10.00",
    product: { name },
  })),
  pixCode: null,
};

/** The parts of a budget in their states, for the gallery. */
export const budgetStories: { name: string; show: () => ReactNode }[] = [
  {
    name: "an open budget",
    show: () => (
      <Narrow>
        <ul>
          <BudgetCard
            budget={budget}
            onEdit={none}
            onDelete={none}
            onConfirm={none}
            onSend={none}
          />
        </ul>
      </Narrow>
    ),
  },
  {
    name: "products on offer",
    show: () => (
      <Narrow>
        {offers.map((product) => (
          <div key={product.id} className="menu-item">
            <Offer product={product} />
          </div>
        ))}
      </Narrow>
    ),
  },
  {
    name: "a cart",
    show: () => (
      <Narrow>
        <CartLines
          actions={draftActions}
          lines={lines}
          quoted={quotedLines}
          obstacles={[
            { code: "stock", line: 1, limit: 3 },
            { code: "productGone", line: 2 },
          ]}
          search={{ current: null }}
          onNext={none}
        />
      </Narrow>
    ),
  },
  { name: "how it is paid", show: Paying },
  {
    name: "what a budget comes to",
    show: () => (
      <Narrow>
        <Totals quoted={{ ...quoted, lines: [] }} />
      </Narrow>
    ),
  },
];

const Narrow = ({ children }: { children: ReactNode }) => (
  <div className="bg-base-100 w-80">{children}</div>
);

function Paying() {
  const [id, setId] = useState<number | null>(null);
  const [cents, setCents] = useState(1290);
  return (
    <Narrow>
      <ChipChoice
        part="payment"
        legend="Pagamento"
        options={["Dinheiro", "Pix", "Cartão de crédito", "Cartão de débito"].map(
          (label, value) => ({ value, label }),
        )}
        value={id}
        error={id === null ? "Selecione um metodo de pagamento" : undefined}
        onChange={setId}
      />
      <AmountInput
        label="Troco para"
        unit="money"
        value={cents}
        onChange={setCents}
        onValid={none}
      />
    </Narrow>
  );
}

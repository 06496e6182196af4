import type { FullOrder, OrderItem, OrderStatus } from "./types.ts";

/** A bakery's statuses, for the gallery. */
export const sampleStatuses: OrderStatus[] = [
  { id: 1, code: 1, name: "Pendente", color: "#b45309", isCancelled: false },
  {
    id: 2,
    code: 2,
    name: "Em preparo",
    color: "#0f766e",
    isCancelled: false,
    message: "Seu pedido está no forno.",
  },
  { id: 3, code: 3, name: "Saiu para entrega", color: "#35617f", isCancelled: false },
  { id: 4, code: 4, name: "Entregue", color: "#4d7c0f", isCancelled: false },
  { id: 5, code: 5, name: "Cancelado", color: "#b91c1c", isCancelled: true },
];

const people = [
  "Bia Souza",
  "Davi",
  "Maria Aparecida dos Santos de Oliveira e Albuquerque",
  "Elis",
  "Guto",
];
const names = [
  "Pão de queijo",
  "Bolo de fubá com goiabada e cobertura de coco",
  "Pão francês",
  "Café coado",
  "Sonho de creme",
];
const stores = ["Padaria Pão Quente Centro", "Fábrica"];

const item = (index: number, amount: number, cents: number): OrderItem => ({
  productId: index + 1,
  product: { name: names[index % names.length]! },
  unit: "un",
  note: index % 5 === 1 ? "Sem açúcar por cima" : "",
  options:
    index % 5 === 1
      ? [{ optionId: 1, amount: 1, name: "Goiabada", price: "2.00", priceMode: "add" }]
      : [],
  kit: null,
  amount,
  unitary: (cents / 100).toFixed(2),
  unitaryGross: (cents / 100).toFixed(2),
  discount: "0.00",
  total: ((cents * amount) / 100).toFixed(2),
});

/** `count` orders of today, for the gallery. */
export const sampleOrders = (count: number): FullOrder[] =>
  Array.from({ length: count }, (_, index) => sampleOrder(index));

const unplanned = {
  clientId: null,
  wantedAt: null,
  remindedAt: null,
  courierId: null,
  courier: null,
};

function sampleOrder(index: number): FullOrder {
  const status = sampleStatuses[[0, 1, 0, 2, 3, 0, 4][index % 7]!]!;
  const orderItems = Array.from({ length: 1 + (index % 5) }, (_, at) =>
    item(index + at, 1 + ((index + at) % 6), 450 + 325 * at),
  );
  const subTotal = orderItems.reduce((sum, { total }) => sum + Number(total), 0);
  const isDelivered = index % 2 === 0;
  const total = (subTotal + (isDelivered ? 7 : 0)).toFixed(2);
  const store = { id: 1 + (index % 2), name: stores[index % 2]! };
  const received = [total, "0.00", "5.00"][index % 3]!;
  const emission = new Date(Date.now() - (count - index) * 9 * 60_000).toISOString();
  return {
    id: index + 1,
    number: 1042 + index,
    statusId: status.id,
    status,
    emission,
    typeRoute: isDelivered ? "ENTREGA" : "RETIRADA",
    channel: "WHATSAPP",
    subTotal: subTotal.toFixed(2),
    freight: isDelivered ? "7.00" : "0.00",
    discount: "0.00",
    total,
    pixGateway: false,
    notes: index % 3 === 0 ? "Sem açúcar por cima.\nTocar a campainha do fundo." : "",
    contactId: index + 1,
    contact: { id: index + 1, name: people[index % people.length]!, number: "5511988880001" },
    contactAddressId: isDelivered ? 1 : null,
    contactAddress: isDelivered
      ? {
          zipCode: "01310100",
          address: "Rua das Palmeiras",
          number: "120",
          complement: "fundos",
          neighborhood: "Centro",
          city: "São Paulo",
          state: "SP",
          latitude: null,
          longitude: null,
        }
      : null,
    storeId: store.id,
    store,
    userId: 1,
    user: { id: 1, name: "Ana Ribeiro" },
    paymentId: 1,
    installments: 1,
    changeFor: index % 4 === 0 ? "200.00" : "0.00",
    payments: [
      {
        value: total,
        installments: 1,
        changeFor: index % 4 === 0 ? "200.00" : "0.00",
        payment: { id: 1, name: ["Dinheiro", "Pix", "Cartão de crédito"][index % 3]! },
      },
    ],
    cancelledAt: null,
    received,
    ...unplanned,
    refunded: "0.00",
    owed: (Number(total) - Number(received)).toFixed(2),
    paymentState: (["paid", "unpaid", "partial"] as const)[index % 3]!,
    credit: "0.00",
    pixCode: null,
    receipts:
      Number(received) === 0
        ? []
        : [
            {
              id: 1,
              paymentId: 2,
              payment: { id: 2, name: "Pix" },
              value: received,
              change: "0.00",
              note: index % 3 === 2 ? "sinal" : "",
              refundOf: null,
              isCredit: false,
              byGateway: false,
              tillId: null,
              user: { id: 1, name: "Ana Ribeiro" },
              at: emission,
            },
          ],
    ticketId: null,
    budgetId: null,
    budgetNumber: 310 + index,
    couponId: null,
    increase: "0.00",
    createdAt: emission,
    updatedAt: emission,
    orderItems,
    coupon: null,
    history: [
      {
        id: 1,
        statusId: 1,
        name: "Pendente",
        user: { id: 1, name: "Ana Ribeiro" },
        told: false,
        ...noChange,
        at: emission,
      },
      ...(index % 3 === 0
        ? [
            {
              id: 3,
              statusId: null,
              name: "",
              user: { id: 1, name: "Ana Ribeiro" },
              told: false,
              changes: ["items" as const, "discount" as const],
              totalBefore: (Number(total) + 4.5).toFixed(2),
              totalAfter: total,
              receiptId: null,
              ...noCouriers,
              at: emission,
            },
          ]
        : []),
      ...(status.id > 1
        ? [
            {
              id: 2,
              statusId: status.id,
              name: status.name,
              user: { id: 2, name: "Rui" },
              told: true,
              ...noChange,
              at: new Date().toISOString(),
            },
          ]
        : []),
    ],
  };
}

const noCouriers = { courierBefore: null, courierAfter: null };
const noChange = {
  changes: null,
  totalBefore: null,
  totalAfter: null,
  receiptId: null,
  ...noCouriers,
};

const count = 40;

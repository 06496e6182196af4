import { expect } from "bun:test";
import { box, dot, idOf, test, type Box } from "../world.ts";

/** A shop with one of each thing of the catalogue, all with id 1, and a credit card (id 2). */
async function furnished() {
  const shop = await box();
  const rui = shop.as("rui");
  const rows: [string, object][] = [
    ["/categories", { name: "Pães" }],
    ["/stores", { name: "Matriz" }],
    ["/delivery-fee", { storeId: 1, saleValue: "0", deliveryFee: "7" }],
    ["/products", { name: "Pão francês", code: "P1", ean: "789", categoryId: 1 }],
    [
      "/productStores",
      { productId: 1, storeId: 1, stock: 10, costPrice: "0.4", sellingPrice: "1" },
    ],
    ["/payments", { name: "Dinheiro", typePaymentId: 1 }],
    ["/payments", { name: "Crédito", typePaymentId: 3 }],
    ["/paymentDetails", { paymentId: 2, minimumValue: "100", installments: 3 }],
    ["/groupRangeDiscounts", { name: "Vendedores", discount: 7.5 }],
    ["/orderStatus", { name: "Pendente", color: "#a16207" }],
    [
      "/coupons",
      {
        code: "PAO10",
        type: "PERCENTAGE_DISCOUNT",
        value: "10",
        valueMin: "30",
        startDate: "2026-11-20",
        expirationDate: "2026-11-30",
      },
    ],
    [
      "/promotions",
      { name: "Semana da broa", startpromotionsAt: "2026-11-20", endpromotionsAt: "2026-11-27" },
    ],
  ];
  for (const [path, body] of rows)
    expect([path, (await rui.post(path, body)).status]).toEqual([path, 201]);
  return shop;
}

const paged = (envelope: string, row: object) => ({
  [envelope]: [expect.objectContaining(row)],
  hasMore: false,
  count: expect.anything(),
});
const png = Buffer.from(dot).toString("base64");
const store = { id: 1, name: "Matriz" };
const product = {
  id: 1,
  name: "Pão francês",
  ean: "789",
  code: "P1",
  category: "Pães",
  categoryName: "Pães",
  isActive: true,
  description: null,
};
const entry = {
  id: 1,
  storeId: 1,
  productId: 1,
  stock: 10,
  costPrice: "0.40",
  sellingPrice: "1.00",
  promotionPrice: "0.00",
  store: { name: "Matriz" },
  product: { name: "Pão francês" },
};
const card = {
  id: 2,
  code: null,
  name: "Crédito",
  typePaymentId: 3,
  userId: idOf.rui,
  typePayment: { id: 3, code: "CC", change: false, installments: true },
};
const coupon = {
  id: 1,
  code: "PAO10",
  type: "PERCENTAGE_DISCOUNT",
  value: "10.00",
  valueMin: "30.00",
  startDate: "2026-11-20",
  expirationDate: "2026-11-30",
  maxUsage: 0,
  currentUsage: 0,
  isActive: true,
};
const promotion = {
  id: 1,
  name: "Semana da broa",
  status: true,
  startpromotionsAt: "2026-11-20",
  endpromotionsAt: "2026-11-27",
  storeId: null,
  store: null,
  mediaPath: null,
  mediaName: null,
};

/** The calls of clients, with the bodies that they send and the fields that they read. */
const calls: [call: string, answer: unknown, body?: object][] = [
  ["GET /stores/?searchParam=matr&pageNumber=1", paged("stores", store)],
  ["GET /stores/list", [store]],
  ["GET /stores/1", { ...store, isActive: true }],
  [
    "POST /stores",
    { name: "Filial", zipCode: "01001000", document: "11222333000181" },
    { name: "Filial", zipCode: "01001-000", document: "11.222.333/0001-81", userId: 77 },
  ],
  [
    "PUT /stores/1",
    { name: "Matriz", keyPix: "pix@paoquente.com.br" },
    { ...store, keyPix: "pix@paoquente.com.br" },
  ],
  ["DELETE /stores/1", {}],
  [
    "GET /delivery-fee/list?storeId=1",
    [{ storeId: 1, saleValue: "0.00", minKm: null, deliveryFee: "7.00" }],
  ],
  [
    "POST /delivery-fee",
    { minKm: 3, deliveryFee: "9.50" },
    { storeId: 1, saleValue: "", minKm: 3, deliveryFee: 9.5 },
  ],
  [
    "PUT /delivery-fee/1",
    { deliveryFee: "8.00" },
    { id: 1, storeId: 1, saleValue: "0.00", minKm: null, deliveryFee: "8" },
  ],
  ["DELETE /delivery-fee/1", {}],
  ["GET /products/?searchParam=pao&pageNumber=1", { ...paged("products", product), count: [1] }],
  [
    "GET /products/list/full?storeId=1&pageSize=50&pageNumber=1&searchParam=",
    {
      products: [
        { ...product, stock: 10, sellingPrice: "1.00", promotionPrice: "0.00", price: "1.00" },
      ],
      hasMore: false,
    },
  ],
  ["GET /products/1", product],
  [
    "POST /products",
    { name: "Broa de milho", mediaName: "imagem.png" },
    {
      ean: "",
      name: "Broa de milho",
      code: "",
      description: "",
      isActive: true,
      categoryId: 1,
      media: png,
      userId: 1,
    },
  ],
  [
    "PUT /products/1",
    { name: "Pão", isActive: false },
    { ...product, name: "Pão", isActive: false, media: null },
  ],
  ["DELETE /products/1", {}],
  ["GET /productStores/all/1", { productStores: [entry] }],
  [
    "POST /productStores",
    { ...entry, stock: 12, sellingPrice: "1.20" },
    { productId: 1, storeId: 1, stock: 12, costPrice: 0.4, sellingPrice: 1.2, promotionPrice: 0 },
  ],
  ["DELETE /productStores/1", {}],
  [
    "GET /categories/?searchParam=&pageNumber=1",
    paged("categories", { id: 1, name: "Pães", code: null }),
  ],
  ["GET /categories/list", [{ id: 1, name: "Pães" }]],
  [
    "GET /typePayments/list",
    [
      { id: 1, code: "DH", change: true, installments: false },
      { id: 2, code: "PX" },
      { id: 3, code: "CC", change: false, installments: true },
      { id: 4, code: "CD" },
    ],
  ],
  ["GET /typePayments/3", { id: 3, code: "CC" }],
  ["GET /payments/?searchParam=cr&pageNumber=1", paged("payments", card)],
  ["GET /payments/2", { ...card, paymentDetails: [{ minimumValue: "100.00", installments: 3 }] }],
  [
    "POST /payments",
    { name: "Pix", code: null, typePaymentId: 2 },
    { code: "", name: "Pix", typePaymentId: 2, userId: 1 },
  ],
  [
    "PUT /payments/2",
    { ...card, code: "CRED" },
    { code: "CRED", name: "Crédito", typePaymentId: 3, userId: 1 },
  ],
  ["DELETE /payments/1", {}],
  [
    "GET /paymentDetails/all/2",
    { paymentDetails: [{ paymentId: 2, minimumValue: "100.00", installments: 3 }] },
  ],
  ["GET /paymentDetails/1", { id: 1, minimumValue: "100.00" }],
  [
    "POST /paymentDetails",
    { minimumValue: "300.00", installments: 6 },
    { minimumValue: "300.00", installments: 6, paymentId: 2 },
  ],
  [
    "PUT /paymentDetails/1",
    { minimumValue: "150.00", installments: 4 },
    { minimumValue: "150.00", installments: 4, paymentDetailId: 1 },
  ],
  ["DELETE /paymentDetails/1", {}],
  [
    "GET /groupRangeDiscounts/?searchParam=&pageNumber=1",
    paged("groupRangeDiscounts", { id: 1, name: "Vendedores", discount: 7.5, userId: idOf.rui }),
  ],
  ["GET /groupRangeDiscounts/list", [{ id: 1, discount: 7.5 }]],
  [
    "POST /groupRangeDiscounts",
    { name: "Gerentes", discount: 33.33 },
    { name: "Gerentes", discount: 33.33, userId: 1 },
  ],
  ["PUT /groupRangeDiscounts/1", { discount: 5 }, { name: "Vendedores", discount: 5, userId: 1 }],
  ["DELETE /groupRangeDiscounts/1", {}],
  [
    "GET /orderStatus/?searchParam=&pageNumber=1",
    paged("orderStatus", { id: 1, code: 1, name: "Pendente", color: "#a16207" }),
  ],
  ["GET /orderStatus/list", [{ id: 1, code: 1 }]],
  [
    "POST /orderStatus",
    { code: 9, name: "Entregue", color: "#4d7c0f" },
    { code: 9, name: "Entregue", color: "#4D7C0F", userId: 1 },
  ],
  [
    "PUT /orderStatus/1",
    { code: 1, name: "Novo" },
    { code: 1, name: "Novo", color: "#a16207", userId: 1 },
  ],
  ["DELETE /orderStatus/1", {}],
  ["GET /coupons/list?searchParam=&pageNumber=1&expired=false", paged("coupons", coupon)],
  ["GET /coupons/1", coupon],
  [
    "POST /coupons",
    { code: "FRETE", type: "FREE_SHIPPING", value: "0.00" },
    {
      code: "frete",
      type: "FREE_SHIPPING",
      value: "",
      startDate: "2026-11-20",
      expirationDate: "2026-11-20",
      maxUsage: 0,
    },
  ],
  ["PUT /coupons/1/deactive", { ...coupon, isActive: false }],
  [
    "GET /coupons/pao10/validate",
    { id: 1, code: "PAO10", type: "PERCENTAGE_DISCOUNT", value: "10.00", valueMin: "30.00" },
  ],
  ["GET /promotions/?searchParam=&pageNumber=1", paged("promotions", promotion)],
  ["GET /promotions/1", promotion],
  [
    "POST /promotions",
    { name: "Natal", storeId: 1, store: { name: "Matriz" } },
    {
      name: "Natal",
      status: true,
      startpromotionsAt: "2026-12-01",
      endpromotionsAt: "2026-12-24",
      storeId: 1,
    },
  ],
  ["PUT /promotions/1", { status: false }, { ...promotion, status: false }],
  ["DELETE /promotions/1", {}],
];

test("each call of the catalogue answers what its clients read", async () => {
  for (const [call, answer, body] of calls) {
    const [method, path] = call.split(" ") as [string, string];
    const reply = await (await furnished()).as("rui").call(method, path, body);
    expect({ call, status: reply.status, body: reply.body }).toMatchObject({
      call,
      status: method === "POST" ? 201 : 200,
      body: answer as object,
    });
  }
}, 60_000);

test("a flyer is sent by form", async () => {
  const shop = await furnished();
  const form = new FormData();
  form.append("file", new File([dot], "folheto.png", { type: "image/png" }));
  expect(await shop.as("rui").post("/promotions/1/media-upload", form)).toMatchObject({
    status: 200,
    body: { mediaName: "folheto.png", mediaPath: expect.stringMatching(/^\/media\/1\//) },
  });
});

test("an agent reads all of it, and writes none of it", async () => {
  const shop: Box = await furnished();
  const ana = shop.as("ana");
  for (const [call, , body] of calls) {
    const [method, path] = call.split(" ") as [string, string];
    if (method !== "GET")
      expect([call, (await ana.call(method, path, body)).status]).toEqual([call, 403]);
    else expect([call, (await ana.get(path)).status]).toEqual([call, 200]);
  }
});

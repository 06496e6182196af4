import { flyer, picture } from "./demo-paint.ts";
import { categories, products, promoted, type DemoProduct } from "./demo-products.ts";
import { afternoon } from "./demo-afternoon.ts";
import { morning } from "./demo-morning.ts";
import type { DemoSale } from "./demo-sale.ts";
import { coupons, discounts, fees, homes, statusTexts, stores, walkIns } from "./demo-shop.ts";

const sales = [...morning, ...afternoon];

/** A call of the box's own API, as a signed-in user. */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>;
type Team = { rui: Call; ana: Call; caio: Call };
type Row = { id: number; name: string };

/** Sets the shop up: its stores, products, prices and discounts. `today` is the shop's day. */
export async function openShop(rui: Call, today: Temporal.PlainDate) {
  const storeIds = await inTurn(
    stores,
    async (store) => (await rui<Row>("POST", "/stores", store)).id,
  );
  for (const storeId of storeIds)
    await inTurn(fees, (fee) => rui("POST", "/delivery-fee", { storeId, ...fee }));
  const categoryIds = new Map(
    await inTurn(
      categories,
      async (name) => [name, (await rui<Row>("POST", "/categories", { name })).id] as const,
    ),
  );
  const productIds = new Map(await Promise.all(products.map(offer)));

  const statusIds = idsByName(await rui<Row[]>("GET", "/orderStatus/list"));
  for (const [name, message] of Object.entries(statusTexts))
    await rui("PUT", `/orderStatus/${statusIds.get(name)}`, { message });
  const credit = (await rui<Row[]>("GET", "/payments/list")).find(
    ({ name }) => name === "Cartão de crédito",
  )!;
  for (const [minimumValue, installments] of [
    ["60.00", 2],
    ["120.00", 4],
  ])
    await rui("POST", "/paymentDetails", { paymentId: credit.id, minimumValue, installments });
  const startDate = today.toString();
  for (const { days, ...coupon } of coupons)
    await rui("POST", "/coupons", {
      ...coupon,
      startDate,
      expirationDate: today.add({ days }).toString(),
    });
  const promotion = await rui<Row>("POST", "/promotions", {
    name: "Semana da broa",
    startpromotionsAt: startDate,
    endpromotionsAt: today.add({ days: 6 }).toString(),
  });
  const sheet = new FormData();
  sheet.set(
    "file",
    new File(
      [
        flyer(
          promoted.map((name) => products.find((product) => product.name === name)!.drawing),
          2,
        ),
      ],
      "semana-da-broa.png",
      { type: "image/png" },
    ),
  );
  await rui("POST", `/promotions/${promotion.id}/media-upload`, sheet);
  return { storeIds, productIds };

  async function offer(
    { name, category, price, promotion = 0, stock, drawing, description }: DemoProduct,
    place: number,
  ) {
    const { id: productId } = await rui<Row>("POST", "/products", {
      name,
      description,
      code: String(place + 1).padStart(3, "0"),
      ean: eanOf(place + 1),
      categoryId: categoryIds.get(category),
      media: picture(drawing).toString("base64"),
    });
    for (const [index, storeId] of storeIds.entries()) {
      await rui("POST", "/productStores", {
        productId,
        storeId,
        costPrice: (price * 0.4).toFixed(2),
        sellingPrice: price.toFixed(2),
        promotionPrice: promotion.toFixed(2),
        lowStock: 8,
        stock: Math.ceil(stock / (index + 1)),
      });
    }
    return [name, productId] as const;
  }
}

/** Lets each of the team take off as much as is theirs. */
export async function allowDiscounts(rui: Call) {
  const users = await rui<Row[]>("GET", "/users/list");
  for (const [who, range] of Object.entries(discounts)) {
    const { id: groupRangeDiscountId } = await rui<Row>("POST", "/groupRangeDiscounts", range);
    await rui("PUT", `/users/${users.find(({ name }) => name.toLowerCase() === who)!.id}`, {
      groupRangeDiscountId,
    });
  }
}

/** The statuses that an order passes, up to its last; a pick-up has no delivery. */
const passed = {
  Pendente: [],
  "Em preparo": ["Em preparo"],
  "Saiu para entrega": ["Em preparo", "Saiu para entrega"],
  Entregue: ["Em preparo", "Saiu para entrega", "Entregue"],
  Cancelado: ["Cancelado"],
};

/**
 * The day's sales, in `parts` parts. Each call of the returned function plays the next part, and
 * advances earlier sales. `pass` lets time pass between them.
 */
export async function sellDay(
  team: Team,
  { storeIds, productIds }: Awaited<ReturnType<typeof openShop>>,
  parts: number,
  pass: (share: number) => void,
): Promise<() => Promise<void>> {
  const { rui } = team;
  await inTurn(walkIns, (contact) => rui("POST", "/contacts", contact));
  const paymentIds = idsByName(await rui<Row[]>("GET", "/payments/list"));
  const statusIds = idsByName(await rui<Row[]>("GET", "/orderStatus/list"));
  const couponIds = new Map(
    (await rui<{ coupons: { id: number; code: string }[] }>("GET", "/coupons/list")).coupons.map(
      ({ id, code }) => [code, id],
    ),
  );
  const addresses = new Map<string, number>();
  const underWay: { by: Call; id: number; path: string[] }[] = [];
  const state = { part: 0 };

  return async () => {
    const [from, to] = [state.part, ++state.part].map((part) =>
      Math.floor((part * sales.length) / parts),
    ) as [number, number];
    for (const order of underWay) {
      const next = order.path.shift();
      if (next) await order.by("PUT", `/orders/${order.id}/status/${statusIds.get(next)}`);
    }
    for (const sale of sales.slice(from, to)) {
      pass(1 / (to - from + 1));
      await sell(sale);
    }
    pass(1 / (to - from + 1));
  };

  async function sell({
    agent,
    of,
    items,
    pays,
    store = 0,
    isDelivered,
    changeFor,
    discount,
    coupon,
    notes,
    reaches,
  }: DemoSale) {
    const by = team[agent];
    const contactId = await contactOf(of);
    const budget = await by<{ id: number }>("POST", "/budgets", {
      contactId,
      storeId: storeIds[store],
      paymentId: paymentIds.get(pays),
      ticketId: await ticketOf(by, contactId),
      changeFor,
      discount,
      ...(isDelivered
        ? { typeRoute: "ENTREGA", contactAddressId: await addressOf(of, contactId) }
        : { typeRoute: "RETIRADA" }),
      couponId: coupon && couponIds.get(coupon),
      orderItems: items.map(([name, amount]) => ({ productId: productIds.get(name), amount })),
    });
    if (!reaches) return;
    const { id } = await by<{ id: number }>("POST", `/budgets/${budget.id}/confirm`);
    if (notes) await by("PUT", `/orders/${id}`, { notes });
    underWay.push({
      by,
      id,
      path: passed[reaches].filter((status) => isDelivered || status !== "Saiu para entrega"),
    });
  }

  async function contactOf(number: string): Promise<number> {
    const { contacts } = await rui<{ contacts: { id: number; number: string }[] }>(
      "GET",
      `/contacts?searchParam=${number}`,
    );
    return contacts.find((contact) => contact.number === number)!.id;
  }

  async function ticketOf(by: Call, contactId: number): Promise<number | undefined> {
    const { tickets } = await by<{ tickets: { id: number; contactId: number; status: string }[] }>(
      "GET",
      "/tickets",
    );
    return tickets.find((ticket) => ticket.contactId === contactId && ticket.status === "open")?.id;
  }

  async function addressOf(number: string, contactId: number): Promise<number> {
    const id =
      addresses.get(number) ??
      (await rui<{ id: number }>("POST", "/contactAddress", { contactId, ...homes.get(number)! }))
        .id;
    addresses.set(number, id);
    return id;
  }
}

/** An EAN-13 of the numbers that shops give out themselves, with its check digit. */
function eanOf(number: number): string {
  const digits = `20${String(number).padStart(10, "0")}`;
  const weighed = [...digits].reduce(
    (sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (weighed % 10)) % 10}`;
}

const idsByName = (rows: Row[]) => new Map(rows.map(({ id, name }) => [name, id]));

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const done: Result[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

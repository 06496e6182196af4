import type { Call } from "./calls.ts";

type Sold = { id: number; number: number };

/**
 * Lets a shop sell, through the API: one store and three products. Returns calls that sell them.
 */
export async function sellingFrom(call: Call) {
  const store = await call<{ id: number }>("POST", "/stores", {
    name: "Padaria Pão Quente Centro",
    address: "Rua das Palmeiras",
    number: "120",
    neighborhood: "Centro",
    city: "São Paulo",
    state: "SP",
  });
  const priced = {
    "Pão de queijo": "4.50",
    "Bolo de fubá": "28.00",
    "Café coado": "6.00",
  } as const;
  const products = Object.fromEntries(
    await Promise.all(
      Object.entries(priced).map(
        async ([name, sellingPrice]) => [name, await offer(name, sellingPrice)] as const,
      ),
    ),
  ) as Record<keyof typeof priced, number>;
  const statuses = await call<{ id: number; name: string }[]>("GET", "/orderStatus/list");
  const people = new Map<string, number>();

  return {
    store,
    products,
    /** The id of a status, by its name. */
    status: (name: string) => statuses.find((status) => status.name === name)!.id,
    /** Returns a person to sell to, by name. */
    person,
    stockOf: async (name: keyof typeof priced) =>
      (
        await call<{ productStores: { stock: number }[] }>(
          "GET",
          `/productStores/all/${products[name]}`,
        )
      ).productStores[0]!.stock,
    /** Sells to a person: an order that they fetch in the store and pay in cash by default. */
    async sells(
      contact: string,
      items: Partial<Record<keyof typeof priced, number>>,
      { by = call, ...more }: { by?: Call } & Record<string, unknown> = {},
    ) {
      const orderItems = Object.entries(items).map(([name, amount]) => ({
        productId: products[name as keyof typeof priced],
        amount,
      }));
      return by<Sold>("POST", "/orders", {
        contactId: await person(contact),
        storeId: store.id,
        typeRoute: "RETIRADA",
        paymentId: 1,
        orderItems,
        ...more,
      });
    },
  };

  async function offer(name: string, sellingPrice: string) {
    const { id } = await call<{ id: number }>("POST", "/products", { name });
    await call("POST", "/productStores", {
      productId: id,
      storeId: store.id,
      stock: 100,
      costPrice: "1.00",
      sellingPrice,
      promotionPrice: "0.00",
    });
    return id;
  }

  async function person(name: string) {
    const contact =
      people.get(name) ??
      (
        await call<{ id: number }>("POST", "/contacts", {
          name,
          number: `55119777700${String(people.size).padStart(2, "0")}`,
        })
      ).id;
    people.set(name, contact);
    return contact;
  }
}

import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import type { Budget } from "../modules/budgets/table.ts";
import type { Campaign, CampaignReport } from "../modules/campaigns/table.ts";
import type { Import, ReadFile } from "../modules/imports/table.ts";
import type { Order } from "../modules/orders/table.ts";
import { claimedFolder } from "./claimed.ts";
import { kills } from "./kills.ts";
import { owner, runBalcao, startBox } from "./running.ts";
import { customers, formWith } from "./sheets.ts";
import { storedPhoneMessages } from "./stored-phone-messages.ts";
import { test, until, type Caller } from "./world.ts";

const bia = "5511988880001";
const imported = 1500;
const reached = 8;
const reachedNumber = (index: number) => `55119777${String(70_000 + index)}`;
const stock = 100_000;
/** How long (ms) the box works before each kill. */
const patiences = [300, 1100, 550, 1600, 800];

type Row = { id: number };
type Shop = {
  whatsappId: number;
  ticket: number;
  campaign: number;
  importId: number;
  cart: object;
};

/** The requested and the answered calls, by key. */
type Work = { asked: string[]; answered: string[] };
const works = () => ({ in: none(), out: none(), orders: new Map<number, number>() });
const none = (): Work => ({ asked: [], answered: [] });

/**
 * Starts all that a shop does at once: a conversation, a campaign, an import of contacts, and a
 * sale.
 */
async function busyShop(rui: Caller): Promise<Shop> {
  const make = async (path: string, body: object) => (await rui.post<Row>(path, body)).body.id;
  const whatsappId = await make("/whatsapp", { name: "Balcão", provider: "practice" });
  await rui.post(`/practice/${whatsappId}/scan`);
  await rui.post(`/practice/${whatsappId}/messages`, {
    from: bia,
    name: "Bia",
    body: "Oi",
    id: "oi",
  });
  const { id: ticket, contactId } = (
    await rui.get<{ tickets: { id: number; contactId: number }[] }>("/tickets?status=pending")
  ).body.tickets[0]!;
  await rui.put(`/tickets/${ticket}`, { status: "open" });

  const storeId = await make("/stores", { name: "Centro" });
  const productId = await make("/products", { name: "Pão francês" });
  await rui.post("/productStores", {
    productId,
    storeId,
    stock,
    costPrice: "0.50",
    sellingPrice: "1.00",
    promotionPrice: "",
  });
  const { payments } = (await rui.get<{ payments: Row[] }>("/payments/")).body;

  await rui.post("/campaign-settings", {
    settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
  });
  const contactListId = await make("/contact-lists", { name: "Clientes" });
  const { id: listImport } = (
    await rui.post<Import>(
      `/contact-lists/${contactListId}/upload`,
      formWith(
        Buffer.from(
          [
            "Nome;Número",
            ...Array.from(
              { length: reached },
              (_, index) => `Cliente ${index};${reachedNumber(index)}`,
            ),
          ].join("\n"),
        ),
        "lista.csv",
      ),
    )
  ).body;
  await until(
    async () => (await rui.get<Import>(`/imports/${listImport}`)).body.state === "done",
    20_000,
  );
  const campaign = (
    await rui.post<Campaign>("/campaigns", {
      name: "Natal",
      message1: "Feliz Natal {nome}",
      whatsappId,
      contactListId,
    })
  ).body.id;
  expect((await rui.post(`/campaigns/${campaign}/start`)).status).toBe(200);

  const { body: file } = await rui.post<ReadFile>(
    "/contacts/import/file",
    formWith(customers(imported), "clientes.csv"),
  );
  await rui.post(`/contacts/import/file/${file.id}`, { mapping: file.mapping });
  return {
    whatsappId,
    ticket,
    campaign,
    importId: file.id,
    cart: {
      contactId,
      storeId,
      paymentId: payments[0]!.id,
      typeRoute: "RETIRADA",
      orderItems: [{ productId, amount: 3 }],
    },
  };
}

const write = (rui: Caller, { whatsappId }: Shop, id: string) =>
  rui.post(`/practice/${whatsappId}/messages`, { from: bia, name: "Bia", body: id, id });
const answer = (rui: Caller, { ticket }: Shop, clientId: string) =>
  rui.post(`/messages/${ticket}`, { body: clientId, clientId });

/** Does all of it until the box is down. */
async function workUntilKilled(
  rui: Caller,
  shop: Shop,
  round: number,
  done: ReturnType<typeof works>,
) {
  const keep = async (
    { asked, answered }: Work,
    name: string,
    ask: (key: string) => Promise<{ status: number }>,
  ) => {
    for (let count = 0; ; count++) {
      const key = `${name}-${round}-${count}`;
      asked.push(key);
      if ((await ask(key)).status === 201) answered.push(key);
    }
  };
  const sell = async () => {
    for (;;) {
      const { id } = (await rui.post<Budget>("/budgets", shop.cart)).body;
      const { status, body } = await rui.post<Order>(`/budgets/${id}/confirm`);
      if (status === 200) done.orders.set(id, body.id);
    }
  };
  await Promise.allSettled([
    keep(done.in, "pergunta", (key) => write(rui, shop, key)),
    keep(done.out, "resposta", (key) => answer(rui, shop, key)),
    sell(),
    rui.post("/backups"),
  ]);
}

test("killed among messages, a campaign, sales, an import and a backup, the box has each once, and its copies are sound", async () => {
  const data = await claimedFolder();
  let box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const shop = await busyShop(box.as(token));
  const done = works();
  for (const [round, patience] of patiences.slice(0, kills(patiences.length)).entries()) {
    const working = workUntilKilled(box.as(token), shop, round, done);
    await Bun.sleep(patience);
    // A busy machine sells slowly, and each kill must find some orders.
    await until(() => done.orders.size >= 2 * (round + 1), 60_000);
    await box.kill();
    await working;
    expect(disagreements(data, done)).toEqual([]);
    box = await startBox(data);
  }

  // Otherwise the box was never killed in the middle of it.
  expect([
    done.in.asked.length > done.in.answered.length,
    done.out.asked.length > done.out.answered.length,
    done.orders.size > 5,
  ]).toEqual([true, true, true]);

  // The client repeats each call without an answer.
  const rui = box.as(token);
  for (const key of done.in.asked) expect((await write(rui, shop, key)).status).toBe(201);
  for (const key of done.out.asked) expect((await answer(rui, shop, key)).status).toBe(201);
  for (const [budget, order] of done.orders)
    expect((await rui.post<Order>(`/budgets/${budget}/confirm`)).body.id).toBe(order);
  const people = await until(async () => {
    const { body } = await rui.get<Import>(`/contacts/import/file/${shop.importId}`);
    return body.state === "done" && body;
  }, 60_000);
  expect(people).toMatchObject({ total: imported, done: imported, created: imported, refused: 0 });
  const { funnel } = await until(async () => {
    const { body } = await rui.get<CampaignReport>(`/campaigns/${shop.campaign}/report`);
    return body.campaign.status === "FINALIZADA" && body;
  }, 90_000);
  expect(funnel).toMatchObject({ total: reached, sent: reached, failed: 0, waiting: 0 });
  for (let index = 0; index < reached; index++)
    expect(storedPhoneMessages(data, reachedNumber(index)).map(({ body }) => body)).toEqual([
      `Feliz Natal Cliente ${index}`,
    ]);
  const onPhone = (fromShop: number) =>
    storedPhoneMessages(data, bia)
      .filter((each) => each.fromShop === fromShop && each.body !== "Oi")
      .map(({ body }) => body);
  await until(() => onPhone(1).length >= done.out.asked.length, 30_000);
  expect([onPhone(0).toSorted(), onPhone(1).toSorted()]).toEqual([
    done.in.asked.toSorted(),
    done.out.asked.toSorted(),
  ]);

  await box.stop();
  expect(disagreements(data, done)).toEqual([]);
  // A copy that goes on after the kill of its box either counts or does not exist.
  await until(async () => (await runBalcao(["backup", "now", "--data", data])).code === 0, 60_000);
  const { copies } = JSON.parse(
    (await runBalcao(["backup", "list", "--data", data, "--json"])).out,
  ) as { copies: { name: string }[] };
  for (const { name } of copies)
    expect(await runBalcao(["backup", "verify", name, "--data", data])).toMatchObject({
      code: 0,
      err: "",
    });
}, 300_000);

/**
 * Lists answered calls that are missing or stored twice, and figures that contradict one another.
 */
function disagreements(
  data: string,
  { in: received, out, orders }: ReturnType<typeof works>,
): string[] {
  const company = new Database(join(data, "companies/1.sqlite"), { strict: true });
  // A copy that goes on may be reading the files of the killed box.
  company.run("PRAGMA busy_timeout = 5000");
  try {
    const one = (query: string) => Object.values(company.query(query).get() as object)[0] as number;
    const bodies = Map.groupBy(
      company.query<{ body: string }, []>("SELECT body FROM messages").all(),
      ({ body }) => body,
    );
    const stored = new Map(
      company
        .query<{ budgetId: number; id: number }, []>("SELECT budgetId, id FROM orders")
        .all()
        .map(({ budgetId, id }) => [budgetId, id]),
    );
    const sold = one("SELECT coalesce(sum(amount) / 1000, 0) FROM orderItems");
    const checks: [string, boolean][] = [
      [
        "each answered message is there",
        [...received.answered, ...out.answered].every((key) => bodies.has(key)),
      ],
      [
        "no message is there twice",
        [...received.asked, ...out.asked].every((key) => (bodies.get(key)?.length ?? 0) <= 1),
      ],
      [
        "each answered order is there",
        [...orders].every(([budget, order]) => stored.get(budget) === order),
      ],
      ["each order is of a budget of its own", stored.size === one("SELECT count(*) FROM orders")],
      [
        "stock agrees",
        one("SELECT stock / 1000 FROM productStores") === stock - sold &&
          one("SELECT sum(amount) / 1000 FROM stockMovements") === stock - sold,
      ],
      [
        "no number has two contacts",
        one(
          "SELECT count(*) FROM (SELECT 1 FROM identifiers GROUP BY type, value HAVING count(*) > 1)",
        ) === 0,
      ],
      [
        "what hangs on something is whole",
        company.query("PRAGMA foreign_key_check").all().length === 0,
      ],
      [
        "the file is whole",
        (company.query("PRAGMA integrity_check").get() as { integrity_check: string })
          .integrity_check === "ok",
      ],
    ];
    return checks.flatMap(([name, holds]) => (holds ? [] : [name]));
  } finally {
    company.close();
  }
}

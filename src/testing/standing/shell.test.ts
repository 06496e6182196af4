import { expect } from "bun:test";
import * as reminders from "../../modules/reminders/reminders.ts";
import { ringDue } from "../../modules/reminders/ring.ts";
import { storedKinds } from "../../shared/notifications.ts";
import { shellParts, type ShellPart } from "../../shared/shell.ts";
import { webhookEvents } from "../../shared/webhooks.ts";
import { bread, cartOf, sells } from "../bakery.ts";
import { box, hour, idOf, test, type Caller } from "../world.ts";

/** The call that answers one part alone. */
const alone: Record<ShellPart, string> = {
  announcements: "/announcements",
  backups: "/backups",
  box: "/landing",
  chats: "/chats",
  drafts: "/drafts",
  health: "/health",
  notifications: `/notifications?kinds=${JSON.stringify(storedKinds)}`,
  openHours: "/open-hours",
  orders: "/orders/list?statusCode=1",
  reminders: "/reminders?state=due&mine=true",
  safeMode: "/backups/safe-mode",
  shutCompanies: "/companies/shut",
  webhooks: "/webhooks",
};

/**
 * A shop with something of each part, and some that only part of the users see. The owner of the
 * box is Lia.
 */
async function furnished() {
  const shop = await box();
  sells(shop.db);
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = ?", [
    idOf.lia,
  ]);
  const [lia, rui, ana] = [shop.as("lia"), shop.as("rui"), shop.as("ana")];
  const contact = shop.contact();
  const { id } = shop.ticket({ status: "open", userId: idOf.ana });
  for (const status of [true, false])
    await lia.post("/announcements", { title: "Aviso", text: "Amanhã cedo", priority: 1, status });
  await ana.post("/chats", { title: "Segredo", users: [{ id: idOf.caio }] });
  await ana.put(`/drafts/${id}`, { text: "Já" });
  reminders.create(shop.db, shop.me("ana"), {
    ticketId: id,
    dueAt: new Date(shop.clock.now() + hour).toISOString(),
  });
  await rui.post("/webhooks", {
    name: "ERP",
    url: "https://erp.example.com/",
    events: webhookEvents.slice(0, 1),
  });
  await ana.post("/orders", { ...cartOf([[bread, 2]]), contactId: contact.id });
  shop.clock.pass(hour);
  ringDue(shop.db);
  return shop;
}

async function compare(by: Caller) {
  const { status, body } = await by.get<Record<string, unknown>>("/shell");
  expect(status).toBe(200);
  for (const name of shellParts) {
    const single = await by.get(alone[name]);
    expect([name, name in body]).toEqual([name, single.status === 200]);
    if (name === "backups" && single.status === 200)
      expect(single.body).toMatchObject(body[name] as object);
    else if (single.status === 200) expect([name, body[name]]).toEqual([name, single.body]);
  }
  return Object.keys(body).toSorted();
}

test("each part is what its own call answers, for who may call it, and is left out for others", async () => {
  const shop = await furnished();
  const everyone = [
    "announcements",
    "box",
    "chats",
    "drafts",
    "notifications",
    "openHours",
    "orders",
    "reminders",
  ];
  expect(await compare(shop.as("ana"))).toEqual(everyone);
  expect(await compare(shop.as("caio"))).toEqual(everyone);
  expect(await compare(shop.as("rui"))).toEqual([...everyone, "health", "webhooks"].toSorted());
  expect(await compare(shop.as("lia"))).toEqual([
    "announcements",
    "backups",
    "box",
    "chats",
    "drafts",
    "notifications",
    "openHours",
    "orders",
    "reminders",
    "safeMode",
    "shutCompanies",
  ]);
  await compare(shop.as("rui", 2));
  const { body } = await shop
    .as("ana")
    .get<Record<string, { records: object[]; orders: object[] }>>("/shell");
  expect(
    [
      body.announcements!.records,
      body.chats!.records,
      body.drafts,
      body.orders!.orders,
      body.reminders!.records,
    ].map((rows) => (rows as object[]).length),
  ).toEqual([1, 1, 1, 1, 1]);
  expect((await shop.as("rui").get("/shell")).body.webhooks).toHaveLength(1);
  expect((await shop.as("caio").get<typeof body>("/shell")).body).toMatchObject({
    chats: { records: [{ title: "Segredo" }] },
    drafts: [],
    orders: { orders: [] },
    reminders: { records: [] },
  });
});

test("a plan that lacks what a part shows has none of it", async () => {
  const shop = await furnished();
  for (const [flag, name] of [
    ["useInternalChat", "chats"],
    ["useSales", "orders"],
    ["useExternalApi", "webhooks"],
  ] as const) {
    shop.control.sqlite.run(`UPDATE plans SET ${flag} = 0`);
    expect(await compare(shop.as("rui"))).not.toContain(name);
    await compare(shop.as("ana"));
  }
});

test("only what is asked for is read, and nobody gets more by naming it", async () => {
  const shop = await furnished();
  const asks = (who: "ana" | "rui", parts: unknown) =>
    shop.as(who).get(`/shell?parts=${encodeURIComponent(JSON.stringify(parts))}`);
  expect(Object.keys((await asks("rui", ["chats", "webhooks", "backups"])).body)).toEqual([
    "chats",
    "webhooks",
  ]);
  expect(Object.keys((await asks("ana", ["chats", "webhooks", "backups"])).body)).toEqual([
    "chats",
  ]);
  for (const parts of [["invoices"], "chats", { chats: 1 }])
    expect(await asks("ana", parts)).toMatchObject({
      status: 422,
      body: { fields: { parts: "invalid" } },
    });
  expect(await shop.stranger.get("/shell")).toMatchObject({ status: 401 });
});

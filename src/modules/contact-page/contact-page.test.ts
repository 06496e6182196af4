import { expect, spyOn } from "bun:test";
import { cartOf, juice, pays, sells } from "../../testing/bakery.ts";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { bia, box, encomendas, hour, minute, test } from "../../testing/world.ts";
import type { Order } from "../orders/table.ts";
import type { ListedContact } from "../contacts/table.ts";
import { write } from "../settings/settings.ts";
import type { ContactEntry, ContactOverview } from "./table.ts";

type Page = { records: ContactEntry[]; next: string | null };

async function shop() {
  const all = await box();
  sells(all.db);
  const ana = all.as("ana");
  const read = async (who: Parameters<typeof all.as>[0] = "ana", query = "") =>
    (await all.as(who).get<Page>(`/contacts/${bia.id}/timeline${query}`)).body;
  const figures = async (who: Parameters<typeof all.as>[0] = "ana") =>
    (await all.as(who).get<ContactOverview>(`/contacts/${bia.id}/overview`)).body;
  return { ...all, ana, read, figures };
}
const kinds = ({ records }: Page) => records.map(({ kind }) => kind);

test("the page tells what a customer wrote, ordered, paid and was noted, the newest first", async () => {
  const { ana, clock, receives, read, figures } = await shop();
  const { ticketId } = receives("Vocês fazem bolo?", { from: bia.number })!;
  clock.pass(minute);
  await ana.put(`/tickets/${ticketId}`, { status: "open", queueId: 1 });
  clock.pass(minute);
  await ana.post("/ticket-notes", { note: "Quer azul", ticketId });
  clock.pass(minute);
  const { body: order } = await ana.post<Order>("/orders", cartOf([[juice, 2]], { ticketId }));
  clock.pass(minute);
  await ana.post(`/orders/${order.id}/receipts`, { paymentId: pays.pix, value: "10.00" });
  await ana.post("/budgets", cartOf([[juice, 1]], { ticketId }));
  await ana.post("/reminders", {
    ticketId,
    text: "Confirmar o sabor",
    dueAt: new Date(clock.now() + hour).toISOString(),
  });

  expect((await read()).records).toMatchObject([
    { kind: "reminder", text: "Confirmar o sabor", user: "Ana", isDone: false },
    { kind: "payment", value: "10.00", method: "Pix", orderNumber: 1, isRefund: false },
    { kind: "budget", total: "8.00", items: [{ amount: 1, name: "Suco de laranja" }], more: 0 },
    { kind: "order", number: 1, total: "16.00", owed: "6.00", paymentState: "partial" },
    { kind: "note", note: "Quer azul", user: "Ana" },
    {
      kind: "conversation",
      status: "open",
      people: ["Ana"],
      words: "Vocês fazem bolo?",
      messages: 1,
      minutes: null,
    },
  ]);
  expect(await figures()).toMatchObject({
    waiting: { waitingSince: "2026-11-20T12:00:00.000Z", user: { name: "Ana" } },
    counts: { all: 6, conversations: 1, sales: 2, payments: 1, notes: 1 },
    sales: { count: 1, spent: "16.00", owed: "6.00", owedNumber: 1, credit: "0.00" },
    ratings: { count: 0, average: null },
  });
});

test("each attendance of one ticket is a conversation, with its own words and rating", async () => {
  const { ana, db, clock, receives, read, figures } = await shop();
  const { ticketId } = receives("Primeira vez", { from: bia.number })!;
  await ana.put(`/tickets/${ticketId}`, { status: "open", queueId: 1 });
  clock.pass(9 * minute);
  await ana.put(`/tickets/${ticketId}`, { status: "closed" });
  clock.pass(minute);
  const rate = db.sqlite.query(
    "INSERT INTO userRatings (ticketId, userId, rate, createdAt) VALUES (?, 2, ?, ?)",
  );
  rate.run(ticketId, 3, clock.now());
  clock.pass(minute);
  await ana.put(`/tickets/${ticketId}`, { status: "open" });
  receives("De novo", { from: bia.number });
  expect((await read("ana", "?part=conversations")).records).toMatchObject([
    { status: "open", minutes: null, rate: null, words: "De novo" },
    { status: "closed", minutes: 9, rate: 3, words: "Primeira vez" },
  ]);
  expect((await figures()).ratings).toEqual({ count: 1, average: 3 });
});

test("an agent reads only what belongs to the tickets that they see", async () => {
  const { db, ana, rui, clock, ticket, read, figures } = await withRui();
  const hidden = ticket({ contactId: bia.id, queueId: encomendas, whatsappId: 2 });
  db.sqlite.run("UPDATE tickets SET waitingSince = ?", [clock.now()]);
  await rui.post("/ticket-notes", { note: "Só da fábrica", ticketId: hidden.id });
  await rui.post<Order>("/orders", cartOf([[juice, 1]]));
  expect([kinds(await read("caio")).toSorted(), (await read("ana")).records]).toEqual([
    ["conversation", "note", "order"],
    [],
  ]);
  expect([(await figures("caio")).counts.all, (await figures("ana")).counts.all]).toEqual([3, 0]);
  expect((await figures("ana")).sales).toMatchObject({ count: 0, spent: "0.00" });
  expect([(await figures("ana")).waiting, (await figures("caio")).waiting?.uuid]).toEqual([
    null,
    hidden.uuid,
  ]);
  await ana.post<Order>("/orders", cartOf([[juice, 1]]));
  expect(kinds(await read("ana"))).toEqual(["order"]);
});

const withRui = async () => {
  const all = await shop();
  return { ...all, rui: all.as("rui") };
};

test("without sales in the plan nothing of orders is told", async () => {
  const { ana, control, read, figures } = await shop();
  await ana.post<Order>("/orders", cartOf([[juice, 1]]));
  control.sqlite.run("UPDATE plans SET useSales = 0");
  expect(await figures()).toMatchObject({ sales: null, counts: { all: 0, sales: 0 } });
  expect((await read("ana", "?part=sales")).records).toEqual([]);
});

test("a page has twenty entries, and the next goes on where it ended", async () => {
  const { ana, clock, ticket, read } = await shop();
  const { id } = ticket({ contactId: bia.id });
  for (let count = 1; count <= 43; count++) {
    if (count % 3 === 0) clock.pass(minute);
    await ana.post("/ticket-notes", { note: `Nota ${count}`, ticketId: id });
  }
  const all: ContactEntry[] = [];
  let next: string | null = null;
  do {
    const page: Page = await read(
      "ana",
      `?part=notes${next ? `&before=${encodeURIComponent(next)}` : ""}`,
    );
    expect(page.records.length).toBe(page.next ? 20 : 3);
    all.push(...page.records);
    next = page.next;
  } while (next);
  expect(all.map((entry) => entry.kind === "note" && entry.note)).toEqual(
    Array.from({ length: 43 }, (_, index) => `Nota ${43 - index}`),
  );
});

test("a number is hidden in the words of its customer too", async () => {
  const { db, receives, read } = await shop();
  write(db, "lgpdHideNumber", "enabled");
  const { ticketId } = receives(`Meu número é ${bia.number}`, { from: bia.number })!;
  db.sqlite.run("UPDATE tickets SET queueId = 1 WHERE id = ?", [ticketId]);
  expect(JSON.stringify(await read("ana"))).not.toContain(bia.number);
  expect(JSON.stringify(await read("rui"))).toContain(bia.number);
});

test("campaigns and the wish for no more are told, the words only to who sees a ticket", async () => {
  const all = await marketing();
  await all.settings({
    messageInterval: 0,
    longerIntervalAfter: 0,
    greaterInterval: 0,
    warmUp: false,
  });
  const { body } = await all.campaign({ contactListId: await all.list(1) });
  await all.rui.post(`/campaigns/${body.id}/start`);
  await all.pass(4);
  await all.phone.write("me tira dessa lista", { number: numberOf(0), name: "Cliente 0" });
  const { id } = all.db.sqlite
    .query<{ id: number }, [string]>("SELECT id FROM contacts WHERE number = ?")
    .get(numberOf(0))!;
  const read = async (who: "rui" | "caio") =>
    (await all.as(who).get<Page>(`/contacts/${id}/timeline`)).body.records.filter(
      ({ kind }) => kind === "optOut" || kind === "campaign",
    );
  const [ofRui, ofCaio] = [await read("rui"), await read("caio")];
  expect(ofRui).toMatchObject([
    { kind: "optOut", source: "answer", reason: "me tira dessa lista" },
    { kind: "campaign", answer: "me tira dessa lista" },
  ]);
  expect(ofCaio).toMatchObject([
    { kind: "optOut", reason: "" },
    { kind: "campaign", answer: "" },
  ]);
});

test("the list of contacts has the last talk that its reader may see", async () => {
  const { as, ticket, clock } = await shop();
  const own = ticket({ contactId: bia.id, lastMessage: "Obrigada!", status: "open" });
  clock.pass(minute);
  ticket({ contactId: bia.id, queueId: encomendas, whatsappId: 2, lastMessage: "E o bolo?" });
  const talkOf = async (who: "ana" | "rui" | "caio") =>
    (await as(who).get<{ contacts: ListedContact[] }>("/contacts?searchParam=Bia")).body
      .contacts[0]!.lastTalk;
  expect(await talkOf("ana")).toMatchObject({ text: "Obrigada!", queueId: own.queueId });
  expect(await talkOf("rui")).toMatchObject({ agent: null });
  expect([(await talkOf("rui"))?.text, (await talkOf("caio"))?.text]).toEqual([
    "E o bolo?",
    "E o bolo?",
  ]);
});

test("the list of contacts has what each bought, without cancelled orders and those of others", async () => {
  const { as, ana, receives, db } = await shop();
  const { ticketId } = receives("Oi", { from: bia.number })!;
  await ana.put(`/tickets/${ticketId}`, { status: "open", queueId: 1 });
  const { body: order } = await ana.post<Order>("/orders", cartOf([[juice, 2]], { ticketId }));
  const { body: other } = await ana.post<Order>("/orders", cartOf([[juice, 1]], { ticketId }));
  db.sqlite.run("UPDATE orders SET cancelledAt = emission WHERE id = ?", [other.id]);
  const purchases = async (who: "ana" | "caio") =>
    (await as(who).get<{ contacts: ListedContact[] }>("/contacts?searchParam=Bia")).body
      .contacts[0]!.purchases;
  expect(await purchases("ana")).toMatchObject({ spent: order.total });
  expect(await purchases("caio")).toBeNull();
});

test("a contact's page reads that contact's rows alone", async () => {
  const { db, ana, receives, read, figures } = await shop();
  const { ticketId } = receives("Oi", { from: bia.number })!;
  await ana.put(`/tickets/${ticketId}`, { status: "open", queueId: 1 });
  const { body: order } = await ana.post<Order>("/orders", cartOf([[juice, 2]], { ticketId }));
  await ana.post(`/orders/${order.id}/receipts`, { paymentId: pays.pix, value: "10.00" });
  await ana.post("/budgets", cartOf([[juice, 1]], { ticketId }));
  const prepare = spyOn(db.sqlite, "prepare");
  await read();
  await figures();
  await ana.get("/contacts");
  const queries = prepare.mock.calls
    .map(([query]) => query)
    .filter((query) => /^(select|with)/i.test(query));
  prepare.mockRestore();
  expect(queries.length).toBeGreaterThan(4);
  const scans = queries.flatMap((query) =>
    (db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN (?!json_each|seen|contacts\b|\(|CONSTANT|\w+Changed)/.test(detail),
      ),
  );
  expect(scans).toEqual([]);
});

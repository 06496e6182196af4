import { expect } from "bun:test";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { test, until } from "../../testing/world.ts";
import type { ContactOptOut, Shipping } from "./table.ts";

const fast = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, warmUp: false };
const confirmation = "Pronto! Para voltar, responda VOLTAR.";

/** A plain campaign that reached `count` customers. */
async function sent(count: number, settings: object = {}) {
  const shop = await marketing();
  await shop.settings({ ...fast, ...settings });
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(count) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(count * 2 + 2);
  const write = (body: string, index = 0) =>
    shop.phone.write(body, { number: numberOf(index), name: `Cliente ${index}` });
  const optOuts = async () =>
    (
      await shop.rui.get<{ records: { number: string; source: string; backAt: string | null }[] }>(
        "/opt-outs?back=true",
      )
    ).body.records;
  const tickets = () =>
    shop.db.sqlite
      .query<{ status: string; contactId: number }, []>(
        "SELECT status, contactId FROM tickets ORDER BY id",
      )
      .all();
  const ofContact = async (index = 0) =>
    shop.db.sqlite
      .query<{ id: number }, [string]>("SELECT id FROM contacts WHERE number = ?")
      .get(numberOf(index))!.id;
  return { ...shop, id, says: write, optOuts, tickets, ofContact };
}

test("a customer who orders by a number or says no to something else stays on the list", async () => {
  const shop = await sent(2);
  await shop.says("2", 0);
  await shop.says("não", 1);
  expect(await shop.optOuts()).toEqual([]);
  expect(shop.tickets().map(({ status }) => status)).toEqual(["pending", "pending"]);
});

test("to a question a 2 is a no, but not while an agent talks with the customer", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const { body } = await shop.campaign({
    contactListId: await shop.list(2),
    confirmation: true,
    confirmationMessage1: "Posso mandar? 1 sim, 2 não",
  });
  const write = (text: string, index: number) =>
    shop.phone.write(text, { number: numberOf(index), name: `Cliente ${index}` });
  await write("Oi, quero uma broa", 1);
  await shop.rui.post(`/campaigns/${body.id}/start`);
  await shop.pass(6);
  await write("2", 0);
  await write("2", 1);
  const { body: list } = await shop.rui.get<{ records: { number: string }[] }>("/opt-outs");
  expect(list.records.map(({ number }) => number)).toEqual([numberOf(0)]);
});

test("a request to stop is confirmed once, wakes nobody, and VOLTAR takes it back", async () => {
  const shop = await sent(1, { optOutText: confirmation });
  await shop.says("me tira dessa lista");
  await until(() => shop.got(0).at(-1) === confirmation);
  await shop.says("PARE!!!");
  expect(await shop.optOuts()).toMatchObject([
    { number: numberOf(0), source: "answer", reason: "me tira dessa lista", backAt: null },
  ]);
  expect(shop.got(0).filter((text) => text === confirmation)).toHaveLength(1);
  expect(shop.tickets().map(({ status }) => status)).toEqual(["closed"]);
  await shop.says("Voltar 🙂");
  expect(await shop.optOuts()).toMatchObject([
    { source: "return", backReason: "Voltar 🙂", backAt: expect.any(String) },
  ]);
  expect(shop.tickets().map(({ status }) => status)).toEqual(["closed"]);
  await shop.says("sair");
  expect(await shop.optOuts()).toMatchObject([{ source: "answer", backAt: null }]);
});

test("without a text nothing is sent to a customer who opts out", async () => {
  const shop = await sent(1);
  await shop.says("quero sair");
  expect(await shop.optOuts()).toHaveLength(1);
  expect(shop.got(0)).toEqual(["Oi Cliente 0"]);
});

test("VOLTAR is a word like others in a conversation that did not invite to it", async () => {
  const shop = await sent(1, { optOutText: confirmation });
  await shop.says("Quanto custa?");
  await shop.says("sair");
  await until(() => shop.got(0).at(-1) === confirmation);
  const ana = shop.as("ana");
  await ana.put("/tickets/1", { status: "open", userId: 2 });
  await ana.post("/messages/1", { body: "Quer voltar ao menu ou falar comigo?" });
  await shop.says("voltar");
  expect(await shop.optOuts()).toMatchObject([{ source: "answer", backAt: null }]);
});

test("after a talk with an agent a cancellation is for the agent, and only SAIR is a request", async () => {
  const shop = await sent(1);
  await shop.says("Quero 10 pães para hoje");
  const ana = shop.as("ana");
  await ana.put("/tickets/1", { status: "open", userId: 2 });
  await ana.post("/messages/1", { body: "Mais alguma coisa?" });
  await shop.says("Não quero mais");
  expect(await shop.optOuts()).toEqual([]);
  await ana.put("/tickets/1", { status: "closed", silent: true });
  await shop.says("não quero mais");
  expect(await shop.optOuts()).toEqual([]);
  expect(shop.tickets().at(-1)).toMatchObject({ status: "pending" });
  await shop.says("SAIR");
  expect(await shop.optOuts()).toHaveLength(1);
});

test("a contact with two numbers is out with both, and comes back with both", async () => {
  const shop = await sent(1);
  await shop.says("Oi");
  const id = await shop.ofContact(0);
  shop.db.sqlite.run("INSERT INTO identifiers (type, value, contactId) VALUES ('phone', ?, ?)", [
    numberOf(7),
    id,
  ]);
  const ana = shop.as("ana");
  await ana.put(`/contacts/${id}/opt-out`, { reason: "" });
  expect((await shop.optOuts()).map(({ number }) => number).toSorted()).toEqual([
    numberOf(0),
    numberOf(7),
  ]);
  await ana.post(`/contacts/${id}/opt-out/back`, { reason: "Pediu na loja" });
  expect((await shop.optOuts()).every(({ backAt }) => backAt !== null)).toBe(true);
  await shop.says("sair da lista");
  expect((await shop.optOuts()).every(({ backAt }) => backAt === null)).toBe(true);
});

test("an agent who may not see the conversation reads nothing of it", async () => {
  const shop = await sent(1);
  await shop.says("não tenho interesse");
  const id = await shop.ofContact(0);
  shop.db.sqlite.run("UPDATE tickets SET status = 'open', userId = 2");
  const suggestion = async (who: "ana" | "caio") =>
    (await shop.as(who).get<ContactOptOut>(`/contacts/${id}/opt-out`)).body.suggestion?.text;
  expect([await suggestion("ana"), await suggestion("caio")]).toEqual(["não tenho interesse", ""]);
});

test("a doubtful answer is a suggestion, which an agent takes or dismisses", async () => {
  const shop = await sent(2);
  await shop.says("não tenho interesse", 0);
  await shop.says("chega!", 1);
  expect(await shop.optOuts()).toEqual([]);
  const [one, other] = [await shop.ofContact(0), await shop.ofContact(1)];
  const ana = shop.as("ana");
  const state = async (id: number) =>
    (await ana.get<ContactOptOut>(`/contacts/${id}/opt-out`)).body;
  expect(await state(one)).toMatchObject({
    optOut: null,
    suggestion: { text: "não tenho interesse", campaign: "Natal" },
  });
  const rows = async () =>
    (await shop.rui.get<{ records: Shipping[] }>(`/campaigns/${shop.id}/report/contacts`)).body
      .records;
  expect(await rows()).toMatchObject([
    { mayWantOut: true, optOut: null },
    { mayWantOut: true, optOut: null },
  ]);
  expect(
    shop.db.sqlite
      .query<{ note: string }, []>("SELECT note FROM ticketNotes")
      .all()
      .map(({ note }) => note.includes("Não quer receber campanhas")),
  ).toEqual([true, true]);

  expect(
    await ana.put(`/contacts/${one}/opt-out`, { reason: "não tenho interesse" }),
  ).toMatchObject({
    status: 200,
    body: {
      optOut: { source: "hand", reason: "não tenho interesse", user: { name: "Ana" } },
      suggestion: null,
    },
  });
  expect(await ana.delete(`/contacts/${other}/opt-out/suggestion`)).toMatchObject({
    status: 200,
    body: { optOut: null, suggestion: null },
  });
  expect(await rows()).toMatchObject([
    {
      mayWantOut: false,
      optOut: { source: "hand", reason: "não tenho interesse", at: expect.stringMatching(/Z$/) },
    },
    { mayWantOut: false, optOut: null },
  ]);

  for (const reason of ["", "ok"])
    expect(await ana.post(`/contacts/${one}/opt-out/back`, { reason })).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) } },
    });
  expect(
    await ana.post(`/contacts/${one}/opt-out/back`, { reason: "Pediu na loja" }),
  ).toMatchObject({ status: 200, body: { optOut: null } });
  expect(
    await ana.post(`/contacts/${one}/opt-out/back`, { reason: "Pediu na loja" }),
  ).toMatchObject({ status: 409, body: { error: "ERR_OPT_OUT_BACK" } });
  expect(await ana.get("/contacts/999/opt-out")).toMatchObject({ status: 404 });
});

import { expect } from "bun:test";
import {
  bia,
  box,
  encomendas,
  idOf,
  minute,
  refusal,
  settled,
  test,
  world,
  type Name,
  type World,
} from "../../../testing/world.ts";
import { list, save } from "./drafts.ts";
import { returnToQueue } from "../lifecycle/move.ts";

const texts = ({ db, me }: World, who: Name) => list(db, me(who)).map(({ text }) => text);

test("Ana's draft is stored for her, and only her screens are told", async () => {
  const shop = await box();
  const { id } = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const question = shop.message({ ticketId: id, body: "Tem broa?" });
  const ana = shop.as("ana");
  const [hers, ruis] = await Promise.all([shop.listener(ana), shop.listener(shop.as("rui"))]);
  await Promise.all([hers.ready(), ruis.ready()]);

  const draft = {
    ticketId: id,
    text: "  Bom dia, B",
    quotedMsgId: question.id,
    updatedAt: new Date(shop.clock.now()).toISOString(),
  };
  const reply = await ana.put(`/drafts/${id}`, { text: draft.text, quotedMsgId: question.id });
  expect([reply.status, reply.body as object]).toEqual([200, draft]);
  expect((await ana.get<object[]>("/drafts")).body).toEqual([draft]);
  expect((await shop.as("rui").get<object[]>("/drafts")).body).toEqual([]);
  expect(await ana.put(`/drafts/${id}`, { text: " \n" })).toMatchObject({ status: 200, body: {} });
  expect((await ana.get<object[]>("/drafts")).body).toEqual([]);

  await settled(shop.db, hers, ruis);
  const frames = [hers, ruis].map(
    ({ frames }) => frames.filter(({ event }) => event === "draft") as object[],
  );
  expect(frames).toEqual([
    [
      { event: "draft", action: "update", draft },
      { event: "draft", action: "delete", draftId: id, ticketId: id },
    ],
    [],
  ]);
});

test("two users each have a draft on the same ticket; the latest comes first", () => {
  const shop = world();
  const [first, second] = [shop.ticket(), shop.ticket()];
  save(shop.db, shop.me("ana"), first.id, { text: "Oi" });
  shop.clock.pass(minute);
  save(shop.db, shop.me("ana"), second.id, { text: "Já vai" });
  save(shop.db, shop.me("lia"), first.id, { text: "Olá" });
  expect([texts(shop, "ana"), texts(shop, "lia")]).toEqual([["Já vai", "Oi"], ["Olá"]]);
  shop.clock.pass(minute);
  save(shop.db, shop.me("ana"), first.id, { text: "Oi, Bia" });
  expect(texts(shop, "ana")).toEqual(["Oi, Bia", "Já vai"]);
});

test("an unchanged draft is not stored again, and none is among the events", () => {
  const shop = world();
  const { id } = shop.ticket();
  const ana = shop.me("ana");
  const first = save(shop.db, ana, id, { text: "Oi" });
  shop.clock.pass(minute);
  expect(save(shop.db, ana, id, { text: "Oi" })).toEqual(first);
  save(shop.db, ana, id, { text: "" });
  expect(save(shop.db, ana, id, { text: "" })).toEqual({});
  expect(shop.events).toEqual([]);
});

test("a draft on a ticket that one can't see is hidden until one can", async () => {
  const shop = world();
  const { id } = shop.ticket({ status: "open", userId: idOf.ana });
  const [ana, lia] = [shop.me("ana"), shop.me("lia")];
  const lost = { kind: "missing", reason: "ERR_NO_TICKET_FOUND" } as const;
  expect(await refusal(() => save(shop.db, lia, id, { text: "Oi" }))).toEqual(lost);
  save(shop.db, ana, id, { text: "Já volto" });
  shop.db.sqlite.run("UPDATE tickets SET userId = ? WHERE id = ?", [idOf.rui, id]);
  expect(texts(shop, "ana")).toEqual([]);
  for (const text of ["Oi", ""])
    expect(await refusal(() => save(shop.db, ana, id, { text }))).toEqual(lost);
  returnToQueue(shop.db, shop.me("rui"), id);
  expect(texts(shop, "ana")).toEqual(["Já volto"]);
});

test("a draft quotes only its own conversation, and stays when the quote is deleted", () => {
  const shop = world();
  const { id } = shop.ticket();
  const [here, there] = [
    shop.message({ ticketId: id }),
    shop.message({ ticketId: shop.ticket({ queueId: encomendas }).id }),
  ];
  const quoted = (quotedMsgId?: number | null) =>
    save(shop.db, shop.me("ana"), id, { text: "Sim", quotedMsgId }).quotedMsgId;
  expect([
    quoted(there.id),
    quoted(99),
    quoted(here.id),
    quoted(null),
    quoted(here.id),
    quoted(),
  ]).toEqual([null, null, here.id, null, here.id, null]);
  quoted(here.id);
  shop.db.sqlite.run("DELETE FROM messages WHERE id = ?", [here.id]);
  expect(list(shop.db, shop.me("ana"))).toMatchObject([{ text: "Sim", quotedMsgId: null }]);
});

test("a draft is no longer than a message may be", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const ana = shop.as("ana");
  expect(await ana.put(`/drafts/${id}`, { text: "x".repeat(65_537) })).toMatchObject({
    status: 422,
    body: { fields: { text: "too_long" } },
  });
  expect(await ana.put(`/drafts/${id}`, {})).toMatchObject({
    status: 422,
    body: { fields: { text: "required" } },
  });
  expect(await ana.put("/drafts/x", { text: "Oi" })).toMatchObject({ status: 404 });
  expect(await ana.put(`/drafts/${id}`, { text: "x".repeat(65_536) })).toMatchObject({
    status: 200,
  });
});

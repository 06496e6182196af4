import { expect } from "bun:test";
import { balcao, bia, box, idOf, refusal, test, world } from "../../../testing/world.ts";
import { noConnections, fakeChannel } from "../../../testing/fake-channel.ts";
import { reactions, type Message } from "../../messages/table.ts";
import { emoji, react } from "./react.ts";
import { applyInboundReaction } from "../inbound/reaction.ts";
import { resolve } from "../lifecycle/move.ts";

const person = { ids: [{ type: "phone" as const, value: bia.number }], name: "Bia" };

function shopWithQuestion() {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const question = shop.message({ ticketId: ticket.id, providerId: "ASK", body: "Tem broa?" });
  return { ...shop, ticketId: ticket.id, question };
}

test("the company has one reaction, and the last counts", async () => {
  const shop = shopWithQuestion();
  const { connectionManager, calls } = fakeChannel();
  const { updatedAt } = shop.ticketOf(bia.id)[0]!;
  applyInboundReaction(shop.db, balcao, {
    to: "ASK",
    chat: person,
    from: person,
    at: 0,
    emoji: "🙏",
  });
  const ours = async (who: "ana" | "rui", text: string) =>
    (await react(shop.db, shop.me(who), connectionManager, shop.question.id, text)).reactions
      .filter(({ fromMe }) => fromMe)
      .map((each) => each.emoji);

  expect(await ours("ana", "👍")).toEqual(["👍"]);
  expect(await ours("rui", "❤️")).toEqual(["❤️"]);
  expect(shop.db.select().from(reactions).all()).toMatchObject([
    { contactId: 0, userId: idOf.rui, emoji: "❤️" },
    { contactId: bia.id, userId: null, emoji: "🙏" },
  ]);
  expect(await ours("ana", "")).toEqual([]);
  expect(calls.map(([verb, target, text]) => [verb, (target as { id: string }).id, text])).toEqual([
    ["react", "ASK", "👍"],
    ["react", "ASK", "❤️"],
    ["react", "ASK", ""],
  ]);
  expect(shop.events.at(-1)).toMatchObject({
    event: "appMessage",
    action: "update",
    payload: { message: { reactions: [{ emoji: "🙏", fromMe: false, name: "Bia" }] } },
  });
  expect(shop.ticketOf(bia.id)[0]!.updatedAt).toEqual(updatedAt);
});

test("in a group the network is told whose message it is", async () => {
  const shop = world();
  const group = shop.contact({ isGroup: true });
  const ticket = shop.ticket({
    contactId: group.id,
    status: "open",
    userId: idOf.ana,
    isGroup: true,
  });
  const message = shop.message({ ticketId: ticket.id, contactId: bia.id, providerId: "ASK" });
  const { connectionManager, calls } = fakeChannel();
  await react(shop.db, shop.me("ana"), connectionManager, message.id, "👍");
  expect(calls).toMatchObject([
    [
      "react",
      {
        id: "ASK",
        chat: [{ type: "group" }],
        ours: false,
        from: [{ type: "phone", value: bia.number }],
      },
      "👍",
    ],
  ]);
});

test("one reacts only to messages that are on the network and in an open ticket", async () => {
  const shop = shopWithQuestion();
  const { connectionManager, calls } = fakeChannel();
  const tried = (id: number, who: "ana" | "caio" = "ana") =>
    refusal(() => react(shop.db, shop.me(who), connectionManager, id, "👍"));
  const nothing = { kind: "conflict", reason: "ERR_SENDING_WAPP_MSG" } as const;
  for (const values of [
    { fromMe: true, ack: 0 },
    { fromMe: true, ack: -1 },
    { mediaType: "call_log" as const },
    { isDeleted: true },
  ]) {
    expect([values, await tried(shop.message({ ticketId: shop.ticketId, ...values }).id)]).toEqual([
      values,
      nothing,
    ]);
  }
  expect(await tried(shop.question.id, "caio")).toEqual({
    kind: "missing",
    reason: "ERR_NO_TICKET_FOUND",
  });
  expect(
    await refusal(() => react(shop.db, shop.me("ana"), noConnections, shop.question.id, "👍")),
  ).toEqual({ kind: "conflict", reason: "ERR_WAPP_DISCONNECTED" });
  resolve(shop.db, shop.me("ana"), shop.ticketId);
  expect(await tried(shop.question.id)).toEqual({
    kind: "conflict",
    reason: "ERR_TICKET_NOT_OPEN",
  });
  expect([calls, shop.db.select().from(reactions).all()]).toEqual([[], []]);
});

test("a reaction is exactly one emoji, however it is composed", () => {
  for (const text of ["", "👍", "❤️", "👩‍👩‍👧‍👦", "👍🏽", "🇧🇷", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
    expect([text, emoji.safeParse(text).success]).toEqual([text, true]);
  for (const text of ["a", "ok", "👍👍", "👍 ", " ", "<b>", "1", `👍${"\u200d👍".repeat(20)}`])
    expect([text, emoji.safeParse(text).success]).toEqual([text, false]);
});

test("over HTTP", async () => {
  const shop = await box();
  const phone = await shop.phone();
  await phone.write("Tem broa?", { id: "ASK" });
  const [ticket] = shop.ticketOf(bia.id);
  const ana = shop.as("ana");
  await ana.put(`/tickets/${ticket!.id}`, { status: "open" });
  const {
    messages: [message],
  } = (await ana.get<{ messages: Message[] }>(`/messages/${ticket!.id}`)).body;
  expect(await ana.post(`/messages/react/${message!.id}`, { emoji: "sim" })).toMatchObject({
    status: 422,
    body: { fields: { emoji: "invalid" } },
  });
  expect(await ana.post(`/messages/react/${message!.id}`, { emoji: "👍" })).toMatchObject({
    status: 200,
    body: { reactions: [{ emoji: "👍", fromMe: true, contactId: 0 }] },
  });
  expect(phone.shown()).toMatchObject([{ id: "ASK", reaction: "👍" }]);
  await phone.line().fault({ failNext: 1, reason: "ERR_ODD" });
  expect(await ana.post(`/messages/react/${message!.id}`, { emoji: "" })).toMatchObject({
    status: 409,
    body: { error: "ERR_ODD" },
  });
});

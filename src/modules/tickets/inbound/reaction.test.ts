import { expect } from "bun:test";
import { balcao, bia, fabrica, minute, test, world, type World } from "../../../testing/world.ts";
import { findMessage } from "../../messages/messages.ts";
import { contacts } from "../../contacts/table.ts";
import * as settings from "../../settings/settings.ts";
import { resolve } from "../lifecycle/move.ts";
import { applyInboundReaction } from "./reaction.ts";
import { tickets } from "../table.ts";

const person = (value: string, name = "") => ({ ids: [{ type: "phone" as const, value }], name });
const group = { ids: [{ type: "group" as const, value: "1203" }], name: "Padeiros" };

function shopWithMessage() {
  const shop = world();
  const message = shop.receives("Tem broa?", { id: "A1" })!;
  const react = (
    emoji: string,
    {
      from = person(bia.number),
      chat = person(bia.number),
      to = "A1",
      on = balcao,
    }: {
      from?: ReturnType<typeof person> | null;
      chat?: { ids: Parameters<typeof applyInboundReaction>[2]["chat"]["ids"]; name: string };
      to?: string;
      on?: number;
    } = {},
  ) => applyInboundReaction(shop.db, on, { to, chat, from, at: shop.clock.now(), emoji });
  const reactions = () => findMessage(shop.db, message.id)!.reactions;
  shop.events.length = 0;
  return { ...shop, message, react, reactions };
}

const ticketsOf = ({ db }: Pick<World, "db">) => db.select().from(tickets).all();

test("each person's last emoji counts, and an empty one removes it", () => {
  const { react, reactions, events } = shopWithMessage();
  react("👍");
  react("❤️");
  expect(reactions()).toEqual([{ emoji: "❤️", fromMe: false, contactId: bia.id, name: "Bia" }]);
  react("🎉", { from: null });
  expect(reactions()).toMatchObject([
    { emoji: "🎉", fromMe: true, contactId: 0, name: null },
    { emoji: "❤️" },
  ]);
  expect(events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage update",
    "appMessage update",
    "appMessage update",
  ]);
  expect(events.at(-1)!.payload).toMatchObject({
    message: { body: "Tem broa?", reactions: [{ emoji: "🎉" }, { emoji: "❤️" }] },
    ticket: { status: "pending" },
  });
  react("");
  react("", { from: null });
  expect(reactions()).toEqual([]);
});

test("the same reaction again emits nothing", () => {
  const { react, events } = shopWithMessage();
  react("");
  react("👍");
  react("👍");
  expect(events).toHaveLength(1);
});

test("a reaction opens no ticket, and adds nothing unread", () => {
  const shop = shopWithMessage();
  resolve(shop.db, shop.me("rui"), shop.message.ticketId);
  const before = ticketsOf(shop);
  shop.clock.pass(minute);
  shop.react("👍");
  expect(ticketsOf(shop)).toEqual(before);
  expect(shop.reactions()).toHaveLength(1);
});

test("only the contact can react, and only to existing messages", () => {
  const shop = shopWithMessage();
  const nina = shop.contact({ name: "Nina" });
  shop.react("👍", { chat: person(nina.number), from: person(nina.number) });
  shop.react("👍", { to: "A2" });
  shop.react("👍", { on: fabrica });
  shop.react("👍".repeat(40));
  shop.react("👍", { chat: person("5511900000009"), from: person("5511900000009") });
  expect([shop.reactions(), shop.events, ticketsOf(shop).length]).toEqual([[], [], 1]);
});

test("in a group each person has a reaction of their own, and blocked ones none", () => {
  const shop = shopWithMessage();
  settings.write(shop.db, "CheckMsgIsGroup", "disabled");
  const { id } = shop.receives("Bom dia", {
    id: "G1",
    group: { id: "1203", subject: "Padeiros" },
  })!;
  const blocked = shop.contact({ active: false });
  shop.react("👍", { to: "G1", chat: group });
  shop.react("❤️", { to: "G1", chat: group, from: person("5511977770002", "Dani") });
  shop.react("😡", { to: "G1", chat: group, from: person(blocked.number) });
  expect(findMessage(shop.db, id)!.reactions.map(({ emoji, name }) => [emoji, name])).toEqual([
    ["👍", "Bia"],
    ["❤️", "Dani"],
  ]);
  expect(
    shop.db
      .select()
      .from(contacts)
      .all()
      .map(({ name }) => name),
  ).toContain("Dani");
});

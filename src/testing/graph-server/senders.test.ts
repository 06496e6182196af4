import { afterEach, beforeEach, expect, test } from "bun:test";
import type { BusinessNumber } from "./account.ts";
import { caller, codeOf, type Caller } from "./caller.ts";
import { listener, type Listener } from "./listener.ts";
import { graphServer, type GraphServer } from "./server.ts";

let graph: GraphServer;
let shop: BusinessNumber;
let callback: Listener;
let api: Caller;

beforeEach(async () => {
  graph = await graphServer();
  shop = graph.number("5511999990001");
  callback = listener(shop.account);
  api = caller(graph, shop);
  await graph.setCallback(shop.account, callback.url, callback.verifyToken);
  await api.post(`${shop.account.wabaId}/subscribed_apps`, {});
});

afterEach(async () => {
  await graph.stop();
  await callback.stop();
});

test("a hidden number leaves its user id alone, which takes an answer", async () => {
  const caio = graph.customer("Caio", "5511977776666", { username: "caio.doces" });
  caio.hidden = true;
  await graph.acts.says(caio, shop, "Oi");
  const userId = shop.account.userIdOf(caio);
  const [message] = callback.messages;
  expect([message!.from, message!.from_user_id]).toEqual([undefined, userId]);
  expect(callback.changes[0]!.value.contacts).toEqual([
    { profile: { name: "Caio", username: "caio.doces" }, user_id: userId },
  ]);
  const answer = await api.send({ recipient: userId, type: "text", text: { body: "Olá" } });
  expect(answer.contacts).toEqual([{ input: userId, user_id: userId }]);
  await graph.webhooks.settled();
  expect(caio.lastText).toBe("Olá");
  expect(callback.statuses[0]!.recipient_id).toBeUndefined();

  caio.hidden = false;
  await graph.acts.says(caio, shop, "Agora com número");
  expect(callback.messages.at(-1)).toMatchObject({ from: "5511977776666", from_user_id: userId });
});

test("another portfolio sees another user id, and one app's numbers share it", async () => {
  const bia = graph.customer("Bia", "5511988887777");
  const second = graph.number("5511999990002", { account: shop.account });
  const other = graph.number("5511999990003");
  expect(second.account.userIdOf(bia)).toBe(shop.account.userIdOf(bia));
  expect(other.account.userIdOf(bia)).not.toBe(shop.account.userIdOf(bia));
  graph.webhooks.hold();
  void graph.acts.says(bia, shop, "Um");
  void graph.acts.says(bia, second, "Dois");
  await graph.webhooks.release({ perPost: 2 });
  expect(callback.raw).toHaveLength(1);
  expect(callback.changes.map(({ value }) => value.metadata.phone_number_id)).toEqual([
    shop.id,
    second.id,
  ]);
});

test("a changed number comes from the system, with a new user id and no contacts", async () => {
  const bia = graph.customer("Bia", "5511988887777");
  const before = shop.account.userIdOf(bia);
  await graph.acts.changesNumber(bia, shop, "5511911112222");
  expect(callback.messages[0]).toMatchObject({
    from: "5511988887777",
    type: "system",
    system: { type: "user_changed_number", wa_id: "5511911112222" },
  });
  expect(callback.messages[0]!.system.user_id).not.toBe(before);
  expect(callback.changes[0]!.value.contacts).toBeUndefined();
});

test("buttons and rows that the phone shows can be pressed", async () => {
  const bia = graph.customer("Bia", "5511988887777");
  await graph.acts.says(bia, shop, "Oi");
  const buttons = [{ type: "reply", reply: { id: "b1", title: "Pedidos" } }];
  await api.send({
    to: bia.phone,
    type: "interactive",
    interactive: { type: "button", body: { text: "Qual?" }, action: { buttons } },
  });
  await graph.webhooks.settled();
  await graph.acts.presses(bia, shop, "Pedidos");
  expect(callback.messages.at(-1)).toMatchObject({
    context: { id: bia.received[0]!.id },
    interactive: { type: "button_reply", button_reply: { id: "b1", title: "Pedidos" } },
  });
  expect(() => graph.acts.presses(bia, shop, "Financeiro")).toThrow("no button");
});

test("the shop's own phone sends echoes, its book and its history", async () => {
  const bia = graph.customer("Bia", "5511988887777");
  shop.coexistence = true;
  const sync = { messaging_product: "whatsapp", sync_type: "history" };
  await api.post(`${shop.id}/smb_app_data`, sync);
  expect(await codeOf(api.post(`${shop.id}/smb_app_data`, { ...sync, sync_type: "all" }))).toBe(
    131009,
  );
  const id = await graph.shopPhone.writesText(shop, bia, "Já respondo");
  await graph.shopPhone.edits(shop, bia, id, "Já te respondo");
  await graph.shopPhone.revokes(shop, bia, id);
  expect(
    callback.changes.flatMap(({ value }) => value.message_echoes ?? []).map(({ type }) => type),
  ).toEqual(["text", "edit", "revoke"]);
  callback.clear();
  const messages = Array.from({ length: 7 }, (_, index) => ({
    at: graph.clock.now() - index * 1000,
    body: `${index}`,
    file: index === 3,
    ours: index % 2 === 1,
  }));
  const files = await graph.shopPhone.sharesHistory(shop, [{ customer: bia, messages }], 2);
  expect(callback.changes.map(({ value }) => value.history[0].metadata.phase)).toEqual([
    0, 0, 1, 2,
  ]);
  expect(callback.changes.at(-1)!.value.history[0].metadata.progress).toBe(100);
  await graph.shopPhone.sharesPastFile(shop, bia, files[0]!, Buffer.from([255, 216, 255]));
  expect(callback.changes.at(-1)).toMatchObject({ field: "history" });
  await graph.shopPhone.syncsContact(shop, bia, "remove");
  await graph.shopPhone.declinesHistory(shop);
  await graph.shopPhone.removesPartner(shop);
  expect(callback.badSignatures).toBe(0);
});

test("a stopped marketing preference is told, and refuses marketing alone", async () => {
  graph.approvesAtOnce = true;
  const bia = graph.customer("Bia", "5511988887777");
  await graph.acts.prefersMarketing(bia, shop, "stop");
  expect(callback.changes[0]!.value.user_preferences[0]).toMatchObject({
    wa_id: "5511988887777",
    category: "marketing_messages",
    value: "stop",
  });
  for (const [name, category] of [
    ["promo", "MARKETING"],
    ["aviso", "UTILITY"],
  ]) {
    const components = [{ type: "BODY", text: "Oi" }];
    await api.post(`${shop.account.wabaId}/message_templates`, {
      name,
      language: "pt_BR",
      category,
      components,
    });
    await api.send({
      to: bia.phone,
      type: "template",
      template: { name, language: { code: "pt_BR" } },
    });
    await graph.webhooks.settled();
  }
  expect(callback.statuses.map(({ status }) => status)).toEqual(["failed", "sent", "delivered"]);
  expect(callback.statuses[0]!.errors[0].code).toBe(131050);
});

test("a blocked customer is no longer heard, if they wrote within a day", async () => {
  const bia = graph.customer("Bia", "5511988887777");
  const block = { messaging_product: "whatsapp", block_users: [{ user: bia.phone }] };
  expect((await api.post(`${shop.id}/block_users`, block)).block_users.failed_users).toHaveLength(
    1,
  );
  await graph.acts.says(bia, shop, "Oi");
  expect((await api.post(`${shop.id}/block_users`, block)).block_users.added_users).toHaveLength(1);
  callback.clear();
  await graph.acts.says(bia, shop, "Alô?");
  expect(callback.messages).toEqual([]);
});

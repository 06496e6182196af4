import { afterEach, beforeEach, expect, test } from "bun:test";
import type { BusinessNumber } from "./account.ts";
import { caller, codeOf, type Caller } from "./caller.ts";
import { HOUR } from "./clock.ts";
import type { Customer } from "./customer.ts";
import { listener, type Listener } from "./listener.ts";
import { graphServer, type GraphServer } from "./server.ts";

let graph: GraphServer;
let shop: BusinessNumber;
let bia: Customer;
let callback: Listener;
let api: Caller;

beforeEach(async () => {
  graph = await graphServer();
  shop = graph.number("5511999990001");
  bia = graph.customer("Bia", "5511988887777", { waId: "551188887777" });
  callback = listener(shop.account);
  api = caller(graph, shop);
  await graph.setCallback(shop.account, callback.url, callback.verifyToken);
  await api.post(`${shop.account.wabaId}/subscribed_apps`, {});
});

afterEach(async () => {
  await graph.stop();
  await callback.stop();
});

test("a number is read with the fields that it has", async () => {
  const fields = "display_phone_number,verified_name,quality_rating,messaging_limit_tier";
  expect(await api.get(`${shop.id}?fields=${fields}`)).toEqual({
    display_phone_number: "+55 11 99999-0001",
    verified_name: "Padaria Pão Quente",
    quality_rating: "GREEN",
    messaging_limit_tier: "TIER_250",
    id: shop.id,
  });
  expect(await codeOf(api.get(`${shop.id}?fields=color`))).toBe(100);
  expect(await codeOf(api.get("100000000000999"))).toBe(100);
});

test("a call without a token, or with an old one, is refused", async () => {
  const response = await fetch(`${graph.url}/v25.0/${shop.id}`);
  expect([response.status, (await response.json()).error.code]).toEqual([401, 104]);
  const { token } = shop.account;
  shop.account.endToken();
  const old = await fetch(`${graph.url}/v25.0/${shop.id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([old.status, (await old.json()).error.code]).toEqual([401, 190]);
});

test("a customer writes, the shop answers, and the phone reads", async () => {
  await graph.acts.says(bia, shop, "Olá, vocês têm pão?");
  const [inbound] = callback.messages;
  expect(inbound).toMatchObject({
    from: "551188887777",
    from_user_id: shop.account.userIdOf(bia),
    type: "text",
    text: { body: "Olá, vocês têm pão?" },
  });
  const answer = await api.send({
    to: "+55 11 98888-7777",
    type: "text",
    text: { body: "Temos!" },
    context: { message_id: inbound!.id },
    biz_opaque_callback_data: "ours-1",
  });
  expect(answer.contacts).toEqual([
    { input: "+55 11 98888-7777", wa_id: "551188887777", user_id: shop.account.userIdOf(bia) },
  ]);
  await graph.webhooks.settled();
  await graph.acts.reads(bia, shop);
  expect(bia.lastText).toBe("Temos!");
  expect(callback.statuses.map(({ status }) => status)).toEqual(["sent", "delivered", "read"]);
  expect(callback.statuses[0]).toMatchObject({
    id: answer.messages[0].id,
    recipient_id: "551188887777",
    biz_opaque_callback_data: "ours-1",
    pricing: { pricing_model: "PMP", category: "service" },
  });
  await api.send({ status: "read", message_id: inbound!.id, typing_indicator: { type: "text" } });
  expect([...bia.readByShop]).toEqual([inbound!.id]);
  expect(bia.typingUnder).toEqual([inbound!.id]);
});

test("webhooks are signed over raw bytes with escapes, and repeated until 200", async () => {
  callback.answers = [500, 503];
  await graph.acts.says(bia, shop, "Pão às 7/8 😀");
  expect(graph.webhooks.attempts.map(({ status }) => status)).toEqual([500, 503, 200]);
  expect(callback.raw[0]).toContain("P\\u00e3o \\u00e0s 7\\/8 \\ud83d\\ude00");
  expect(callback.messages.at(-1)!.text.body).toBe("Pão às 7/8 😀");
  expect(callback.badSignatures).toBe(0);
});

test("the window closes after 24 hours, to the millisecond, and 72 after an answered ad", async () => {
  const start = Date.UTC(2026, 10, 2, 12);
  graph.clock.freeze(start);
  await graph.acts.says(bia, shop, "Oi");
  graph.clock.freeze(start + 24 * HOUR);
  await api.send({ to: bia.phone, type: "text", text: { body: "dentro" } });
  graph.clock.advance(1);
  await api.send({ to: bia.phone, type: "text", text: { body: "fora" } });
  await graph.webhooks.settled();
  expect(bia.received.map(({ text }) => text)).toEqual(["dentro"]);
  expect(callback.statuses.at(-1)).toMatchObject({ status: "failed", errors: [{ code: 131047 }] });
  graph.windowErrors = "answer";
  expect(await codeOf(api.send({ to: bia.phone, type: "text", text: { body: "fora" } }))).toBe(
    131047,
  );

  const ad = graph.clock.now();
  const referral = { source_id: "1", source_type: "ad", source_url: "https://fb.me/1" };
  await graph.acts.says(bia, shop, "Vi o anúncio", { referral });
  await api.send({ to: bia.phone, type: "text", text: { body: "Bem-vinda" } });
  await graph.webhooks.settled();
  expect(callback.statuses.at(-1)!.pricing.type).toBe("free_entry_point");
  graph.clock.freeze(ad + 72 * HOUR);
  await api.send({ to: bia.phone, type: "text", text: { body: "ainda" } });
  graph.clock.advance(1);
  expect(await codeOf(api.send({ to: bia.phone, type: "text", text: { body: "fora" } }))).toBe(
    131047,
  );
});

test("statuses may come before the answer, doubled, and in any order", async () => {
  await graph.acts.says(bia, shop, "Oi");
  graph.statusesFirst = true;
  const answer = await api.send({ to: bia.phone, type: "text", text: { body: "Oi" } });
  expect(callback.statuses.map(({ id }) => id)).toEqual([
    answer.messages[0].id,
    answer.messages[0].id,
  ]);
  graph.statusesFirst = false;
  graph.webhooks.hold();
  for (const body of ["1", "2", "3"])
    await api.send({ to: bia.phone, type: "text", text: { body } });
  await until(() => graph.webhooks.heldCount === 6);
  callback.clear();
  await graph.webhooks.release({ shuffle: 7, copies: 2, perPost: 4 });
  expect(callback.raw).toHaveLength(3);
  expect(callback.statuses).toHaveLength(12);
  const sorted = callback.statuses.map(({ status }) => status).join();
  expect(sorted).not.toBe(Array(6).fill("sent,delivered").join());
});

test("a file goes up and down with the bearer, and its addresses expire", async () => {
  await graph.acts.says(bia, shop, "Oi");
  const png = Buffer.from("89504e470d0a1a0a0000", "hex");
  const id = await api.upload(png, "image/png");
  await api.send({ to: bia.phone, type: "image", image: { id, caption: "Bolo" } });
  await graph.webhooks.settled();
  expect(bia.lastText).toBe("Bolo");

  await graph.acts.sendsFile(bia, shop, "image", { bytes: png, type: "image/png" });
  const media = await api.get(callback.messages.at(-1)!.image.id);
  expect((await fetch(media.url)).status).toBe(401);
  expect(await api.download(media.url)).toEqual([200, png]);
  graph.clock.advance(5 * 60_000 + 1);
  expect((await api.download(media.url))[0]).toBe(404);
  graph.clock.advance(7 * 24 * HOUR);
  expect(await codeOf(api.get(media.id))).toBe(100);
});

test("files of other kinds, sizes and contents are refused", async () => {
  await graph.acts.says(bia, shop, "Oi");
  expect(await codeOf(api.upload(Buffer.from("x"), "image/heic"))).toBe(100);
  const big = Buffer.alloc(5 * 2 ** 20 + 1);
  expect(await codeOf(api.upload(big, "image/jpeg"))).toBe(131053);
  const id = await api.upload(Buffer.from("no picture"), "image/jpeg");
  await api.send({ to: bia.phone, type: "image", image: { id } });
  await graph.webhooks.settled();
  expect(callback.statuses.at(-1)).toMatchObject({ status: "failed", errors: [{ code: 131053 }] });
});

test("bodies that Meta refuses are refused with their details", async () => {
  await graph.acts.says(bia, shop, "Oi");
  const to = bia.phone;
  const text = { body: "Oi" };
  const refused: [object, number][] = [
    [{ messaging_product: undefined, to, type: "text", text }, 100],
    [{ to, type: "text", text: { ...text, color: "red" } }, 100],
    [{ to, type: "text", text, id: "1" }, 100],
    [{ to, type: "text" }, 131008],
    [{ type: "text", text }, 131008],
    [{ to, type: "text", text: { body: "x".repeat(4097) } }, 131009],
    [{ to, type: "text", text: { body: "" } }, 131009],
    [{ to, type: "image", image: { id: "1", link: "https://a.example/b.png" } }, 131009],
    [{ to, type: "image", image: { id: "1" } }, 100],
    [{ to, type: "poll", poll: {} }, 100],
    [{ to, type: "reaction", reaction: { message_id: "wamid.x", emoji: "👍" } }, 131009],
    [{ to, type: "text", text, context: { message_id: "wamid.x" } }, 131009],
    [{ to: shop.digits, type: "text", text }, 131021],
    [buttons(["1", "2", "3", "4"]), 131009],
    [buttons(["x".repeat(21)]), 131009],
    [buttons(["1", "1"]), 131009],
    [rows(11), 131009],
    [{ status: "read", message_id: "wamid.x" }, 131009],
    [order(5191), 131009],
    [{ recipient: "BR.1", type: "text", text }, 131009],
  ];
  for (const [body, code] of refused)
    expect([body, await codeOf(api.send(body))]).toEqual([body, code]);
  for (const body of [buttons(["1", "2", "3"]), rows(10), order(5190)]) await api.send(body);
});

test("faults hit the next call", async () => {
  await graph.acts.says(bia, shop, "Oi");
  const body = { to: bia.phone, type: "text", text: { body: "Oi" } };
  graph.faults.next({ kind: "error", code: 130429 });
  expect(await codeOf(api.send(body))).toBe(130429);
  graph.faults.next({ kind: "http", status: 502 });
  expect(await codeOf(api.send(body))).toBe(502);
  graph.faults.next({ kind: "cut", taken: false });
  expect(await codeOf(api.send(body))).toBe("cut");
  expect(graph.messages.sent).toHaveLength(0);
  graph.faults.next({ kind: "cut", taken: true });
  expect(await codeOf(api.send(body))).toBe("cut");
  await graph.webhooks.settled();
  expect(bia.received).toHaveLength(1);
  graph.faults.next({ kind: "silence", ms: 10, taken: true });
  expect(await codeOf(api.send(body))).toBe("cut");
  graph.faults.next({ kind: "status", code: 131049 });
  await api.send(body);
  await graph.webhooks.settled();
  expect(callback.statuses.at(-1)).toMatchObject({ status: "failed", errors: [{ code: 131049 }] });
  await api.send({ ...body, to: "5511900000000" });
  await graph.webhooks.settled();
  expect(callback.statuses.at(-1)).toMatchObject({ status: "failed", errors: [{ code: 131026 }] });
});

test("a callback of the account's own proves itself first", async () => {
  const address = `${shop.account.wabaId}/subscribed_apps`;
  const wrong = { override_callback_uri: callback.url, verify_token: "wrong" };
  expect(await codeOf(api.post(address, wrong))).toBe(2200);
  await api.post(address, {
    override_callback_uri: callback.url,
    verify_token: callback.verifyToken,
  });
  expect((await api.get(address)).data[0].override_callback_uri).toBe(callback.url);
});

async function until(done: () => boolean): Promise<void> {
  while (!done()) await Bun.sleep(1);
}

function buttons(titles: string[]) {
  const all = titles.map((title, index) => ({ type: "reply", reply: { id: `${index}`, title } }));
  return {
    to: bia.phone,
    type: "interactive",
    interactive: { type: "button", body: { text: "Qual?" }, action: { buttons: all } },
  };
}

function rows(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({ id: `${index}`, title: `${index}` }));
  return {
    to: bia.phone,
    type: "interactive",
    interactive: {
      type: "list",
      body: { text: "Qual?" },
      action: { button: "Ver", sections: [{ rows: all }] },
    },
  };
}

function order(total: number) {
  const amount = (value: number) => ({ value, offset: 100 });
  return {
    to: bia.phone,
    type: "interactive",
    interactive: {
      type: "order_details",
      body: { text: "Pedido 57" },
      action: {
        name: "review_and_pay",
        parameters: {
          reference_id: "P57-1",
          type: "physical-goods",
          payment_type: "br",
          currency: "BRL",
          payment_settings: [
            {
              type: "pix_dynamic_code",
              pix_dynamic_code: {
                code: "000201",
                merchant_name: "Padaria",
                key: "12345678000195",
                key_type: "CNPJ",
              },
            },
          ],
          total_amount: amount(total),
          order: {
            status: "pending",
            items: [{ retailer_id: "B1", name: "Bolo", amount: amount(5000), quantity: 1 }],
            subtotal: amount(5000),
            tax: amount(0),
            shipping: amount(690),
            discount: amount(500),
          },
        },
      },
    },
  };
}

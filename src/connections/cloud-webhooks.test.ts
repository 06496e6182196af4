import { expect } from "bun:test";
import { cloudShop, fieldsFor, linkCloud } from "../testing/cloud-shop.ts";
import type { Finding } from "../shared/health.ts";
import { box, minute, test, until } from "../testing/world.ts";

type Shop = Awaited<ReturnType<typeof cloudShop>>;

/** A message of a customer as Meta would write it, by a number's id. */
const envelope = (phoneNumberId: string, text: string, id = `wamid.${text}`) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "1",
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { phone_number_id: phoneNumberId, display_phone_number: "+55 11 97777-0000" },
            contacts: [{ wa_id: "551188880001", profile: { name: "Bia" } }],
            messages: [
              {
                from: "551188880001",
                id,
                timestamp: "1764000000",
                type: "text",
                text: { body: text },
              },
            ],
          },
        },
      ],
    },
  ],
});

const json = { "content-type": "application/json" };

/** Sends bytes to a connection's address, with a signature or without. */
const post = (
  { url, path, number }: Pick<Shop, "url" | "path" | "number">,
  body: string | object,
  signature?: string | null,
) => {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const sign = signature === undefined ? number.account.sign(bytes) : signature;
  return fetch(url + path, {
    method: "POST",
    headers: {
      ...json,
      ...(sign && { "x-hub-signature-256": sign }),
    },
    body: bytes,
  });
};

test("the handshake answers the challenge for the right token alone", async () => {
  const { url, path, body } = await cloudShop();
  const ask = (token: string, where = path) =>
    fetch(`${url}${where}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
  const answer = await ask(body.verifyToken as string);
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
    200,
    "text/plain; charset=utf-8",
    "1158201444",
  ]);
  expect((await ask("outro")).status).toBe(403);
  expect((await ask(body.verifyToken as string, `/cloud/${crypto.randomUUID()}`)).status).toBe(404);
});

test("a box that still opens its companies asks Meta to wait", async () => {
  const { url } = await box();
  const path = `/cloud/${crypto.randomUUID()}`;
  const answer = await fetch(url + path, { method: "POST", body: "{}", headers: json });
  expect([answer.status, (await fetch(url + path)).status]).toEqual([503, 503]);
});

test("a forged, unsigned, truncated or unknown webhook stores nothing, and is counted", async () => {
  const shop = await cloudShop();
  const { number, connectionManager, messages } = shop;
  const whole = JSON.stringify(envelope(number.id, "forjada"));
  const sign = number.account.sign(Buffer.from(whole));
  const other = shop.graph.number("5511966660000");
  const statuses = [
    await post(shop, whole, null),
    await post(shop, whole, "sha256=00"),
    await post(shop, whole, other.account.sign(Buffer.from(whole))),
    await post(shop, whole.slice(0, -1), sign),
    await post(shop, whole.replace("forjada", "forjado"), sign),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  expect(connectionManager.cloud.forged.count).toBe(5);
  const { body } = await shop.as("rui").get<{ findings: Finding[] }>("/health");
  expect(body.findings.find(({ check }) => check === "official")).toMatchObject({
    state: "warn",
    value: "Oficial 1",
  });
  expect((await post({ ...shop, path: `/cloud/${crypto.randomUUID()}` }, whole)).status).toBe(404);
  expect(messages()).toEqual([]);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics).toMatch(/balcao_cloud_webhooks_total\{result="forged"\} [1-9]/);
  expect((await post(shop, whole, sign)).status).toBe(200);
  expect(messages()).toMatchObject([{ body: "forjada" }]);
});

test("a webhook of 3 MB is read, and not one byte more", async () => {
  const shop = await cloudShop();
  const sized = (bytes: number) => {
    const text = JSON.stringify({ ...envelope(shop.number.id, "grande"), pad: "" });
    return text.replace('"pad":""', `"pad":"${"a".repeat(bytes - text.length)}"`);
  };
  expect((await post(shop, sized(3 * 1024 * 1024 + 1))).status).toBe(413);
  expect(shop.messages()).toEqual([]);
  expect((await post(shop, sized(3 * 1024 * 1024))).status).toBe(200);
  expect(shop.messages()).toHaveLength(1);
});

test("what is signed but no webhook is answered with 200, or Meta repeats it for days", async () => {
  const shop = await cloudShop();
  const bodies = ["", "null", "[]", "{}", '{"object":"page"}', "não é JSON", "[".repeat(100_000)];
  for (const body of bodies)
    expect([body.slice(0, 20), (await post(shop, body)).status]).toEqual([body.slice(0, 20), 200]);
  expect(shop.messages()).toEqual([]);
});

test("the same webhook ten times is one message, also at once", async () => {
  const shop = await cloudShop();
  const bia = shop.graph.customer("Bia", "5511988880001");
  shop.graph.webhooks.copies = 4;
  await shop.graph.acts.says(bia, shop.number, "Uma vez");
  await shop.graph.webhooks.settled();
  const body = envelope(shop.number.id, "Juntas");
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(shop, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(shop.messages().map((message) => message.body)).toEqual(["Uma vez", "Juntas"]);
});

test("a thousand statuses in any order give the same end", async () => {
  const shop = await cloudShop();
  const bia = shop.graph.customer("Bia", "5511988880001");
  await shop.graph.acts.says(bia, shop.number, "Oi");
  for (let index = 0; index < 5; index += 1) await shop.answers({ body: `Resposta ${index}` });
  await until(() => bia.received.length === 5);
  await shop.graph.webhooks.settled();
  shop.graph.webhooks.hold();
  const names = ["sent", "delivered", "read", "failed"] as const;
  for (const message of bia.received)
    for (let index = 0; index < 200; index += 1)
      void shop.graph.messages.report(message, names[index % 4]!);
  await shop.graph.webhooks.release({ shuffle: 7, perPost: 40 });
  const own = shop.messages().filter(({ fromMe }) => fromMe);
  expect(own.map(({ ack }) => ack)).toEqual([3, 3, 3, 3, 3]);
}, 30_000);

test("one webhook may hold several numbers, and no app speaks for another app's number", async () => {
  const shop = await cloudShop();
  const sister = shop.graph.number("5511966660000", { account: shop.number.account });
  const { id: sisterId } = await linkCloud(shop.shop, shop.graph, sister, "Irmã");
  const foreign = shop.graph.number("5511955550000");
  const { id: foreignId } = await linkCloud(shop.shop, shop.graph, foreign, "Outra");
  const mixed = {
    object: "whatsapp_business_account",
    entry: [shop.number, sister, foreign].flatMap(({ id }) => envelope(id, `para ${id}`).entry),
  };
  expect((await post(shop, mixed)).status).toBe(200);
  const at = (id: number) =>
    shop.rows<{ body: string }>("SELECT body FROM messages WHERE whatsappId = ?", id);
  expect(at(shop.id)).toEqual([{ body: `para ${shop.number.id}` }]);
  expect(at(sisterId)).toEqual([{ body: `para ${sister.id}` }]);
  expect(at(foreignId)).toEqual([]);
  // Another company's admin must not raise an alarm here.
  expect(shop.connectionManager.cloud.forged.count).toBe(0);
});

test("a part that cannot be stored is set aside, and goes in once it can be", async () => {
  const shop = await cloudShop();
  shop.db.sqlite.run(
    "CREATE TRIGGER poison BEFORE INSERT ON messages WHEN new.body = 'veneno' BEGIN SELECT RAISE(ABORT, 'veneno'); END",
  );
  const body = {
    object: "whatsapp_business_account",
    entry: ["antes", "veneno", "depois"].flatMap((text) => envelope(shop.number.id, text).entry),
  };
  expect((await post(shop, body)).status).toBe(200);
  expect(shop.messages().map((message) => message.body)).toEqual(["antes", "depois"]);
  const rui = shop.as("rui");
  for (let index = 0; index < 4; index += 1)
    await rui.post(`/whatsappsession/${shop.id}/set-aside`);
  const { body: waiting } = await rui.get<{ from: { name: string } }[]>(
    `/whatsappsession/${shop.id}/set-aside`,
  );
  expect(waiting.map(({ from }) => from.name)).toEqual(["Bia"]);
  expect((await rui.get(`/whatsapp/${shop.id}`)).body.setAside).toBe(1);
  shop.db.sqlite.run("DROP TRIGGER poison");
  await rui.post(`/whatsappsession/${shop.id}/set-aside`);
  expect((await rui.get(`/whatsapp/${shop.id}`)).body.setAside).toBe(0);
  expect(shop.messages().map((message) => message.body)).toEqual(["antes", "depois", "veneno"]);
});

test("a file that cannot be written is no 200: Meta sends the webhook again", async () => {
  const shop = await cloudShop();
  shop.db.sqlite.run("PRAGMA query_only = 1");
  expect((await post(shop, envelope(shop.number.id, "Oi"))).status).toBe(503);
  shop.db.sqlite.run("PRAGMA query_only = 0");
  expect((await post(shop, envelope(shop.number.id, "Oi"))).status).toBe(200);
  expect(shop.messages()).toHaveLength(1);
});

test("a number has one connection, in all companies", async () => {
  const shop = await cloudShop();
  for (const company of [1, 2]) {
    const { status, body } = await shop
      .as("rui", company)
      .post("/whatsapp", fieldsFor(shop.number, "Cópia"));
    expect([company, status, body.error, body.fields]).toEqual([
      company,
      409,
      "ERR_CLOUD_NUMBER_TAKEN",
      { phoneNumberId: "taken" },
    ]);
  }
  expect((await shop.as("rui").delete(`/whatsapp/${shop.id}`)).status).toBe(200);
  expect((await post(shop, envelope(shop.number.id, "Oi"))).status).toBe(404);
  expect((await shop.as("rui").post("/whatsapp", fieldsFor(shop.number))).status).toBe(201);
});

test("a disconnected number takes no webhook, and one that is connected again does", async () => {
  const shop = await cloudShop();
  const rui = shop.as("rui");
  await rui.delete(`/whatsappsession/${shop.id}`);
  shop.clock.pass(minute);
  expect((await post(shop, envelope(shop.number.id, "Oi"))).status).toBe(404);
  await rui.post(`/whatsappsession/${shop.id}`);
  expect((await post(shop, envelope(shop.number.id, "Oi"))).status).toBe(200);
});

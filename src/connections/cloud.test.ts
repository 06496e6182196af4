import { expect } from "bun:test";
import { cloudShop, connection } from "../testing/cloud-shop.ts";
import { minute, test, until } from "../testing/world.ts";

const shopWithBia = async () => {
  const shop = await cloudShop();
  const bia = shop.graph.customer("Bia", "5511988880001", { waId: "551188880001" });
  return { ...shop, bia };
};
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a customer writes, the shop answers, and the phone reads it", async () => {
  const { graph, number, bia, messages, answers, rows } = await shopWithBia();
  const id = await graph.acts.says(bia, number, "Tem pão?");
  expect(messages()).toMatchObject([{ body: "Tem pão?", fromMe: 0, providerId: id }]);
  expect((await answers()).status).toBe(201);
  await until(() => bia.lastText?.includes("Temos!"));
  await graph.webhooks.settled();
  await graph.acts.reads(bia, number);
  expect(messages()[1]).toMatchObject({ fromMe: 1, ack: 3, providerId: bia.received[0]!.id });
  expect(rows("SELECT * FROM outbox")).toEqual([]);
});

test("the form of the number that the network uses becomes the contact's", async () => {
  const { graph, number, bia, rows, answers } = await shopWithBia();
  await graph.acts.says(bia, number, "Oi");
  await answers();
  await until(() => bia.received.length === 1);
  await graph.webhooks.settled();
  expect(rows<object>("SELECT number FROM contacts WHERE name = 'Bia'")).toEqual([
    { number: "551188880001" },
  ]);
});

test("quotes, reactions, read marks and typing name the network's ids", async () => {
  const { graph, number, bia, messages, answers, rows, shop, id } = await shopWithBia();
  const first = await graph.acts.says(bia, number, "Tem bolo?");
  const [asked] = rows<{ id: number }>("SELECT id FROM messages WHERE providerId = ?", first);
  await answers({ body: "Tem de cenoura", quotedMsg: { id: asked!.id } });
  const [sent] = await until(() => bia.received.length === 1 && bia.received);
  expect(sent!.context).toBe(first);
  await until(() => bia.readByShop.has(first));
  await graph.webhooks.settled();
  await graph.acts.reacts(bia, number, sent!.id, "👍");
  await graph.acts.says(bia, number, "Quero esse", { quoting: sent!.id });
  expect(rows<object>("SELECT emoji FROM reactions")).toEqual([{ emoji: "👍" }]);
  const [, mine] = messages();
  expect(rows<object>("SELECT quotedMsgId FROM messages WHERE body = 'Quero esse'")).toEqual([
    { quotedMsgId: (mine as unknown as { id: number }).id },
  ]);
  await graph.acts.reacts(bia, number, sent!.id, "");
  expect(rows<object>("SELECT emoji FROM reactions")).toEqual([]);
  const channel = shop.connectionManager.channel(1, id)!;
  await channel.typing([{ type: "phone", value: "551188880001" }], true);
  expect(bia.typingUnder).toHaveLength(1);
});

test("a file comes and goes whole, and one that is too large is not even uploaded", async () => {
  const { graph, number, bia, messages, answers, rows } = await shopWithBia();
  await graph.acts.sendsFile(bia, number, "image", {
    bytes: picture,
    type: "image/png",
    caption: "Este aqui",
  });
  await until(() => rows("SELECT id FROM messages WHERE mediaId IS NOT NULL").length === 1);
  expect(messages()[0]).toMatchObject({ body: "Este aqui", mediaType: "image" });
  const send = async (bytes: Uint8Array<ArrayBuffer>, name: string, type: string) => {
    const form = new FormData();
    form.append("medias", new File([bytes], name, { type }));
    form.append("body", "Olha");
    return answers(form);
  };
  await send(new Uint8Array(picture), "bolo.png", "image/png");
  const [sent] = await until(() => bia.received.length === 1 && bia.received);
  expect(sent).toMatchObject({
    type: "image",
    payload: { caption: expect.stringContaining("Olha") },
  });
  const uploads = () => graph.calls.filter(({ path }) => path.endsWith("/media")).length;
  expect(uploads()).toBe(1);
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  large.set(picture);
  await send(large, "grande.png", "image/png");
  await until(() => rows("SELECT id FROM messages WHERE reason = 'ERR_CLOUD_FILE_TOO_LARGE'")[0]);
  expect(uploads()).toBe(1);
});

test("a file whose content is not the promised one is refused", async () => {
  const { graph, number, bia, rows } = await shopWithBia();
  const file = graph.media.receive(number.account, picture, "image/png");
  await graph.acts.send(bia, number, "image", {
    image: { id: file.id, mime_type: "image/png", sha256: "AAAA" },
  });
  await until(() => rows("SELECT id FROM media WHERE reason IS NOT NULL")[0]);
});

test("an address of a file inside the shop's own network is not asked", async () => {
  const { graph, number, bia, rows } = await shopWithBia();
  graph.media.urlOf = () => "https://127.0.0.1:1/file";
  await graph.acts.sendsFile(bia, number, "image", { bytes: picture, type: "image/png" });
  await until(() => rows("SELECT id FROM media WHERE reason = 'ERR_WAPP_DOWNLOAD_MEDIA'")[0]);
});

test("a send that was cut off after its body counts once: its status tells", async () => {
  const { graph, number, bia, messages, answers, rows, shop } = await shopWithBia();
  await graph.acts.says(bia, number, "Tem pão?");
  graph.faults.next({ kind: "cut", taken: true }, { to: "551188880001" });
  await answers();
  await until(() => messages()[1]?.ack === 2);
  expect(rows("SELECT * FROM outbox")).toEqual([]);
  shop.clock.pass(5 * minute);
  await shop.connectionManager.start(1, shop.connectionId);
  await until(() => connection(shop, shop.connectionId).status === "CONNECTED");
  await answers({ body: "Mais alguma coisa?" });
  await until(() => bia.lastText?.includes("Mais"));
  expect(bia.received).toHaveLength(2);
  expect(messages()[1]!.providerId).toBe(bia.received[0]!.id);
});

test("a send whose body never counted leaves after a while, once", async () => {
  const { graph, number, bia, messages, answers, rows, shop } = await shopWithBia();
  await graph.acts.says(bia, number, "Tem pão?");
  graph.faults.next({ kind: "cut", taken: false }, { to: "551188880001" });
  await answers();
  await until(() => rows("SELECT * FROM outbox WHERE uncertain = 1")[0]);
  expect(bia.received).toHaveLength(0);
  shop.clock.pass(minute);
  await shop.connectionManager.start(1, shop.connectionId);
  await until(() => bia.received.length === 1);
  await until(() => messages()[1]!.ack === 2);
});

test("an order of the catalogue is a cart, and answers to forms are texts", async () => {
  const { graph, number, bia, messages } = await shopWithBia();
  await graph.acts.orders(
    bia,
    number,
    [{ product_retailer_id: "BOLO-1", quantity: 2, item_price: 49.9 }],
    "Sem açúcar",
  );
  await graph.acts.answersForm(bia, number, "flow", { nome: "Bia" });
  await graph.acts.sendsUnsupported(bia, number);
  expect(messages().map(({ body }) => body)).toEqual([
    "🛒 Sem açúcar\n2 × BOLO-1 · BRL 49.90\nBRL 99.80",
    "Sent\n• nome: Bia",
    "poll_creation",
  ]);
});

import { expect } from "bun:test";
import { cloudShop, connection } from "../testing/cloud-shop.ts";
import { hour, test, until } from "../testing/world.ts";

const shopWithNina = async () => {
  const shop = await cloudShop();
  const nina = shop.graph.customer("Nina", "5511966661234");
  return { ...shop, nina, phone: shop.graph.shopPhone };
};

test("what the shop writes on its phone is its own word, also changed and taken back", async () => {
  const { graph, number, nina, phone, messages, rows } = await shopWithNina();
  await graph.acts.says(nina, number, "Tem pão?");
  const id = await phone.writesText(number, nina, "Tem sim");
  expect(messages()).toMatchObject([
    { body: "Tem pão?", fromMe: 0 },
    { body: "Tem sim", fromMe: 1, ack: 1 },
  ]);
  // An answer on the phone is an answer: nothing is unread, and no second ticket opens.
  expect(rows<object>("SELECT unreadMessages FROM tickets")).toEqual([{ unreadMessages: 0 }]);
  await phone.edits(number, nina, id, "Tem sim, quentinho");
  expect(messages()[1]).toMatchObject({ body: "Tem sim, quentinho" });
  await phone.revokes(number, nina, id);
  expect(rows<object>("SELECT isDeleted FROM messages WHERE fromMe = 1")).toEqual([
    { isDeleted: 1 },
  ]);
  await phone.sendsPicture(number, nina, new Uint8Array([255, 216, 255, 217]), "Olha");
  expect(messages()[2]).toMatchObject({ body: "Olha", mediaType: "image", fromMe: 1 });
});

test("a history of thousands of messages makes no ticket, no unread message and no event", async () => {
  const { number, nina, phone, messages, rows, clock } = await shopWithNina();
  const events = () => rows("SELECT seq FROM events").length;
  const before = events();
  const past = Array.from({ length: 3000 }, (_, index) => ({
    at: clock.now() - hour * (3000 - index),
    ours: index % 2 === 1,
    body: `Antiga ${index}`,
    file: index === 0,
  }));
  const [file] = await phone.sharesHistory(number, [{ customer: nina, messages: past }]);
  await phone.sharesPastFile(number, nina, file!, new Uint8Array([255, 216, 255, 217]));
  await phone.declinesHistory(number);
  expect(rows("SELECT id FROM tickets")).toEqual([]);
  expect(rows("SELECT messageId FROM outbox")).toEqual([]);
  expect(messages()).toEqual([]);
  expect(events()).toBe(before);
});

test("the phone's book names a contact, and one who leaves it stays a contact", async () => {
  const { graph, number, nina, phone, rows } = await shopWithNina();
  nina.name = "";
  await graph.acts.says(nina, number, "Oi");
  nina.name = "Nina Souza";
  await phone.syncsContact(number, nina, "add");
  const names = () => rows<object>("SELECT name FROM contacts WHERE id > 1");
  expect(names()).toEqual([{ name: "Nina Souza" }]);
  await phone.syncsContact(number, nina, "remove");
  expect(names()).toEqual([{ name: "Nina Souza" }]);
});

test("a shop that disconnects the channel on its phone is told so", async () => {
  const { shop, number, phone, id } = await shopWithNina();
  await phone.removesPartner(number);
  await until(() => connection(shop, id).reason === "loggedOut");
  expect(connection(shop, id).status).toBe("DISCONNECTED");
});

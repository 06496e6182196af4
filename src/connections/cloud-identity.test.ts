import { expect } from "bun:test";
import { cloudShop } from "../testing/cloud-shop.ts";
import { receive } from "../modules/tickets/inbound/receive.ts";
import { balcao, test, until } from "../testing/world.ts";

type Shop = Awaited<ReturnType<typeof cloudShop>>;

const contactsOf = ({ rows }: Shop) =>
  rows<{ id: number; name: string; number: string; username: string }>(
    "SELECT id, name, number, username FROM contacts WHERE id > 1 ORDER BY id",
  );
const ticketsOf = ({ rows, id }: Shop) =>
  rows<{ id: number; contactId: number }>(
    "SELECT id, contactId FROM tickets WHERE whatsappId = ? ORDER BY id",
    id,
  );

test("a customer with a hidden number has a name, is found by @name, and is answered", async () => {
  const shop = await cloudShop();
  const nina = shop.graph.customer("Nina", undefined, { username: "nina.pao" });
  await shop.graph.acts.says(nina, shop.number, "Tem pão?");
  const [contact] = contactsOf(shop);
  expect(contact).toMatchObject({ name: "Nina", number: "", username: "nina.pao" });
  for (const searchParam of ["@nina.pao", "nina.p", "@ni"]) {
    const { body } = await shop
      .as("rui")
      .get<{ contacts: { id: number }[] }>(`/contacts?searchParam=${searchParam}`);
    expect([searchParam, body.contacts.map(({ id }) => id)]).toEqual([searchParam, [contact!.id]]);
  }
  await shop.answers();
  await until(() => nina.lastText?.includes("Temos!"));
  const sent = shop.graph.calls.findLast(({ body }) => body.includes("Temos!"))!;
  expect(JSON.parse(sent.body)).toMatchObject({
    recipient: shop.number.account.userIdOf(nina),
  });
  nina.username = "nina.nova";
  await shop.graph.acts.says(nina, shop.number, "E bolo?");
  expect(contactsOf(shop)).toMatchObject([{ username: "nina.nova" }]);
});

test("a customer whose number comes later stays one contact, with the same conversation", async () => {
  const shop = await cloudShop();
  const nina = shop.graph.customer("Nina", "5511966661234", { username: "nina.pao" });
  nina.hidden = true;
  await shop.graph.acts.says(nina, shop.number, "Oi");
  const [ticket] = ticketsOf(shop);
  nina.hidden = false;
  await shop.graph.acts.says(nina, shop.number, "Agora com número");
  expect(contactsOf(shop)).toMatchObject([{ number: "5511966661234" }]);
  expect(ticketsOf(shop)).toEqual([ticket!]);
});

test("one who is known by number on the linked phone is the same contact here", async () => {
  const shop = await cloudShop();
  receive(shop.db, balcao, {
    id: "3A01",
    chat: { ids: [{ type: "phone", value: "5511966661234" }], name: "Nina" },
    from: { ids: [{ type: "phone", value: "5511966661234" }], name: "Nina" },
    at: shop.clock.now(),
    content: { kind: "chat", body: "Pelo celular" },
  });
  // The official channel knows her without the ninth digit, and hides nothing.
  const nina = shop.graph.customer("Nina", "5511966661234", { waId: "551166661234" });
  await shop.graph.acts.says(nina, shop.number, "Pelo oficial");
  expect(contactsOf(shop)).toMatchObject([{ number: "551166661234" }]);
  expect(shop.rows<object>("SELECT whatsappId FROM tickets ORDER BY id")).toEqual([
    { whatsappId: balcao },
    { whatsappId: shop.id },
  ]);
});

test("two contacts that turn out to be one are merged, each conversation where it was", async () => {
  const shop = await cloudShop();
  const nina = shop.graph.customer("Nina", "5511966661234", { username: "nina.pao" });
  receive(shop.db, balcao, {
    id: "3A01",
    chat: { ids: [{ type: "phone", value: "5511966661234" }], name: "Nina do celular" },
    from: { ids: [{ type: "phone", value: "5511966661234" }], name: "Nina do celular" },
    at: shop.clock.now(),
    content: { kind: "chat", body: "Pelo celular" },
  });
  nina.hidden = true;
  await shop.graph.acts.says(nina, shop.number, "Escondida");
  expect(contactsOf(shop)).toHaveLength(2);
  const before = shop.rows<object>("SELECT id, whatsappId, status FROM tickets ORDER BY id");
  nina.hidden = false;
  await shop.graph.acts.says(nina, shop.number, "Aqui está o número");
  expect(contactsOf(shop)).toMatchObject([{ number: "5511966661234", username: "nina.pao" }]);
  expect(shop.rows<object>("SELECT id, whatsappId, status FROM tickets ORDER BY id")).toEqual(
    before,
  );
});

test("a changed number joins the old one, and answers go to the new one", async () => {
  const shop = await cloudShop();
  const nina = shop.graph.customer("Nina", "5511966661234");
  await shop.graph.acts.says(nina, shop.number, "Oi");
  await shop.graph.acts.changesNumber(nina, shop.number, "5511999990009");
  expect(contactsOf(shop)).toMatchObject([{ name: "Nina", number: "5511999990009" }]);
  await shop.graph.acts.says(nina, shop.number, "Número novo");
  expect(contactsOf(shop)).toHaveLength(1);
  expect(ticketsOf(shop)).toHaveLength(1);
  await shop.answers();
  await until(() => nina.lastText?.includes("Temos!"));
  expect(
    shop
      .rows<{ value: string }>(
        "SELECT value FROM identifiers WHERE type = 'phone' AND contactId > 1 ORDER BY value",
      )
      .map(({ value }) => value),
  ).toEqual(["5511966661234", "5511999990009"]);
});

test("a changed user id joins the old one, also without a number", async () => {
  const shop = await cloudShop();
  const nina = shop.graph.customer("Nina", undefined, { username: "nina.pao" });
  await shop.graph.acts.says(nina, shop.number, "Oi");
  await shop.graph.acts.changesUserId(nina, shop.number);
  await shop.graph.acts.says(nina, shop.number, "Sou eu");
  expect(contactsOf(shop)).toHaveLength(1);
  expect(ticketsOf(shop)).toHaveLength(1);
  await shop.answers();
  await until(() => nina.lastText?.includes("Temos!"));
});

test("an id of several portfolios finds the same contact", async () => {
  const shop = await cloudShop();
  const nina = shop.graph.customer("Nina", undefined);
  nina.parentUserId = "BR.ENT.11815799212886844830";
  await shop.graph.acts.says(nina, shop.number, "Oi");
  nina.key = "outra pessoa para este portfólio";
  await shop.graph.acts.says(nina, shop.number, "Sou eu");
  expect(contactsOf(shop)).toHaveLength(1);
});

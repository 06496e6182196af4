import { expect } from "bun:test";
import { box, caller, test, type Box } from "../../testing/world.ts";

const mobile = "5511966661111";
const forms = ["011 96666-1111", "+55 011 96666-1111", "0 15 11 96666-1111", "Cel 11 96666-1111"];

async function shopIn(phone: string | null): Promise<Box> {
  const shop = await box();
  shop.control.sqlite.run("UPDATE companies SET phone = ? WHERE id = 1", [phone]);
  shop.db.sqlite.run("UPDATE connections SET number = ''");
  return shop;
}

test("each way in reads a number the same, and a person exists once", async () => {
  const shop = await shopIn("551133334444");
  const rui = shop.as("rui");
  const first = await rui.post<{ id: number }>("/contacts", { name: "Dona Maria", number: mobile });
  for (const number of forms) {
    expect([number, await rui.post("/contacts", { name: "Maria", number })]).toMatchObject([
      number,
      { status: 409 },
    ]);
    expect(await rui.post("/contactsImport", { name: "Maria", number })).toMatchObject({
      body: { id: first.body.id },
    });
  }
  expect(await rui.post("/contacts", { name: "Maria", number: "96666-1111" })).toMatchObject({
    status: 409,
  });
  const list = (await rui.post<{ id: number }>("/contact-lists", { name: "Clientes" })).body.id;
  const item = await rui.post<{ id: number }>("/contact-list-items", {
    name: "Maria",
    number: "011 96666-1111",
    email: "",
    contactListId: list,
  });
  expect(item).toMatchObject({ status: 201, body: { number: mobile } });
  expect(
    await rui.put(`/contact-list-items/${item.body.id}`, { number: "0 15 11 96666-1111" }),
  ).toMatchObject({ body: { number: mobile } });
  expect(await rui.post("/opt-outs", { number: "96666-1111" })).toMatchObject({
    status: 201,
    body: { number: mobile },
  });
  const { token } = (await rui.post<{ token: string }>("/whatsapp/1/token", {})).body;
  await shop.phone();
  const program = caller(shop.url, token);
  expect(
    await program.post("/messages/send", { number: "011 96666-1111", body: "Oi" }),
  ).toMatchObject({ status: 200 });
  expect(shop.db.sqlite.query("SELECT contactId FROM tickets").all()).toEqual([
    { contactId: first.body.id },
  ]);
});

test("a number is refused with the reason, in each way in", async () => {
  const rui = (await shopIn(null)).as("rui");
  for (const [number, reason] of [
    ["0800 123 4567", "service"],
    ["96666-1111", "areaCode"],
    ["10 96666-1111", "invalid"],
  ])
    for (const [path, body] of [
      ["/contacts", { name: "Maria", number }],
      ["/contactsImport", { name: "Maria", number }],
      ["/opt-outs", { number }],
    ] as const)
      expect([path, number, await rui.post(path, body)]).toMatchObject([
        path,
        number,
        { status: 422, body: { fields: { number: reason } } },
      ]);
});

test("a connection's number says the area code where the company has no telephone", async () => {
  const shop = await shopIn(null);
  shop.db.sqlite.run("UPDATE connections SET number = '5521977770000' WHERE id = 1");
  expect(
    await shop.as("rui").post("/contacts", { name: "Carioca", number: "96666-1111" }),
  ).toMatchObject({ status: 201, body: { number: "5521966661111" } });
});

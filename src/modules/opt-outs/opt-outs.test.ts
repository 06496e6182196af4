import { expect } from "bun:test";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { cellsOf } from "../../testing/sheets.ts";
import { test, until } from "../../testing/world.ts";
import type { Import } from "../imports/table.ts";
import { optOuts, type OptOut } from "./table.ts";

const fast = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };

test("a number is put on the list by hand, and comes off it only with a reason", async () => {
  const shop = await marketing();
  const { status, body: one } = await shop.rui.post<OptOut>("/opt-outs", {
    number: "11 98888-0001",
    name: "Bia",
    reason: "Pediu no balcão",
  });
  expect([status, one]).toMatchObject([
    201,
    {
      number: "5511988880001",
      source: "hand",
      user: { name: "Rui" },
      campaign: null,
      backAt: null,
    },
  ]);
  expect((await shop.rui.post("/opt-outs", { number: "551188880001" })).body).toMatchObject({
    id: one.id,
  });
  expect(await shop.rui.post(`/opt-outs/${one.id}/back`, { reason: " " })).toMatchObject({
    status: 422,
    body: { fields: { reason: "required" } },
  });
  expect(
    await shop.rui.post(`/opt-outs/${one.id}/back`, { reason: "Pediu de volta por escrito" }),
  ).toMatchObject({
    status: 200,
    body: { backReason: "Pediu de volta por escrito", backUserId: 1 },
  });
  expect(await shop.rui.post(`/opt-outs/${one.id}/back`, { reason: "De novo" })).toMatchObject({
    status: 409,
    body: { error: "ERR_OPT_OUT_BACK" },
  });
  expect((await shop.rui.get("/opt-outs")).body).toMatchObject({ count: 0 });
  expect((await shop.rui.get("/opt-outs?back=true")).body).toMatchObject({ count: 1 });
  expect((await shop.rui.get("/audit?action=optOutBack")).body).toMatchObject({ count: 1 });
});

test("a spreadsheet of numbers is imported, with or without names, and the list exported", async () => {
  const shop = await marketing();
  const form = new FormData();
  form.append(
    "file",
    new File(
      [`Nome,Número\nBia,${numberOf(1)}\n,${numberOf(2)}\nBia de novo,${numberOf(1)}\nRuim,12`],
      "nao-querem.csv",
    ),
  );
  const {
    body: { id },
  } = await shop.rui.post<Import>("/opt-outs/upload", form);
  const done = await until(async () => {
    shop.jobRunner.runAllDue();
    const { body } = await shop.rui.get<Import>(`/imports/${id}`);
    return body.state === "done" && body;
  });
  expect(done).toMatchObject({ created: 2, duplicated: 1, refused: 1 });
  const answer = await fetch(`${shop.url}/api/opt-outs/export`, {
    headers: { authorization: `Bearer ${await shop.as("rui").token}` },
  });
  const [head, ...lines] = cellsOf(await answer.bytes());
  expect(head?.map((cell) => cell?.v)).toEqual(["Nome", "Número", "Motivo", "Origem", "Desde"]);
  expect(lines.map((row) => [row[0]?.v, row[1]?.v, row[3]?.v])).toEqual([
    ["Bia", numberOf(1), "De uma planilha"],
    [undefined, numberOf(2), "De uma planilha"],
  ]);
});

test("who was erased stays unwritten to, by what nobody can read", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const contact = shop.contact({ name: "Bia Erasmo", number: numberOf(0) });
  const contactListId = await shop.list(2);
  const {
    body: { id },
  } = await shop.campaign({ contactListId });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(2);
  await shop.phone.write("SAIR", { number: numberOf(0), name: "Bia Erasmo" });
  await shop.pass(4);
  expect(shop.got(0)).toHaveLength(1);
  const { body: data } = await shop.rui.get(`/contacts/${contact.id}/export?format=json`);
  expect(data).toMatchObject({
    campaigns: [{ campaign: "Natal", message: "Oi Cliente 0", answer: "SAIR" }],
    contactLists: [{ list: "Clientes", number: numberOf(0) }],
    optOuts: [{ source: "answer" }],
  });

  expect((await shop.rui.delete(`/contacts/${contact.id}/erase`)).status).toBe(200);
  const everything = ["campaignShipping", "contactListItems", "optOuts"]
    .map((table) => JSON.stringify(shop.db.sqlite.query(`SELECT * FROM ${table}`).all()))
    .join();
  expect(everything).not.toMatch(/Bia|SAIR|Cliente 0|5511977770000/);
  expect(shop.db.select().from(optOuts).all()).toMatchObject([
    { number: null, name: "", numberKey: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
  ]);
  expect(await shop.report(id)).toMatchObject({ funnel: { total: 2, sent: 2, optedOutAfter: 1 } });

  // Someone imports the number again.
  await shop.rui.post("/contact-list-items", { name: "Bia", number: numberOf(0), contactListId });
  const { body: again } = await shop.campaign({ contactListId, name: "Ano novo" });
  expect((await shop.rui.get(`/campaigns/${again.id}/audience`)).body).toMatchObject({
    total: 2,
    optedOut: 1,
    willGet: 1,
  });
  await shop.rui.post(`/campaigns/${again.id}/start`);
  await shop.pass(6);
  expect(await shop.report(again.id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 1, optedOut: 1 },
  });
});

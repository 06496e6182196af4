import { expect } from "bun:test";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { test, until } from "../../testing/world.ts";
import type { Import } from "../imports/table.ts";
import { contactListItems, type ContactList, type ContactListItem } from "./table.ts";

const form = (text: string, name = "lista.csv") => {
  const body = new FormData();
  body.append("file", new File([text], name));
  return body;
};

/** Runs an import to its end. */
async function finished(shop: Awaited<ReturnType<typeof marketing>>, id: number) {
  return until(async () => {
    shop.jobRunner.runAllDue();
    const { body } = await shop.rui.get<Import>(`/imports/${id}`);
    return body.state === "done" && body;
  }, 60_000);
}

test("a list is made, filled by hand, renamed and deleted", async () => {
  const shop = await marketing();
  const { body: list } = await shop.rui.post<ContactList>("/contact-lists", {
    name: "Vizinhos",
    companyId: 1,
  });
  expect(list).toMatchObject({ name: "Vizinhos", contactsCount: 0 });
  const add = (number: string) =>
    shop.rui.post<ContactListItem>("/contact-list-items", {
      name: "Bia",
      number,
      email: "bia@exemplo.com.br",
      companyId: 1,
      contactListId: list.id,
    });
  expect(await add("(11) 98888-0001")).toMatchObject({
    status: 201,
    body: { number: "5511988880001", isWhatsappValid: true },
  });
  // The other form of the same number.
  expect(await add("551188880001")).toMatchObject({
    status: 409,
    body: { error: "ERR_DUPLICATED_CONTACT", fields: { number: "taken" } },
  });
  expect(await add("123")).toMatchObject({ status: 422, body: { fields: { number: "invalid" } } });
  expect((await shop.rui.get("/contact-lists/list")).body).toMatchObject({
    records: [{ id: list.id, contactsCount: 1 }],
    hasMore: false,
  });
  const {
    body: { contacts },
  } = await shop.rui.get<{ contacts: ContactListItem[] }>(
    `/contact-list-items?contactListId=${list.id}&searchParam=bia`,
  );
  expect(
    await shop.rui.put(`/contact-list-items/${contacts[0]!.id}`, {
      ...contacts[0],
      name: "Beatriz",
    }),
  ).toMatchObject({ status: 200, body: { name: "Beatriz", number: "5511988880001" } });
  expect(
    await shop.rui.put(`/contact-lists/${list.id}`, { ...list, name: "Bairro" }),
  ).toMatchObject({ status: 200, body: { name: "Bairro" } });
  expect(await shop.rui.delete(`/contact-lists/${list.id}`)).toMatchObject({ status: 200 });
  expect(shop.db.select().from(contactListItems).all()).toEqual([]);
});

test("a spreadsheet with broken and doubled rows fills a list once, and says what it left out and why", async () => {
  const shop = await marketing();
  const { id } = await shop.post<ContactList>("/contact-lists", { name: "Feira" });
  const rows = Array.from({ length: 100 }, (_, index) =>
    index % 10 === 3
      ? `Cliente ${index},123,`
      : index % 10 === 7
        ? `Cliente ${index},${numberOf(index - 1)},`
        : `Cliente ${index},${numberOf(index)},c${index}@exemplo.com.br`,
  );
  const { status, body: started } = await shop.rui.post<Import>(
    `/contact-lists/${id}/upload`,
    form(`Nome,Número,E-mail\n${rows.join("\n")}`),
  );
  expect([status, started]).toMatchObject([
    201,
    { state: "running", kind: "contactListItems", targetId: id, total: 100 },
  ]);
  expect(await finished(shop, started.id)).toMatchObject({
    created: 80,
    duplicated: 10,
    refused: 10,
  });
  expect((await shop.rui.get(`/contact-lists/${id}`)).body).toMatchObject({ contactsCount: 80 });
  expect(
    (await shop.rui.get<{ rows: object[] }>(`/imports/${started.id}/rows?refused=true`)).body
      .rows[0],
  ).toEqual({ line: 5, cells: ["Cliente 3", "123"], reason: "badNumber", column: 1 });
  // A second import adds nothing.
  const { body: again } = await shop.rui.post<Import>(
    `/contact-lists/${id}/upload`,
    form(`Nome,Número,E-mail\n${rows.join("\n")}`),
  );
  expect(await finished(shop, again.id)).toMatchObject({ created: 0, duplicated: 90, refused: 10 });
});

test("a file can be looked at and mapped before it fills a list", async () => {
  const shop = await marketing();
  const { id } = await shop.post<ContactList>("/contact-lists", { name: "Feira" });
  const { body: read } = await shop.rui.post<Import>(
    `/contact-lists/${id}/import`,
    form(`a;b\nBia;${numberOf(1)}\nCaio;${numberOf(1)}`),
  );
  const choice = { mapping: { name: 0, number: 1 } };
  expect((await shop.rui.post(`/imports/${read.id}/check`, choice)).body).toMatchObject({
    total: 2,
    created: 1,
    duplicated: 1,
    updated: 0,
    refused: 0,
  });
  expect(
    (await shop.rui.post(`/imports/${read.id}`, { mapping: { name: 0, number: null } })).body,
  ).toMatchObject({
    error: "ERR_IMPORT_NO_NUMBER",
    message: "Não foi selecionado o campo de número do contato",
  });
  await shop.rui.post(`/imports/${read.id}`, choice);
  expect(await finished(shop, read.id)).toMatchObject({ created: 1, duplicated: 1 });
  expect(await shop.as("ana").get(`/imports/${read.id}`)).toMatchObject({ status: 404 });
  expect(await shop.rui.post("/contact-lists/999/upload", form("a"))).toMatchObject({
    status: 404,
  });
});

test("5,000 rows fill a list while others are served", async () => {
  const shop = await marketing();
  const { id } = await shop.post<ContactList>("/contact-lists", { name: "Cidade" });
  const rows = Array.from(
    { length: 5_000 },
    (_, index) => `Cliente ${index},${index % 5 === 4 ? "x" : 5511900000000 + index}`,
  );
  const { body: started } = await shop.rui.post<Import>(
    `/contact-lists/${id}/upload`,
    form(`Nome,Número\n${rows.join("\n")}`),
  );
  // The batches of rows between two turns of the event loop: other requests never wait for more.
  const count = shop.db.sqlite.query<{ rows: number }, []>(
    "SELECT count(*) AS rows FROM contactListItems",
  );
  let [before, most, done] = [0, 0, false];
  const look = () => {
    const { rows } = count.get()!;
    most = Math.max(most, rows - before);
    before = rows;
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  shop.jobRunner.runAllDue();
  expect(await finished(shop, started.id)).toMatchObject({ created: 4_000, refused: 1_000 });
  done = true;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(100);
}, 60_000);

test("numbers are checked slowly, and only while a connection is up", async () => {
  const shop = await marketing();
  const { id } = await shop.post<ContactList>("/contact-lists", { name: "Feira" });
  const rows = Array.from({ length: 50 }, (_, index) => `Cliente ${index},${numberOf(index)}`);
  await shop.phone.line().fault({ disconnect: true });
  const { body: started } = await shop.rui.post<Import>(
    `/contact-lists/${id}/upload`,
    form(`Nome,Número\n${rows.join("\n")}`),
  );
  await finished(shop, started.id);
  const checked = () =>
    shop.db.sqlite
      .query("SELECT count(*) AS count FROM contactListItems WHERE isWhatsappValid IS NOT NULL")
      .get();
  shop.db.sqlite.run("UPDATE connections SET status = 'DISCONNECTED'");
  await shop.pass(60);
  expect(checked()).toEqual({ count: 0 });
  await shop.phone.line().fault({ disconnect: false });
  await shop.pass(1);
  expect(checked()).toEqual({ count: 20 });
  await shop.pass(18);
  expect(checked()).toEqual({ count: 20 });
  await shop.pass(25);
  expect(checked()).toEqual({ count: 50 });
  expect(
    (await shop.rui.get(`/contact-list-items?contactListId=${id}&valid=unknown`)).body,
  ).toMatchObject({ count: 0 });
});

test("a list is filled with the contacts of a tag or of a search, once each", async () => {
  const shop = await marketing();
  const { id: tagId } = shop.tag({ name: "vip" });
  const [ana, caio] = ["Ana Paula", "Caio"].map((name, index) =>
    shop.contact({ name, number: numberOf(index) }),
  );
  shop.ticket({ contactId: ana!.id, tagIds: [tagId] });
  shop.contact({ name: "Família", isGroup: true });
  expect(await shop.rui.post("/contact-lists", { name: "Todos", contacts: {} })).toMatchObject({
    status: 422,
    body: { fields: { tagIds: "required" } },
  });
  const { body: vips } = await shop.rui.post<ContactList>("/contact-lists", {
    name: "Vips",
    contacts: { tagIds: [tagId] },
  });
  expect(vips).toMatchObject({ contactsCount: 1 });
  expect(
    await shop.rui.post(`/contact-lists/${vips.id}/contacts`, { searchParam: caio!.number }),
  ).toMatchObject({ status: 200, body: { inserted: 1, duplicated: 0 } });
  expect(await shop.rui.post(`/contact-lists/${vips.id}/contacts`, { all: true })).toMatchObject({
    status: 200,
    body: { inserted: 1, duplicated: 2 },
  });
});

import { expect } from "bun:test";
import { cellsOf } from "../../testing/sheets.ts";
import { bia, box, test, world, type Box } from "../../testing/world.ts";
import { write } from "../settings/settings.ts";
import { masked } from "../../shared/phone.ts";
import { exportContacts } from "./export-contacts.ts";
import { sheetOutput } from "./sheet.ts";

async function taken(shop: Box, query = "") {
  const answer = await fetch(`${shop.url}/api/contacts/export${query}`, {
    headers: { authorization: `Bearer ${await shop.as("rui").token}` },
  });
  return { status: answer.status, headers: answer.headers, rows: cellsOf(await answer.bytes()) };
}
const texts = (rows: Awaited<ReturnType<typeof taken>>["rows"]) =>
  rows.map((row) => row.map((cell) => cell?.v));

test("an admin exports contacts as a spreadsheet that can be imported again", async () => {
  const shop = await box();
  shop.contact({ name: "João & <Filhos>", number: "5521977770009", email: "j@exemplo.com.br" });
  await shop.as("rui").put(`/contacts/${bia.id}`, {
    tags: [{ name: "vip" }, { name: "atacado" }],
    extraInfo: [{ name: "Cidade", value: "Santos" }],
  });
  const { status, headers, rows } = await taken(shop);
  expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
    200,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "attachment; filename*=UTF-8''contatos-2026-11-20.xlsx",
  ]);
  expect(texts(rows)).toEqual([
    ["Nome", "Número", "E-mail", "Tags", "Cidade"],
    ["Bia", bia.number, undefined, "atacado, vip", "Santos"],
    ["João & <Filhos>", "5521977770009", "j@exemplo.com.br"],
  ]);
  expect((await shop.as("rui").get("/audit?action=contactsExported")).body).toMatchObject({
    count: 1,
    records: [{ userId: 1, details: { filtered: false } }],
  });
  expect(texts((await taken(shop, "?searchParam=joao")).rows)).toHaveLength(2);
  expect(texts((await taken(shop, "?contactTag=[1]")).rows)[1]).toContain("Bia");
});

test("what looks like a formula stays a text", async () => {
  const shop = await box();
  const names = [
    '=HYPERLINK("http://mau.com")',
    "+SUM(1)",
    "-2+3",
    "@SUM(A1)",
    "\u0001Nina\u0008\ufffe",
  ];
  for (const [index, name] of names.entries())
    shop.contact({ name, number: `552197777001${index}` });
  const { rows } = await taken(shop);
  expect(rows.slice(2).map(([cell]) => [cell!.t, cell!.v, cell!.f])).toEqual(
    [...names.slice(0, 4), "Nina"].map((name) => ["s", name, undefined]),
  );
});

test("every contact is exported, however many, except erased ones", async () => {
  const shop = await box();
  shop.db.sqlite.run(
    "INSERT INTO contacts (name, number, createdAt, updatedAt) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1234) SELECT 'Cliente ' || i, 5511900000000 + i, 0, 0 FROM n",
  );
  shop.db.sqlite.run("UPDATE contacts SET erasedAt = 1 WHERE id = 7");
  const { rows } = await taken(shop);
  expect(rows).toHaveLength(1 + 1234);
  expect(new Set(texts(rows).map(([, number]) => number)).size).toBe(1 + 1234);
});

test("agents may export as the permissions say", async () => {
  expect(await (await box()).as("lia").get("/contacts/export")).toMatchObject({ status: 200 });
});

test("with hidden numbers, only admins export them whole", async () => {
  const shop = world();
  shop.contact({ name: "Família", number: "120363000000000001", isGroup: true });
  const numbers = async (who: "ana" | "rui") => {
    const chunks = await Array.fromAsync(
      exportContacts(shop.db, shop.me(who), { searchParam: "" }).body,
    );
    return [...sheetOutput(Buffer.concat(chunks))]
      .flatMap((word) => ("cells" in word ? [word.cells[1]] : []))
      .slice(1);
  };
  expect(await numbers("ana")).toEqual([bia.number, "120363000000000001"]);
  write(shop.db, "lgpdHideNumber", "enabled");
  expect(await numbers("ana")).toEqual(["5511*******01", "120363000000000001"]);
  expect(await numbers("rui")).toEqual([bia.number, "120363000000000001"]);
  expect(["", "123", "12345678"].map((number) => masked(number))).toEqual(["", "123", "1234**78"]);
});

import { expect } from "bun:test";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { test } from "../../testing/world.ts";
import type { CampaignAudience } from "./table.ts";

test("before the start a campaign says how many lack a field that its texts name", async () => {
  const shop = await marketing();
  const contactListId = await shop.list(3);
  await shop.post("/contact-fields", { label: "Cidade" });
  await shop.post("/contact-fields", { label: "Bairro" });
  for (const [index, value] of [
    [0, "Santos"],
    [1, ""],
  ] as const) {
    const { lastInsertRowid: id } = shop.db.sqlite.run(
      "INSERT INTO contacts (name, number, createdAt, updatedAt) VALUES ('Cliente', ?, 1, 1)",
      [numberOf(index)],
    );
    shop.db.sqlite.run("INSERT INTO identifiers (type, value, contactId) VALUES ('phone', ?, ?)", [
      numberOf(index),
      id,
    ]);
    shop.db.sqlite.run(
      "INSERT INTO contactFields (contactId, name, value) VALUES (?, 'cidade', ?)",
      [id, value],
    );
  }
  const audience = async (messages: string[]) =>
    (await shop.rui.post<CampaignAudience>("/campaigns/audience", { contactListId, messages }))
      .body;
  const cidade = { key: "cidade", label: "Cidade", count: 2 };
  expect(await audience(["Oi de {cidade}", "{nome}"])).toMatchObject({
    willGet: 3,
    lacking: [cidade],
  });
  expect(await audience(["{{Cidade}} e {bairro}"])).toMatchObject({
    lacking: [cidade, { key: "bairro", label: "Bairro", count: 3 }],
  });
  expect(await audience(["Oi de {cidade|longe}"])).toMatchObject({ lacking: [] });
  const { body: campaign } = await shop.campaign({ contactListId, message1: "De {cidade}" });
  expect(
    (await shop.rui.get<CampaignAudience>(`/campaigns/${campaign.id}/audience`)).body.lacking,
  ).toEqual([cidade]);
});

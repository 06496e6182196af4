import { expect } from "bun:test";
import type { Campaign, CampaignReport } from "../modules/campaigns/table.ts";
import type { Import } from "../modules/imports/table.ts";
import { claimedFolder } from "./claimed.ts";
import { owner, startBox } from "./running.ts";
import { storedPhoneMessages } from "./stored-phone-messages.ts";
import { test, until, type Caller } from "./world.ts";

// `bun run bench --campaigns` does the same with two thousand.
const count = 8;
const numberOf = (index: number) => `55119777${String(70_000 + index)}`;

test("a campaign that is killed again and again reaches everyone once, and goes on by itself", async () => {
  const data = await claimedFolder();
  let box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const rui = (): Caller => box.as(token);
  const { id: whatsappId } = (
    await rui().post<{ id: number }>("/whatsapp", { name: "Balcão", provider: "practice" })
  ).body;
  await rui().post(`/practice/${whatsappId}/scan`);
  await rui().post("/campaign-settings", {
    settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
  });

  // A fifth of the list is broken or doubled, and kills come during its import.
  const { id: contactListId } = (
    await rui().post<{ id: number }>("/contact-lists", { name: "Clientes" })
  ).body;
  const rows = Array.from({ length: count }, (_, index) => `Cliente ${index};${numberOf(index)}`);
  const form = new FormData();
  form.append(
    "file",
    new File(
      [["Nome;Número", ...rows, ...rows.slice(0, 3), "Sem número;", "Ruim;12"].join("\n")],
      "clientes.csv",
    ),
  );
  const { id: importId } = (
    await rui().post<Import>(`/contact-lists/${contactListId}/upload`, form)
  ).body;
  await box.kill();
  box = await startBox(data);
  const imported = await until(async () => {
    const { body } = await rui().get<Import>(`/imports/${importId}`);
    return body.state === "done" && body;
  }, 20_000);
  expect(imported).toMatchObject({ created: count, duplicated: 3, refused: 2 });

  const { id } = (
    await rui().post<Campaign>("/campaigns", {
      name: "Natal",
      message1: "Oi {nome}",
      message2: "Olá {nome}",
      whatsappId,
      contactListId,
    })
  ).body;
  expect((await rui().post(`/campaigns/${id}/start`)).status).toBe(200);
  const report = async () => (await rui().get<CampaignReport>(`/campaigns/${id}/report`)).body;
  let interrupted = 0;
  for (const patience of [300, 1900, 900]) {
    // Slow sending lets most kills come in the middle of it.
    await until(
      async () =>
        (await rui().post(`/practice/${whatsappId}/faults`, { delayMs: 800 })).status < 300,
      10_000,
    );
    await Bun.sleep(patience);
    await box.kill();
    box = await startBox(data);
    const { funnel } = await report();
    if (funnel.waiting > 0) interrupted += 1;
  }
  const ended = await until(async () => {
    const now = await report();
    return now.campaign.status === "FINALIZADA" && now;
  }, 90_000);
  expect(ended.funnel).toMatchObject({ total: count, sent: count, failed: 0, waiting: 0 });
  for (let index = 0; index < count; index++) {
    expect([index, storedPhoneMessages(data, numberOf(index)).map(({ body }) => body)]).toEqual([
      index,
      [expect.stringMatching(new RegExp(`^(Oi|Olá) Cliente ${index}$`))],
    ]);
  }
  expect((await rui().get<{ count: number }>("/tickets?showAll=true")).body.count).toBe(0);
  expect(interrupted).toBe(3);
}, 180_000);

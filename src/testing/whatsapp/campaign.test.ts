import { expect } from "bun:test";
import type { Campaign, CampaignReport } from "../../modules/campaigns/table.ts";
import type { TicketNote } from "../../modules/tickets/table.ts";
import { test, until } from "../world.ts";
import { network, shop } from "./shop.ts";

test("a campaign reaches who is on WhatsApp, hears how far it came, and its answers open tickets", async () => {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa);
  const whatsappId = await bakery.linked(account);
  const [bia, davi] = [
    wa.phone("Bia", { number: "5511988880001" }),
    wa.phone("Davi", { number: "5511988880002" }),
  ];
  await bakery.rui.post("/campaign-settings", {
    settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
  });
  const {
    body: { id: contactListId },
  } = await bakery.rui.post<{ id: number }>("/contact-lists", { name: "Clientes" });
  for (const [name, number] of [
    ["Bia", "5511988880001"],
    ["Davi", "5511988880002"],
    ["Ninguém", "5511900009999"],
  ])
    await bakery.rui.post("/contact-list-items", { name, number, contactListId });
  const {
    body: { id },
  } = await bakery.rui.post<Campaign>("/campaigns", {
    name: "Natal",
    message1: "Oi {nome}, temos panetone!",
    whatsappId,
    contactListId,
  });
  await bakery.rui.post(`/campaigns/${id}/start`);
  await bia.receives(/^Oi Bia, temos panetone!$/);
  await davi.receives(/^Oi Davi, temos panetone!$/);
  const report = async () => (await bakery.rui.get<CampaignReport>(`/campaigns/${id}/report`)).body;
  const ended = await until(async () => {
    const now = await report();
    return now.campaign.status === "FINALIZADA" && now.funnel.delivered === 2 && now;
  }, 15_000);
  expect(ended).toMatchObject({
    funnel: { total: 3, valid: 2, sent: 2, delivered: 2, skipped: 1 },
    progress: 100,
    reasons: [{ reason: "notOnWhatsapp", count: 1 }],
  });
  expect(await bakery.tickets()).toEqual([]);
  expect([bia.inbox.length, davi.inbox.length]).toEqual([1, 1]);

  await bia.says("Quanto custa?");
  const ticket = await until(async () => (await bakery.tickets())[0]);
  const {
    body: [note],
  } = await bakery.rui.get<TicketNote[]>(`/ticket-notes/list?ticketId=${ticket.id}`);
  expect(note!.note).toBe('Responde à campanha "Natal", que disse:\n\nOi Bia, temos panetone!');
  await davi.says("SAIR");
  await until(async () => (await report()).funnel.optedOutAfter === 1, 8000);
  expect(await bakery.tickets()).toHaveLength(1);
}, 90_000);

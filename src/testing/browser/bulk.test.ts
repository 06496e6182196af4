import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";

type Ticket = { status: string; markedUnread: boolean; contact: { name: string } };

const shop = await openShop();
const customers = ["Alba", "Bento", "Caco"];

const tickets = async () =>
  (await shop.call<{ tickets: Ticket[] }>("GET", "/tickets?showAll=true")).tickets;
const all = (has: (ticket: Ticket) => boolean) =>
  eventually(async () => (await tickets()).every(has) || undefined, "all tickets");

test("all of the list are selected, accepted, given back and marked as unread at once", async () => {
  const ana = await shop.enters("ana");
  for (const customer of customers) await shop.customer(customer).says("Oi");
  await ana.tab("Aguardando").click();
  for (const customer of customers) await ana.row(customer).waitFor();
  const more = async (item: string) => {
    await ana.button("Mais ações para os selecionados").click();
    await ana.page.getByRole("menuitem", { name: item }).click();
  };
  await ana.button("Opções da lista").click();
  await ana.page.getByRole("menuitem", { name: "Selecionar vários" }).click();
  await more("Selecionar os 3 da lista");
  await ana.sees("3 selecionados");
  await more("Aceitar");
  await ana.sees("3 atendimentos aceitos");
  await all(({ status }) => status === "open");
  await ana.button("Desfazer").click();
  await all(({ status }) => status === "pending");

  for (const customer of customers) await ana.row(customer).waitFor();
  await ana.button("Opções da lista").click();
  await ana.page.getByRole("menuitem", { name: "Selecionar vários" }).click();
  await more("Selecionar os 3 da lista");
  await more("Marcar como não lidas");
  await ana.sees("3 conversas marcadas como não lidas");
  await all(({ markedUnread }) => markedUnread);
  expect((await tickets()).length).toBe(3);
});

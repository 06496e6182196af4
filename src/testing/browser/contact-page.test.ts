import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";
import { phone, type Seat } from "./seat.ts";
import { passes } from "./sound.ts";

const shop = await openShop();
const counter = await sellingFrom(shop.call);
await shop.call("POST", "/tags", { name: "Festas", color: "#b45309" });
const bia = shop.customer("Bia");
await bia.says("Vocês fazem bolo?");
const { contacts } = await shop.call<{ contacts: { id: number }[] }>(
  "GET",
  "/contacts?searchParam=Bia",
);
const contactId = contacts[0]!.id;
const order = await counter.sells("Zilda", { "Pão de queijo": 6 }, { contactId });

const entries = (seat: Seat) => seat.page.locator("li[data-kind]");
const opens = async (seat: Seat) => {
  await seat.page.getByRole("link", { name: "Bia", exact: true }).click();
  await seat.waitsAt(`/contacts/${contactId}`);
  await entries(seat).first().waitFor();
};

test("a row of the contacts opens all that is known of one, and it follows what happens", async () => {
  const rui = await shop.enters("rui", { at: "/contacts" });
  await opens(rui);
  await rui.page.getByRole("heading", { level: 1, name: "Bia" }).waitFor();
  await rui.sees("Vocês fazem bolo?");
  await rui.page.getByRole("link", { name: `Pedido ${order.number}` }).waitFor();
  await rui.page.getByRole("tab", { name: /^Pedidos/ }).click();
  await rui.page.getByText("Vocês fazem bolo?").last().waitFor();
  expect(await entries(rui).count()).toBe(1);
  await rui.page.getByRole("tab", { name: /^Observações/ }).click();
  await rui.sees("Nenhuma observação ainda.");
  const { tickets } = await shop.call<{ tickets: { id: number }[] }>(
    "GET",
    `/tickets?contactId=${contactId}`,
  );
  await shop.call("POST", "/ticket-notes", { note: "Quer azul", ticketId: tickets[0]!.id });
  await entries(rui).filter({ hasText: "Quer azul" }).waitFor();
  await passes(rui, "a contact's page");
});

test("tags are given on the page, and the list's keys walk from one contact to the next", async () => {
  await shop.call("POST", "/contacts", { name: "Bruna", number: "5511977770044" });
  const rui = await shop.enters("rui", { at: "/contacts" });
  await opens(rui);
  await rui.page.getByLabel("Adicionar tag").fill("Fest");
  await rui.page.getByRole("option", { name: "Festas" }).click();
  await rui.page.getByRole("button", { name: "Tirar a tag Festas" }).waitFor();
  await rui.page.getByRole("heading", { level: 1 }).click();
  await rui.page.keyboard.press("Alt+J");
  await rui.page.getByRole("heading", { level: 1, name: "Bruna" }).waitFor();
  await rui.sees("Ainda não conversou.");
  await rui.page.keyboard.press("Alt+K");
  await rui.page.getByRole("heading", { level: 1, name: "Bia" }).waitFor();
  await rui.page.getByRole("button", { name: "Tirar a tag Festas" }).waitFor();
});

test("on a phone the cards stand below each other, in the dark too", async () => {
  const rui = await shop.enters("rui", {
    at: `/contacts/${contactId}`,
    size: phone,
    theme: "dark",
  });
  await entries(rui).first().waitFor();
  await rui.sees("O que aceitou");
  await passes(rui, "a contact's page on a phone");
});

test("a contact that is gone says so", async () => {
  const rui = await shop.enters("rui", { at: "/contacts" });
  rui.expects(404);
  await rui.goes("/contacts/999999");
  await rui.sees("Este contato não existe mais");
});

test("contacts are tagged together, all that are filtered too, and it can be undone", async () => {
  for (const index of [1, 2, 3])
    await shop.call("POST", "/contacts", {
      name: `Feira ${index}`,
      number: `551197777006${index}`,
    });
  const rui = await shop.enters("rui", { at: "/contacts" });
  const tagged = rui.page.getByRole("row").filter({ hasText: "Festas" });
  await rui.field("Buscar por nome ou número").fill("Feira");
  await rui.sees("3 contatos");
  await rui.page.getByLabel("Selecionar Feira 1").check();
  const bar = rui.page.getByRole("toolbar", { name: "Contatos selecionados" });
  await bar.getByText("1 selecionado").waitFor();
  await passes(rui, "contacts with a selection");
  await bar.getByRole("button", { name: "Selecionar os 3" }).click();
  await bar.getByText("3 selecionados").waitFor();
  await bar.getByRole("button", { name: "Tags" }).click();
  const dialog = rui.dialog("Tags de 3 contatos");
  await dialog.getByRole("checkbox", { name: "Festas" }).check();
  await passes(rui, "tags of many contacts");
  await dialog.getByRole("button", { name: "Adicionar tags" }).click();
  await rui.sees("3 contatos ganharam tags");
  await tagged.nth(2).waitFor();
  await rui.button("Desfazer").click();
  await tagged.first().waitFor({ state: "detached" });
});

import { expect } from "bun:test";
import { graphServer } from "../graph-server/server.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { phone, type Seat } from "./seat.ts";

const graph = await graphServer();
const shop = await openShop({ env: { BALCAO_GRAPH_URL: graph.url } });
const number = graph.number("5511977770000");
const bia = graph.customer("Bianca", "5511966660001");

const card = (seat: Seat) => seat.page.locator('[data-connection="Oficial"]');
const shows = (seat: Seat, state: string) =>
  card(seat).locator("[data-state]").filter({ hasText: state }).waitFor();

test("a shop links a number on the official channel, answers on it, and mends its token", async () => {
  const rui = await shop.enters("rui", { at: "/connections" });
  await rui.button("Nova conexão").click();
  const form = rui.dialog("Nova conexão");
  await rui.field("Nome").fill("Oficial");
  await form.getByRole("radio", { name: /^WhatsApp oficial/ }).check();
  await form.getByText(/sai de vez do aplicativo do celular/).waitFor();
  await rui.field("Identificação do número").fill(number.id);
  await rui.field("Identificação da conta do WhatsApp Business").fill("123");
  await rui.field("Token de acesso").fill(number.account.token);
  await rui.field("Chave secreta do aplicativo").fill(number.account.appSecret);
  await form.getByRole("checkbox", { name: "Atendimento" }).check();
  await rui.button("Verificar com a Meta").click();
  await form.locator('[data-check="wabaId"][data-state="wrong"]').waitFor();
  await form.locator('[data-check="accessToken"][data-state="ok"]').waitFor();
  await form.getByText("+55 11 97777-0000 · Padaria Pão Quente").waitFor();
  await rui.field("Identificação da conta do WhatsApp Business").fill(number.account.wabaId);
  await rui.button("Verificar com a Meta").click();
  await form.locator('[data-check="wabaId"][data-state="ok"]').waitFor();
  await rui.button("Salvar").click();

  // Meta needs the address and the token of the dialog.
  const address = rui.dialog("Oficial");
  await address.locator("code").nth(1).waitFor();
  const [url, verifyToken] = await address.locator("code").allTextContents();
  await graph.setCallback(number.account, url!, verifyToken!);
  await rui.page.keyboard.press("Escape");
  await shows(rui, "Conectada");
  await card(rui).getByText("+55 11 97777-0000").waitFor();

  await graph.acts.says(bia, number, "Vocês têm bolo?");
  const ana = await shop.enters("ana");
  await ana.accepts("Bianca");
  await ana.writes("Bianca", "Temos de cenoura");
  await eventually(() => bia.lastText?.includes("Temos de cenoura"), "the phone to get the answer");
  await graph.webhooks.settled();
  await graph.acts.reads(bia, number);
  await ana.tick("Temos de cenoura", "Lida").waitFor();

  number.account.endToken(true);
  await ana.writes("Bianca", "Quer um?");
  await ana.tick("Quer um?", "Na fila de envio").waitFor();
  await shows(rui, "Desconectada");
  await card(rui).locator('[data-reason="token"]').waitFor();
  await card(rui).getByRole("button", { name: "Ações de Oficial" }).click();
  await rui.page.getByRole("menuitem", { name: "Editar" }).click();
  await rui.page.getByRole("tab", { name: "Canal oficial" }).click();
  await rui.button("Alterar a conta").click();
  const change = rui.dialog("Alterar a conta");
  await change.getByRole("group", { name: "Token de acesso" }).getByRole("button").first().click();
  await change.getByLabel("Token de acesso").fill(number.account.token);
  await change.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Operação atualizada com sucesso.");
  await eventually(() => bia.lastText?.includes("Quer um?"), "the message that waited to leave");
  await rui.page.getByRole("main").getByRole("link", { name: "Conexões" }).click();
  await shows(rui, "Conectada");
  expect(bia.received).toHaveLength(2);
  const small = await shop.enters("rui", { at: "/connections", size: phone });
  await shows(small, "Conectada");
}, 120_000);

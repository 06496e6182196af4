import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";

const shop = await openShop();
const pictures = process.env.PICTURES;

test("an admin makes a template, and an agent sends it where free text is over", async () => {
  const { id: official } = await shop.call<{ id: number }>("POST", "/whatsapp", {
    name: "Oficial",
    provider: "practiceCloud",
    queueIds: [1],
  });
  await shop.call("POST", `/whatsappsession/${official}`);
  const rui = await shop.enters("rui", { at: "/templates" });
  rui.expects(422);
  await rui.sees("Nenhum modelo ainda");
  await rui.button("Novo modelo").first().click();
  const form = rui.dialog("Novo modelo");
  await form.getByLabel("Nome", { exact: true }).fill("pedido_saiu");
  await form.getByLabel("Texto", { exact: true }).fill("Oi {{nome}}, seu pedido saiu.");
  await form.getByLabel("Botão de resposta 1").fill("Obrigada");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText("Escreva um exemplo.").waitFor();
  await form.getByLabel("Exemplo de nome").fill("Bia");
  await form.getByRole("group", { name: "Como o cliente vê" }).getByText("Oi Bia, seu").waitFor();
  if (pictures) await rui.page.screenshot({ path: `${pictures}/template-form.png` });
  await form.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Aprovado");
  if (pictures) await rui.page.screenshot({ path: `${pictures}/templates.png` });

  const contact = await shop.call<{ id: number }>("POST", "/contacts", {
    name: "Dora Lima",
    number: "5511955554444",
  });
  const ticket = await shop.call<{ uuid: string; id: number }>("POST", "/tickets", {
    contactId: contact.id,
    whatsappId: official,
  });
  await rui.goes(`/tickets/${ticket.uuid}`);
  await rui.button("Enviar modelo").click();
  const picker = rui.dialog("Enviar modelo");
  await picker.getByRole("button", { name: /pedido_saiu/ }).click();
  await picker.getByText("Oi Dora, seu pedido saiu.").waitFor();
  await picker.getByLabel("nome", { exact: true }).fill("");
  await picker.getByRole("button", { name: "Enviar", exact: true }).click();
  await picker.getByText("Preencha esta variável.").waitFor();
  await picker.getByLabel("nome", { exact: true }).fill("dona {{firstName}}");
  await picker.getByText("Oi dona Dora, seu pedido saiu.").waitFor();
  if (pictures) await rui.page.screenshot({ path: `${pictures}/template-picker.png` });
  await picker.getByRole("button", { name: "Enviar", exact: true }).click();
  await picker.waitFor({ state: "detached" });
  await rui.sees("Oi dona Dora, seu pedido saiu.");
  const { messages } = await shop.call<{ messages: { body: string; template: object }[] }>(
    "GET",
    `/messages/${ticket.id}`,
  );
  expect(messages.at(-1)!.template).toMatchObject({ name: "pedido_saiu" });

  await rui.goes("/campaigns");
  await rui.button("Nova campanha").first().click();
  const campaign = rui.dialog("Nova campanha");
  await campaign.getByLabel("Nome", { exact: true }).fill("Entregas");
  await campaign.getByLabel(/^Conexão/).selectOption("Oficial");
  await campaign.getByRole("button", { name: "Escolher modelo" }).click();
  await picker.getByRole("button", { name: /pedido_saiu/ }).click();
  if (pictures) await rui.page.screenshot({ path: `${pictures}/campaign-template.png` });
  await picker.getByRole("button", { name: "Usar este modelo" }).click();
  await campaign.getByText("pedido_saiu").waitFor();
  await campaign.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Operação realizada com sucesso!");
  const { records } = await shop.call<{ records: { template: object }[] }>("GET", "/campaigns");
  expect(records[0]!.template).toMatchObject({
    name: "pedido_saiu",
    body: [{ name: "nome", text: "{{firstName}}" }],
  });
});

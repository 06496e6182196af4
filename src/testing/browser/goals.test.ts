import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";

const shop = await openShop();

test("a queue's goals are set on their page, and each conversation shows its clock", async () => {
  const rui = await shop.enters("rui", { at: "/queues" });
  rui.expects(422);
  await rui.link("Metas").click();
  await rui.sees("Nenhuma meta ainda");
  await rui.button("Nova meta").first().click();
  const dialog = rui.dialog("Nova meta");
  await dialog.getByLabel("Fila").selectOption("Atendimento");
  await dialog.getByLabel("Primeira resposta").selectOption("Sem meta");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Escolha pelo menos uma das metas").first().waitFor();
  await dialog.getByLabel("Primeira resposta").selectOption("Responder em até 30 min");
  await dialog.getByLabel("Resolução").selectOption("Resolver em até 4 h");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Operação realizada com sucesso!");
  await rui.page.getByRole("cell", { name: "30 min" }).waitFor();

  const ana = await shop.enters("ana");
  await shop.customer("Dora").says("Oi");
  await ana.tab("Aguardando").click();
  await ana.row("Dora").locator("[data-goal=running]").waitFor();
  await ana.button("Aceitar Dora").click();
  const clock = ana.page.locator("header [data-goal=running]");
  await clock.waitFor();
  expect(await clock.getAttribute("title")).toContain("Meta da primeira resposta: até");
  await ana.composer("Dora").fill("Oi, Dora.");
  await ana.page.keyboard.press("Enter");
  await ana.page.locator("header [data-goal=running][title^='Meta para resolver']").waitFor();

  await rui.goes("/dashboard");
  await rui.page.locator("[data-goals]").getByRole("link", { name: "1" }).first().click();
  await rui.sees("Primeira resposta no prazo");
  await rui.sees("Dora");
});

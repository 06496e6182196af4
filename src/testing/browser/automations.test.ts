import { openShop, test } from "./browser.ts";

const shop = await openShop();

test("an automation is written with its condition and steps, runs on a new ticket, and its log says so", async () => {
  const rui = await shop.enters("rui", { at: "/automations" });
  rui.expects(422);
  await rui.sees("Nenhuma automação ainda");
  await rui.button("Nova automação").first().click();
  const dialog = rui.dialog("Nova automação");
  await dialog.getByLabel("Nome", { exact: true }).fill("Boas-vindas");
  await dialog.getByLabel("Começa quando").selectOption("um cliente espera demais");
  await dialog.getByLabel("Espera", { exact: true }).selectOption("Depois de 15 min");
  await dialog.getByLabel("Começa quando").selectOption("um cliente abre um atendimento");
  await dialog.getByLabel("Espera", { exact: true }).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Novo passo" }).click();
  await rui.page.getByRole("menuitem", { name: "Guardar observação" }).click();
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Um dos passos não pode ser feito.").waitFor();
  await dialog.getByLabel("Observação, só para a equipe").fill("Cliente novo, atender com calma");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Operação realizada com sucesso!");
  await rui.sees("Cliente abre um atendimento");

  const ana = await shop.enters("ana");
  await shop.customer("Dora").says("Oi");
  await ana.tab("Aguardando").click();
  await ana.button("Aceitar Dora").click();
  await ana.conversation("Dora").getByText("A automação Boas-vindas agiu").waitFor();
  await ana.conversation("Dora").getByText("Cliente novo, atender com calma").waitFor();

  await rui.button("O que fez: Boas-vindas").or(rui.button("O que fez")).first().click();
  await rui.dialog("O que Boas-vindas fez").getByText("Fez todos os passos").waitFor();
});

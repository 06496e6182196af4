import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { phone } from "./seat.ts";

const shop = await openShop();

test("an admin gives a person a role, changes what it may do, and their screen follows", async () => {
  const rui = await shop.enters("rui", { at: "/users" });
  await rui.link("Funções").click();
  await rui.waitsAt("/roles");
  const cell = rui.page.getByRole("checkbox", { name: "Cozinha: Fazer orçamentos" });
  expect(await cell.getAttribute("aria-checked")).toBe("false");
  await cell.click();
  await rui.page
    .getByRole("checkbox", { name: "Cozinha: Fazer orçamentos", checked: true })
    .waitFor();
  await rui.tab("Mudadas (1)").click();
  expect(await rui.page.getByRole("checkbox").count()).toBe(3);

  await rui.button("Nova função").click();
  await rui.field("Nome").fill("Entrega");
  await rui.button("Salvar").click();
  await rui.sees("Função salva.");
  await rui.tab("Todas").click();
  await rui.page.getByRole("checkbox", { name: "Entrega: Ver o painel e as vendas" }).click();

  const ana = await shop.enters("ana", { at: "/contacts" });
  await ana.link("Contatos").first().waitFor();
  await rui.goes("/users");
  await rui.page.getByRole("row", { name: /Ana/ }).getByRole("button", { name: "Editar" }).click();
  await rui.tab("Acesso e filas").click();
  await rui.field("Função").selectOption({ label: "Entrega" });
  await rui.button("Salvar").click();
  await rui.sees("Usuário salvo com sucesso.");
  await ana.link("Hoje").first().waitFor();
  await ana.link("Atendimentos").waitFor({ state: "detached" });
  ana.expects(403);
  if (process.env.LOOK) await rui.goes("/roles");
  if (process.env.LOOK) {
    await rui.page.setViewportSize({ width: 1440, height: 900 });
    await rui.page.waitForTimeout(500);
    await rui.page.screenshot({ path: "/tmp/roles-1440.png" });
    await ana.page.screenshot({ path: "/tmp/roles-ana.png" });
  }
});

test("on a phone one role at a time is shown, with switches", async () => {
  const rui = await shop.enters("rui", { at: "/roles", size: phone, theme: "dark" });
  await rui.field("Função").selectOption({ label: "Caixa" });
  const toggle = rui.page.getByRole("switch", { name: "Apagar pedidos" });
  await toggle.click();
  await rui.page.getByRole("switch", { name: "Apagar pedidos", checked: true }).waitFor();
  if (process.env.LOOK) await rui.page.screenshot({ path: "/tmp/roles-390.png" });
});

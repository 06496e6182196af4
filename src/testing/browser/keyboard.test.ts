import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { focused } from "./gadgets.ts";

const shop = await openShop();

test("a ticket is accepted, answered and resolved without a mouse", async () => {
  await shop.customer("Bia").says("Oi");
  await shop.customer("Davi").says("Bom dia");
  const ana = await shop.enters("ana");
  const { keyboard } = ana.page;
  const focused = () => ana.page.evaluate(() => document.activeElement?.textContent ?? "");

  await ana.tab(/^Aguardando 2$/).waitFor();
  for (let steps = 0; !(await focused()).startsWith("Atendendo"); steps++) {
    expect(steps).toBeLessThan(45);
    await keyboard.press("Tab");
  }
  await keyboard.press("ArrowRight");
  await ana.button("Aceitar Bia").waitFor();
  const acceptsBia = ana.button("Aceitar Bia");
  for (
    let steps = 0;
    !(await acceptsBia.evaluate((button) => button === document.activeElement));
    steps++
  ) {
    expect(steps).toBeLessThan(5);
    await keyboard.press("Alt+j");
    await ana.page.locator("[data-ticket] :focus").waitFor();
  }
  expect(
    await acceptsBia.evaluate(
      (button) =>
        getComputedStyle(button.closest("[data-ticket]")!).outlineStyle !== "none" ||
        getComputedStyle(button).outlineStyle !== "none",
    ),
  ).toBe(true);
  await keyboard.press("Alt+a");
  await ana.composer("Bia").waitFor();
  await ana.page.locator("textarea:focus").waitFor();
  await keyboard.type("Olá, Bia");
  await keyboard.press("Shift+Enter");
  await keyboard.type("Tudo bem?");
  await keyboard.press("Enter");
  await shop.customer("Bia").receives(/^Olá, Bia\nTudo bem\?$/);
  await keyboard.press("Alt+e");
  await ana.waitsAt("/tickets");
  await ana.tab(/^Atendendo 0$/).waitFor();
  await ana.sees("Atendimento de Bia resolvido");
});

test("keys return a ticket to its queue, show the keys, start and accept tickets, and none of them, nor a closed dialog, loses the focus; a new contact starts with what was typed", async () => {
  await shop.customer("Elis").says("Oi");
  const ana = await shop.enters("ana");
  await ana.accepts("Elis");
  await ana.page.keyboard.press("Escape");
  await ana.waitsAt("/tickets");
  await ana.row("Elis").locator(":focus").waitFor();
  await ana.page.keyboard.press("Enter");
  await ana.composer("Elis").waitFor();
  await ana.page.keyboard.press("Alt+r");
  await ana.waitsAt("/tickets");
  await ana.tab("Aguardando").click();
  await ana.button("Aceitar Elis").waitFor();

  const start = ana.button("Novo atendimento");
  await start.focus();
  await ana.page.keyboard.press("?");
  await ana.dialog("Atalhos do teclado").getByText("Alt").first().waitFor();
  await ana.page.keyboard.press("Escape");
  await ana.dialog("Atalhos do teclado").waitFor({ state: "detached" });
  await focused(start);
  await ana.page.keyboard.press("Alt+n");
  await ana.dialog("Novo atendimento").getByRole("combobox", { name: "Contato" }).waitFor();
  await ana.page.keyboard.press("Escape");
  await ana.dialog("Novo atendimento").waitFor({ state: "detached" });

  const { keyboard } = ana.page;
  const waiting = ana.page.getByRole("tabpanel").getByRole("listitem");
  await waiting.first().waitFor();
  await keyboard.press("Alt+a");
  await ana.page.locator("textarea:focus").waitFor();
  await keyboard.press("Alt+e");
  await ana.waitsAt("/tickets");
  await ana.tab(/^Atendendo 0$/).waitFor();
  await ana.page.locator("[role=tab]:focus").getByText("Atendendo").waitFor();

  await ana.tab("Aguardando").click();
  await waiting.first().waitFor();
  await ana.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await keyboard.press("Alt+n");
  await ana.dialog("Novo atendimento").waitFor();
  await keyboard.press("Escape");
  await ana.dialog("Novo atendimento").waitFor({ state: "detached" });
  await ana.page.locator("[data-ticket] :focus").waitFor();

  await ana.button("Novo atendimento").click();
  const dialog = ana.dialog("Novo atendimento");
  const contact = dialog.getByRole("combobox", { name: "Contato" });
  await dialog.getByRole("button", { name: "Iniciar" }).click();
  await dialog.getByText("Escolha um contato").waitFor();
  await contact.pressSequentially("55 11 97777-0009");
  await dialog.getByText("Escolha um contato").waitFor({ state: "detached" });
  await dialog.getByRole("option", { name: /Criar contato/ }).click();
  const made = ana.dialog("Novo contato");
  expect(await made.getByLabel("Número").inputValue()).toBe("55 11 97777-0009");
  expect(await made.getByLabel("Nome").inputValue()).toBe("");
  await focused(made.getByLabel("Nome"));
  await ana.page.keyboard.press("Escape");
  await made.waitFor({ state: "detached" });
  await contact.fill("Zilda");
  await dialog.getByRole("option", { name: /Criar contato/ }).click();
  expect(await made.getByLabel("Nome").inputValue()).toBe("Zilda");
  await focused(made.getByLabel("Número"));
});

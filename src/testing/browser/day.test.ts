import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";

const shop = await openShop();

test("a customer writes on the practice phone, and the desk's day runs to its end", async () => {
  const bia = shop.customer("Bia");
  const rui = await shop.enters("rui", { at: `/practice/${shop.lines.counter}` });
  const ana = await shop.enters("ana");
  await ana.tab(/^Aguardando 0$/).click();
  await ana.sees("Ninguém esperando");

  await rui.page
    .getByRole("combobox", { name: "Confirmações do cliente" })
    .selectOption({ label: "Telefone desligado" });
  const phoneBox = rui.page.getByRole("textbox", { name: "Mensagem de Bia para a loja" });
  await phoneBox.fill("Oi, tem pão de queijo?");
  await phoneBox.press("Enter");
  await ana.row("Bia").waitFor();
  await ana.tab(/^Aguardando 1$/).waitFor();
  await ana.row("Bia").getByText("Oi, tem pão de queijo?").waitFor();
  await ana.row("Bia").getByText("1 mensagem não lida").waitFor();
  expect(ana.loads()).toBe(1);

  await ana.button("Aceitar Bia").click();
  await ana.conversation("Bia").waitFor();
  await ana.tab(/^Aguardando 0$/).waitFor();
  await ana.tab(/^Atendendo 1$/).waitFor();
  await ana.page.waitForFunction(() => document.title === "(1) Bia · Balcão");

  await ana.writes("Bia", "Olá, Bia! Acabou de sair do forno.");
  await ana.page.waitForFunction(() => document.title === "Bia · Balcão");
  await ana.tick("Acabou de sair do forno", "Enviada").waitFor();
  await rui.page.locator("[data-phone]").filter({ hasText: "Acabou de sair do forno" }).waitFor();
  await bia.gets();
  await ana.tick("Acabou de sair do forno", "Entregue").waitFor();
  await bia.reads();
  const blue = ana.tick("Acabou de sair do forno", "Lida");
  await blue.waitFor();
  await eventually(
    async () =>
      (await blue.evaluate(
        (icon) => getComputedStyle(icon).color !== getComputedStyle(icon.parentElement!).color,
      )) || undefined,
    "the tick to be blue",
  );

  await rui.page
    .getByRole("combobox", { name: "Confirmações do cliente" })
    .selectOption({ label: "Recebe e lê" });
  await ana.writes("Bia", "Separo seis?");
  await ana.tick("Separo seis?", "Lida").waitFor();

  // Typed and unsent text survives the closing of its ticket.
  await ana.composer("Bia").fill("Até amanh");
  await ana.button("Resolver").click();
  await ana.waitsAt("/tickets");
  await ana.sees("O que você digitou não foi enviado, e fica guardado nele.");
  await ana.tab(/^Atendendo 0$/).waitFor();
  await ana.tab("Resolvidos").click();
  await ana.row("Bia").getByRole("link", { name: "Bia" }).click();
  await ana.conversation("Bia").getByText("Atendimento resolvido.").waitFor();
  await ana.page.locator("[data-unsent]").getByText("Até amanh").waitFor();
  await ana.conversation("Bia").getByRole("button", { name: "Reabrir" }).click();
  await eventually(
    async () => (await ana.composer("Bia").inputValue()) === "Até amanh" || undefined,
    "the draft",
  );
  await ana.tab(/^Atendendo 1$/).waitFor();
  expect(ana.loads()).toBe(1);
});

test("the practice phone reaches each practice connection, and opens the tickets beside itself", async () => {
  const rui = await shop.enters("rui", { at: `/practice/${shop.lines.counter}` });
  await rui.page
    .getByRole("combobox", { name: "Escrever para a loja por" })
    .selectOption({ label: "Fábrica" });
  await rui.waitsAt(`/practice/${shop.lines.orders}`);
  await rui.sees(/chega à loja por “Fábrica”/);
  const opened = rui.page.waitForEvent("popup");
  await rui.link("Abrir atendimentos em outra aba").click();
  await (await opened).waitForURL(/\/tickets$/);
  expect(new URL(rui.page.url()).pathname).toBe(`/practice/${shop.lines.orders}`);
  await rui.page
    .locator("main header")
    .getByRole("link", { name: "Atendimentos", exact: true })
    .click();
  await rui.waitsAt("/tickets");

  // The list scrolls to the chosen customer. A user whom the guide sent here finds a link back to
  // it.
  for (let last = 1; last <= 8; last++)
    await shop.call("POST", `/practice/${shop.lines.orders}/messages`, {
      from: `551197666000${last}`,
      name: `Cliente ${last}`,
      body: "Oi",
    });
  await rui.page.evaluate(
    (key) =>
      localStorage.setItem(key, JSON.stringify({ number: "5511976660001", name: "Cliente 1" })),
    `practice:${shop.lines.orders}`,
  );
  await rui.goes(`/practice/${shop.lines.orders}?guide`);
  await rui.page.waitForFunction(() => {
    const chosen = document.querySelector("li > [aria-pressed=true]");
    const [row, list] = [
      chosen?.getBoundingClientRect(),
      chosen?.closest("ul")?.getBoundingClientRect(),
    ];
    return (
      row &&
      list &&
      list.height < 300 &&
      row.top >= list.top &&
      row.bottom <= list.bottom &&
      chosen?.textContent?.startsWith("C")
    );
  });
  await rui.sees(/^A mensagem chegou à loja/);
  await rui.link("Voltar aos primeiros passos").click();
  await rui.waitsAt("/guide/message");
});

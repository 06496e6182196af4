import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";

const shop = await openShop();

test("over a power cut no message is lost or doubled, and nobody has to reload", async () => {
  const bia = shop.customer("Bia");
  const davi = shop.customer("Davi");
  await bia.says("Antes");
  const ana = await shop.enters("ana");
  await ana.accepts("Bia");
  await ana.writes("Bia", "Anotado");
  await bia.receives(/Anotado/);
  await bia.says("No último instante");
  await shop.kill();

  await ana.writes("Bia", "Escrito no escuro");
  await ana.tick("Escrito no escuro", "Na fila de envio").waitFor();
  await ana.page.getByRole("status").getByText("Sem conexão com o servidor. Suas mensagens serão enviadas ao reconectar").waitFor();

  await shop.restart();
  await bia.says("Ainda aí?");
  await davi.says("Bom dia");
  await ana.button("Tentar agora").click({ timeout: 500 }).catch(() => "it came back by itself");
  await bia.receives(/Escrito no escuro/);
  await ana.bubble("Ainda aí?").waitFor();
  await ana.tab(/^Aguardando 1$/).waitFor();
  await ana.page.getByText("Sem conexão com o servidor").waitFor({ state: "detached" });
  await ana.tick("Escrito no escuro", "Enviada").waitFor();

  const said = ["Antes", "Anotado", "No último instante", "Escrito no escuro", "Ainda aí?"];
  for (const text of said) expect([text, await ana.bubble(text).count()]).toEqual([text, 1]);
  expect(await ana.page.locator("[data-said]").count()).toBe(said.length);
  expect([await bia.got("Anotado"), await bia.got("Escrito no escuro")]).toEqual([1, 1]);
  expect(ana.loads()).toBe(1);

  await ana.page.reload();
  await ana.bubble("Ainda aí?").waitFor();
  expect(await ana.page.locator("[data-said]").count()).toBe(said.length);
});

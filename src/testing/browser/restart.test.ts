import { expect } from "bun:test";
import { maxListeners } from "../../live/peers.ts";
import { silenceableRelay } from "../relay.ts";
import { openShop, test } from "./browser.ts";

const shop = await openShop();

test("in a power cut no message is lost or doubled, and nobody has to reload", async () => {
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
  await ana.page
    .getByRole("status")
    .getByText("Sem conexão com o servidor. Suas mensagens serão enviadas ao reconectar")
    .waitFor();

  await shop.restart();
  await bia.says("Ainda aí?");
  await davi.says("Bom dia");
  await ana
    .button("Tentar agora")
    .click({ timeout: 500 })
    .catch(() => "it came back by itself");
  await bia.receives(/Escrito no escuro/);
  await ana.bubble("Ainda aí?").waitFor();
  await ana.tab(/^Aguardando 1$/).waitFor();
  await ana.page.getByText("Sem conexão com o servidor").waitFor({ state: "detached" });
  await ana.tick("Escrito no escuro", "Enviada").waitFor();

  const texts = ["Antes", "Anotado", "No último instante", "Escrito no escuro", "Ainda aí?"];
  for (const text of texts) expect([text, await ana.bubble(text).count()]).toEqual([text, 1]);
  expect(await ana.page.locator("[data-bubble]").count()).toBe(texts.length);
  expect([await bia.got("Anotado"), await bia.got("Escrito no escuro")]).toEqual([1, 1]);
  expect(ana.loads()).toBe(1);

  await ana.page.reload();
  await ana.bubble("Ainda aí?").waitFor();
  expect(await ana.page.locator("[data-bubble]").count()).toBe(texts.length);
});

test("a connection that went silent is noticed within five seconds, and missed messages come when it is back", async () => {
  const between = await silenceableRelay(shop.url);
  const nina = shop.customer("Nina");
  await nina.says("Antes do silêncio");
  const ana = await shop.enters("ana", { by: between.url, clock: true });
  await ana.accepts("Nina");
  const banner = ana.page.getByRole("status").getByText("Sem conexão com o servidor");
  expect(await banner.count()).toBe(0);
  // A request that hangs holds one of the browser's six connections until the page's clock moves.
  await ana.page.waitForLoadState("networkidle");

  between.goSilent();
  await ana.waits(5000);
  await banner.waitFor();
  await nina.says("Alguém?");
  await ana.writes("Nina", "Já vejo");

  between.comeBack();
  await ana.seesLater(ana.bubble("Alguém?"));
  await banner.waitFor({ state: "detached" });
  await nina.receives(/Já vejo/);
  expect([await nina.got("Já vejo"), ana.loads()]).toEqual([1, 1]);
  between.close();
});

test("going offline is shown at once, though the socket is still open", async () => {
  const ana = await shop.enters("ana");
  ana.expects(/net::ERR_INTERNET_DISCONNECTED/);
  await ana.sees("Atendendo");
  await ana.page.context().setOffline(true);
  const banner = ana.page.getByRole("status").getByText("Sem conexão com o servidor");
  await banner.waitFor({ timeout: 5000 });
  await ana.page.context().setOffline(false);
  await banner.waitFor({ state: "detached" });
});

test("a screen that is one too many waits until somebody looks at it", async () => {
  const ana = await shop.enters("ana");
  await ana.sees("Atendendo");
  const others = await ana.page.evaluate(async (count) => {
    const opened = Array.from({ length: count }, () => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
      const token = localStorage.getItem("token");
      socket.onopen = () => socket.send(JSON.stringify({ event: "auth", token }));
      return new Promise<WebSocket>((resolve) => (socket.onmessage = () => resolve(socket)));
    });
    const sockets = await Promise.all(opened);
    Object.assign(window, { sockets });
    return sockets.length;
  }, maxListeners);
  expect(others).toBe(maxListeners);
  const banner = ana.page.getByRole("status").getByText("Sem conexão com o servidor");
  await banner.waitFor();
  await ana.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await banner.waitFor({ state: "detached" });
});

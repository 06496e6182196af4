import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { hums } from "./gadgets.ts";

const shop = await openShop();

test("files that were just sent are cancelled together, and are in the dialog again with their captions", async () => {
  const ana = await holding("João");
  const chooser = ana.page.waitForEvent("filechooser");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Documento" }).click();
  await (await chooser).setFiles([
    { name: "cardapio.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") },
    { name: "precos.csv", mimeType: "text/csv", buffer: Buffer.from("bolo;30\n") },
  ]);
  const sheet = ana.dialog("Enviar a João");
  await sheet.getByLabel("Legenda").fill("Seguem os dois");
  await sheet.getByText("precos.csv").click();
  await sheet.getByLabel("Legenda").fill("E os preços");
  await ana.button("Enviar 2 arquivos").click();
  await ana.bubble("precos.csv").getByRole("img", { name: "Na fila de envio" }).waitFor();
  await ana.button(/^Desfazer/).click();
  await ana.bubble("cardapio.pdf").waitFor({ state: "detached" });
  await ana.bubble("precos.csv").waitFor({ state: "detached" });
  expect(await sheet.getByLabel("Legenda").inputValue()).toBe("Seguem os dois");
  await sheet.getByText("precos.csv").click();
  expect(await sheet.getByLabel("Legenda").inputValue()).toBe("E os preços");
  await ana.button("Enviar 2 arquivos").click();
  await ana.tick("Seguem os dois", "Enviada").waitFor();
  await ana.bubble("E os preços").getByRole("img", { name: "Enviada" }).waitFor();
  const got = await eventually(async () => {
    const all = await shop.call<{ fileName?: string }[]>("GET", `/practice/${shop.lines.counter}/messages?number=${shop.customer("João").number}`);
    return all.filter(({ fileName }) => fileName).length >= 2 ? all.filter(({ fileName }) => fileName).length : undefined;
  }, "the phone to have them");
  expect(got).toBe(2);
});

test("a voice note that was just sent is cancelled, and can be sent again; so is a location", async () => {
  const ana = await holding("Bia");
  await ana.button("Gravar mensagem de voz").click();
  await ana.page.getByText("0:01").first().waitFor();
  await ana.button("Enviar mensagem de voz").click();
  const sent = ana.page.locator("[data-bubble]").filter({ has: ana.page.getByRole("slider", { name: "Mensagem de voz" }) });
  await sent.waitFor();
  await ana.button(/^Desfazer/).click();
  await sent.waitFor({ state: "detached" });
  await ana.button("Cancelar a gravação").or(ana.button(/Descartar|Apagar/)).first().click();
  await ana.composer("Bia").waitFor();

  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Localização" }).click();
  const place = ana.dialog("Enviar localização a Bia");
  await place.getByLabel("Coordenadas ou link do mapa").fill("https://www.google.com/maps/@-23.55052,-46.63331,17z");
  await place.getByRole("button", { name: "Enviar" }).click();
  const map = ana.page.getByRole("link", { name: /Abrir no mapa/ });
  await map.waitFor();
  const wait = () => shop.looksUp("SELECT messageId FROM outbox").length;
  await eventually(() => wait() === 1 || undefined, "the place to wait");
  await ana.button(/^Desfazer/).click();
  await map.waitFor({ state: "detached" });
  await eventually(() => wait() === 0 || undefined, "nothing to wait");
  expect(await shop.call<{ from: string | null }[]>("GET", `/practice/${shop.lines.counter}/messages?number=${shop.customer("Bia").number}`).then((all) => all.filter(({ from }) => from === null).length)).toBe(0);
});

async function holding(customer: string) {
  await shop.customer(customer).says("Oi");
  const seat = await shop.enters("ana", { undoes: true, before: hums });
  await seat.accepts(customer);
  return seat;
}

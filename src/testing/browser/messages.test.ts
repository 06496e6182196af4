import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import type { PhoneMessage } from "../../shared/practice.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { hums } from "./gadgets.ts";
import { phone, type Look, type Seat } from "./seat.ts";

const shop = await openShop();
const voice = join(repository, "src/testing/fixtures/voice.webm");

test("a voice note is recorded, played before it is sent, and arrives as a voice note", async () => {
  const ana = await holding("Bia", { before: hums });
  await ana.button("Gravar mensagem de voz").click();
  await ana.page.getByText("0:01").first().waitFor();
  await ana.button("Pausar a gravação").click();
  await ana.button("Continuar a gravar").click();
  await ana.button("Parar e ouvir").click();
  await ana.button("Tocar").click();
  await ana.button("Pausar").waitFor();
  await ana.button("Enviar mensagem de voz").click();
  const sent = ana.page.locator("[data-bubble]").filter({ has: ana.page.getByRole("slider", { name: "Mensagem de voz" }) });
  await sent.getByRole("img", { name: "Enviada" }).waitFor();
  expect(await sent.count()).toBe(1);
  const got = await arrives("Bia", ({ type }) => type === "audio");
  expect(got).toMatchObject({ media: expect.any(String), fileName: expect.stringMatching(/\.ogg$/) });
  await ana.composer("Bia").waitFor();
  // What the server stored of it plays, to its end.
  await ana.page.reload();
  await sent.getByRole("button", { name: "Tocar" }).click();
  await sent.getByRole("button", { name: "Pausar" }).waitFor();
  await sent.getByRole("button", { name: "Tocar" }).waitFor();
});

test("a very short recording is discarded, and Esc discards any", async () => {
  const ana = await holding("Davi", { before: hums });
  await ana.button("Gravar mensagem de voz").click();
  await ana.button("Parar e ouvir").click();
  await ana.page.getByRole("status").getByText("Curta demais").waitFor();
  await ana.composer("Davi").waitFor();
  await ana.page.keyboard.press("Alt+KeyV");
  await ana.button("Parar e ouvir").waitFor();
  await ana.page.keyboard.press("Escape");
  await ana.composer("Davi").waitFor();
  expect(await ana.page.locator("[data-bubble]").count()).toBe(1);
});

test("a microphone without permission is explained", async () => {
  const ana = await holding("Elis", { before: () => (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"))) });
  await ana.button("Gravar mensagem de voz").click();
  await ana.page.getByRole("alert").getByText("O microfone está bloqueado").waitFor();
  await ana.composer("Elis").waitFor();
});

test("audio, videos and documents of a customer are played and downloaded", async () => {
  const ana = await holding("Fábio");
  const bytes = Buffer.from(await Bun.file(voice).arrayBuffer()).toString("base64");
  await shop.customer("Fábio").shows(`data:application/pdf;base64,${Buffer.from("%PDF-1.4\n%%EOF").toString("base64")}`, "Segue o pedido");
  const download = ana.page.waitForEvent("download");
  await ana.bubble("Segue o pedido").getByRole("link", { name: /^Baixar .+\.pdf/ }).click();
  expect((await download).suggestedFilename()).toEndWith(".pdf");
  await shop.customer("Fábio").shows(`data:audio/webm;base64,${bytes}`);
  const sound = ana.page.locator("[data-player]");
  await sound.getByRole("button", { name: "Tocar" }).click();
  await sound.getByRole("button", { name: "Pausar" }).waitFor();
  await sound.getByRole("button", { name: /^Velocidade: 1×$/ }).click();
  await sound.getByRole("button", { name: "Velocidade: 1.5×" }).waitFor();
});

test("a reaction is set and removed", async () => {
  const ana = await holding("Gil");
  await shop.customer("Gil").says("O bolo chegou perfeito!");
  await chooses(ana, "O bolo chegou perfeito!", "Reagir com ❤️");
  const ours = ana.bubble("O bolo chegou perfeito!").getByRole("button", { name: "❤️ Você", exact: true });
  await ours.waitFor();
  await arrives("Gil", ({ body, reaction }) => body.startsWith("O bolo") && reaction === "❤️");
  await ours.click();
  await ours.waitFor({ state: "detached" });
  await arrives("Gil", ({ body, reaction }) => body.startsWith("O bolo") && !reaction);
});

test("a refused reaction disappears, and says why", async () => {
  const ana = await holding("Hugo");
  ana.expects(409);
  await shop.call("POST", `/practice/${shop.lines.counter}/faults`, { disconnect: true });
  await chooses(ana, "Oi", "Reagir com 👍");
  await ana.page.getByRole("alert").getByText("A conexão com o WhatsApp está fora do ar").waitFor();
  await ana.bubble("Oi").getByRole("button", { name: "👍 Você" }).waitFor({ state: "detached" });
  await shop.call("POST", `/practice/${shop.lines.counter}/faults`, { disconnect: false });
});

test("a message is edited from the keyboard, and deleted after a question", async () => {
  const ana = await holding("Íris");
  await ana.writes("Íris", "Custa R$ 20");
  await ana.tick("Custa R$ 20", "Enviada").waitFor();
  await ana.composer("Íris").press("ArrowUp");
  const words = ana.field("Editar a mensagem");
  expect(await words.inputValue()).toBe("Custa R$ 20");
  await words.press("Escape");
  await ana.composer("Íris").press("ArrowUp");
  await words.fill("Custa R$ 25");
  await words.press("Enter");
  await ana.bubble("Custa R$ 25").getByText("Editada").waitFor();
  await shop.customer("Íris").receives(/^Custa R\$ 25$/);

  await chooses(ana, "Custa R$ 25", "Apagar para todos");
  await ana.dialog("Apagar esta mensagem também no celular de Íris?").getByRole("button", { name: "Apagar para todos" }).click();
  await ana.bubble("Mensagem apagada").waitFor();
  expect(await ana.page.getByText("Custa R$ 25").count()).toBe(0);
});

test("documents keep their names, several at once; one that is too large is refused before it is sent", async () => {
  const ana = await holding("João");
  const chooser = ana.page.waitForEvent("filechooser");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Documento" }).click();
  await (await chooser).setFiles([
    { name: "cardapio.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") },
    { name: "precos.csv", mimeType: "text/csv", buffer: Buffer.from("bolo;30\n") },
    { name: "filme.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
  ]);
  const sheet = ana.dialog("Enviar a João");
  await sheet.getByRole("alert").getByText("“filme.mp4” passa de 10 MB.").waitFor();
  await sheet.getByLabel("Legenda").fill("Seguem os dois");
  await ana.button("Enviar 2 arquivos").click();
  await ana.tick("Seguem os dois", "Enviada").waitFor();
  await ana.bubble("precos.csv").getByRole("img", { name: "Enviada" }).waitFor();
  expect((await arrives("João", ({ fileName }) => fileName === "cardapio.pdf")).body).toBe("Seguem os dois");
  await arrives("João", ({ fileName }) => fileName === "precos.csv");
});

test("a location copied from a map is sent, and so is a contact", async () => {
  await shop.call("POST", "/contacts", { name: "Moinho Santa Clara", number: "5511933334444" });
  const ana = await holding("Lúcia");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Localização" }).click();
  const place = ana.dialog("Enviar localização a Lúcia");
  await place.getByLabel("Coordenadas ou link do mapa").fill("aqui perto");
  await place.getByRole("button", { name: "Enviar" }).click();
  await place.getByText("Não há coordenadas aqui").waitFor();
  await place.getByLabel("Coordenadas ou link do mapa").fill("https://www.google.com/maps/@-23.55052,-46.63331,17z");
  await place.getByRole("button", { name: "Enviar" }).click();
  const map = ana.page.getByRole("link", { name: /Abrir no mapa/ });
  expect(await map.getAttribute("href")).toBe("https://www.google.com/maps/search/?api=1&query=-23.55052%2C-46.63331");
  expect(await map.getAttribute("rel")).toContain("noopener");
  await arrives("Lúcia", ({ body }) => body.includes("-23.55052,-46.63331"));

  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Contato" }).click();
  const sharing = ana.dialog("Enviar contatos a Lúcia");
  await sharing.getByRole("combobox").fill("Moinho");
  await sharing.getByRole("option", { name: /Moinho Santa Clara/ }).click();
  await ana.button("Enviar 1 contato").click();
  await arrives("Lúcia", ({ body }) => body.includes("Moinho Santa Clara"));

  await ana.bubble("Moinho Santa Clara").getByRole("button", { name: "Conversar" }).click();
  await ana.dialog("Novo atendimento").getByText("Moinho Santa Clara").waitFor();
});

test("on a phone everything is within reach", async () => {
  const ana = await holding("Nina", { size: phone });
  await shop.customer("Nina").says("Tem troco?");
  await chooses(ana, "Tem troco?", "Responder");
  await ana.writes("Nina", "Tem sim");
  await ana.bubble("Tem sim").getByText("Tem troco?").waitFor();
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

/** Ana with a customer's ticket open. */
async function holding(customer: string, look: Look = {}) {
  await shop.customer(customer).says("Oi");
  const seat = await shop.enters("ana", look);
  await seat.accepts(customer);
  return seat;
}

/** Chooses from a message's menu. */
async function chooses(seat: Seat, text: string, what: string) {
  const bubble = seat.bubble(text).last();
  await bubble.hover();
  await bubble.getByRole("button", { name: "Opções da mensagem" }).click();
  await bubble.getByRole("menuitem", { name: what, exact: true }).or(bubble.getByRole("menuitemradio", { name: what, exact: true })).click();
}

/** What arrives on a customer's phone. */
const arrives = (name: string, match: (message: PhoneMessage) => boolean) =>
  eventually(async () => (await shop.call<PhoneMessage[]>("GET", `/practice/${shop.lines.counter}/messages?number=${shop.customer(name).number}`)).find(match), `${name}'s phone to have it`);

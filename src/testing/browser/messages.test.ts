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

test("a voice note is recorded, played before it is sent, and arrives as one; a very short one, Esc and a blocked microphone discard it", async () => {
  const ana = await holding("Bia", { before: hums });
  await ana.button("Gravar mensagem de voz").click();
  await ana.button("Parar e ouvir").click();
  await ana.page.getByRole("status").getByText("Curta demais").waitFor();
  await ana.composer("Bia").waitFor();
  await ana.page.keyboard.press("Alt+KeyV");
  await ana.button("Parar e ouvir").waitFor();
  await ana.page.keyboard.press("Escape");
  await ana.composer("Bia").waitFor();
  expect(await ana.page.locator("[data-bubble]").count()).toBe(1);

  await ana.button("Gravar mensagem de voz").click();
  await ana.page.getByText("0:01", { exact: true }).first().waitFor();
  await ana.button("Pausar a gravação").click();
  await ana.button("Continuar a gravar").click();
  await ana.button("Parar e ouvir").click();
  await ana.button("Tocar").click();
  await ana.button("Pausar").waitFor();
  await ana.button("Enviar mensagem de voz").click();
  const sent = ana.page
    .locator("[data-bubble]")
    .filter({ has: ana.page.getByRole("slider", { name: "Mensagem de voz" }) });
  await sent.getByRole("img", { name: "Enviada" }).waitFor();
  expect(await sent.count()).toBe(1);
  const got = await arrives("Bia", ({ type }) => type === "audio");
  expect(got).toMatchObject({
    media: expect.any(String),
    fileName: expect.stringMatching(/\.ogg$/),
  });
  await ana.composer("Bia").waitFor();
  // The player plays the stored file to its end.
  await ana.page.reload();
  await sent.getByRole("button", { name: "Tocar" }).click();
  await sent.getByRole("button", { name: "Pausar" }).waitFor();
  await sent.getByRole("button", { name: "Tocar" }).waitFor();

  await ana.page.evaluate(
    () =>
      void (navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("no", "NotAllowedError"))),
  );
  await ana.button("Gravar mensagem de voz").click();
  await ana.page.getByRole("alert").getByText("O microfone está bloqueado").waitFor();
  await ana.composer("Bia").waitFor();
});

test("a customer's audio and documents are played and downloaded, and reacted to; a reaction that is refused disappears, and says why", async () => {
  const ana = await holding("Fábio");
  const bytes = Buffer.from(await Bun.file(voice).arrayBuffer()).toString("base64");
  await shop
    .customer("Fábio")
    .shows(
      `data:application/pdf;base64,${Buffer.from("%PDF-1.4\n%%EOF").toString("base64")}`,
      "Segue o pedido",
    );
  const download = ana.page.waitForEvent("download");
  await ana
    .bubble("Segue o pedido")
    .getByRole("link", { name: /^Baixar .+\.pdf/ })
    .click();
  expect((await download).suggestedFilename()).toEndWith(".pdf");
  await shop.customer("Fábio").shows(`data:audio/webm;base64,${bytes}`);
  const sound = ana.page.locator("[data-player]");
  await sound.getByRole("button", { name: "Tocar" }).click();
  await sound.getByRole("button", { name: "Pausar" }).waitFor();
  await sound.getByRole("button", { name: /^Velocidade: 1×$/ }).click();
  await sound.getByRole("button", { name: "Velocidade: 1.5×" }).waitFor();

  await shop.customer("Fábio").says("O bolo chegou perfeito!");
  await chooses(ana, "O bolo chegou perfeito!", "Reagir com ❤️");
  const ours = ana
    .bubble("O bolo chegou perfeito!")
    .getByRole("button", { name: "❤️ Você", exact: true });
  await ours.waitFor();
  await arrives("Fábio", ({ body, reaction }) => body.startsWith("O bolo") && reaction === "❤️");
  await ours.click();
  await ours.waitFor({ state: "detached" });
  await arrives("Fábio", ({ body, reaction }) => body.startsWith("O bolo") && !reaction);

  ana.expects(409);
  await shop.call("POST", `/practice/${shop.lines.counter}/faults`, { disconnect: true });
  await chooses(ana, "Oi", "Reagir com 👍");
  await ana.page.getByRole("alert").getByText("A conexão com o WhatsApp está fora do ar").waitFor();
  await ana.bubble("Oi").getByRole("button", { name: "👍 Você" }).waitFor({ state: "detached" });
  await shop.call("POST", `/practice/${shop.lines.counter}/faults`, { disconnect: false });
});

test("words, documents, a place and a contact are sent; words are edited from the keyboard and deleted after a question, and a phone reaches all of it", async () => {
  await shop.call("POST", "/contacts", { name: "Moinho Santa Clara", number: "5511933334444" });
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
  await ana
    .dialog("Apagar esta mensagem também no celular de Íris?")
    .getByRole("button", { name: "Apagar para todos" })
    .click();
  await ana.bubble("Mensagem apagada").waitFor();
  // The row of the list follows with an event of its own.
  await eventually(
    async () => (await ana.page.getByText("Custa R$ 25").count()) === 0 || undefined,
    "the words to be gone",
  );

  // The page refuses a file that is too large before it sends anything; the others keep their
  // names.
  const chooser = ana.page.waitForEvent("filechooser");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Documento" }).click();
  await (
    await chooser
  ).setFiles([
    { name: "cardapio.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") },
    { name: "precos.csv", mimeType: "text/csv", buffer: Buffer.from("bolo;30\n") },
    { name: "filme.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
  ]);
  const sheet = ana.dialog("Enviar a Íris");
  await sheet.getByRole("alert").getByText("“filme.mp4” passa de 10 MB.").waitFor();
  await sheet.getByLabel("Legenda").fill("Seguem os dois");
  await ana.button("Enviar 2 arquivos").click();
  await ana.tick("Seguem os dois", "Enviada").waitFor();
  await ana.bubble("precos.csv").getByRole("img", { name: "Enviada" }).waitFor();
  expect((await arrives("Íris", ({ fileName }) => fileName === "cardapio.pdf")).body).toBe(
    "Seguem os dois",
  );
  await arrives("Íris", ({ fileName }) => fileName === "precos.csv");

  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Localização" }).click();
  const place = ana.dialog("Enviar localização a Íris");
  await place.getByLabel("Coordenadas ou link do mapa").fill("aqui perto");
  await place.getByRole("button", { name: "Enviar" }).click();
  await place.getByText("Não há coordenadas aqui").waitFor();
  await place
    .getByLabel("Coordenadas ou link do mapa")
    .fill("https://www.google.com/maps/@-23.55052,-46.63331,17z");
  await place.getByRole("button", { name: "Enviar" }).click();
  const map = ana.page.getByRole("link", { name: /Abrir no mapa/ });
  expect(await map.getAttribute("href")).toBe(
    "https://www.google.com/maps/search/?api=1&query=-23.55052%2C-46.63331",
  );
  expect(await map.getAttribute("rel")).toContain("noopener");
  await arrives("Íris", ({ body }) => body.includes("-23.55052,-46.63331"));

  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Contato" }).click();
  const sharing = ana.dialog("Enviar contatos a Íris");
  await sharing.getByRole("combobox").fill("Moinho");
  await sharing.getByRole("option", { name: /Moinho Santa Clara/ }).click();
  await ana.button("Enviar 1 contato").click();
  await arrives("Íris", ({ body }) => body.includes("Moinho Santa Clara"));

  await ana.bubble("Moinho Santa Clara").getByRole("button", { name: "Conversar" }).click();
  await ana.dialog("Novo atendimento").getByText("Moinho Santa Clara").waitFor();
  await ana.page.keyboard.press("Escape");
  await ana.dialog("Novo atendimento").waitFor({ state: "detached" });

  await ana.page.setViewportSize(phone);
  await shop.customer("Íris").says("Tem troco?");
  await chooses(ana, "Tem troco?", "Responder");
  await ana.writes("Íris", "Tem sim");
  await ana.bubble("Tem sim").getByText("Tem troco?").waitFor();
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test("what was just sent is cancelled: a voice note, a place, and several files, which are in the dialog again with their captions", async () => {
  const ana = await holding("João", { undoes: true, before: hums });
  await ana.button("Gravar mensagem de voz").click();
  await ana.page.getByText("0:01", { exact: true }).first().waitFor();
  await ana.button("Enviar mensagem de voz").click();
  const sent = ana.page
    .locator("[data-bubble]")
    .filter({ has: ana.page.getByRole("slider", { name: "Mensagem de voz" }) });
  await sent.waitFor();
  await ana.button(/^Desfazer/).click();
  await sent.waitFor({ state: "detached" });
  await ana
    .button("Cancelar a gravação")
    .or(ana.button(/Descartar|Apagar/))
    .first()
    .click();
  await ana.composer("João").waitFor();

  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Localização" }).click();
  const place = ana.dialog("Enviar localização a João");
  await place
    .getByLabel("Coordenadas ou link do mapa")
    .fill("https://www.google.com/maps/@-23.55052,-46.63331,17z");
  await place.getByRole("button", { name: "Enviar" }).click();
  const map = ana.page.getByRole("link", { name: /Abrir no mapa/ });
  await map.waitFor();
  const wait = () => shop.looksUp("SELECT messageId FROM outbox").length;
  await eventually(() => wait() === 1 || undefined, "the place to wait");
  await ana.button(/^Desfazer/).click();
  await map.waitFor({ state: "detached" });
  await eventually(() => wait() === 0 || undefined, "nothing to wait");
  expect(
    await shop
      .call<{ from: string | null }[]>(
        "GET",
        `/practice/${shop.lines.counter}/messages?number=${shop.customer("João").number}`,
      )
      .then((all) => all.filter(({ from }) => from === null).length),
  ).toBe(0);

  const chooser = ana.page.waitForEvent("filechooser");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Documento" }).click();
  await (
    await chooser
  ).setFiles([
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
    const all = await shop.call<{ fileName?: string }[]>(
      "GET",
      `/practice/${shop.lines.counter}/messages?number=${shop.customer("João").number}`,
    );
    return all.filter(({ fileName }) => fileName).length >= 2
      ? all.filter(({ fileName }) => fileName).length
      : undefined;
  }, "the phone to have them");
  expect(got).toBe(2);
});

/** Opens a customer's ticket as Ana. */
const holding = (customer: string, look?: Look) => shop.attends("ana", customer, look);

/** Chooses from a message's menu. */
async function chooses(seat: Seat, text: string, what: string) {
  const bubble = seat.bubble(text).last();
  await bubble.hover();
  await bubble.getByRole("button", { name: "Opções da mensagem" }).click();
  await bubble
    .getByRole("menuitem", { name: what, exact: true })
    .or(bubble.getByRole("menuitemradio", { name: what, exact: true }))
    .click();
}

/** Waits until a message arrives on a customer's phone. */
const arrives = (name: string, match: (message: PhoneMessage) => boolean) =>
  eventually(
    async () =>
      (
        await shop.call<PhoneMessage[]>(
          "GET",
          `/practice/${shop.lines.counter}/messages?number=${shop.customer(name).number}`,
        )
      ).find(match),
    `${name}'s phone to have it`,
  );

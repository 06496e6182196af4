import { expect } from "bun:test";
import type { proto } from "@whiskeysockets/baileys";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { renderSVG } from "uqr";
import { freshExecutable } from "../../build/executable.ts";
import { repository } from "../../build/repository.ts";
import { voiceNote } from "../../kit/process/confined/voice.ts";
import type { Connection } from "../../modules/connections/table.ts";
import { closesBrowser, sits, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { connectionsMark, films, hums } from "./gadgets.ts";
import { sound } from "./sound.ts";
import type { Look, Seat } from "./seat.ts";

// This test runs the source unless an executable is named.
process.env.EXECUTABLE ??= await freshExecutable();
const { network, shop } = await import("../whatsapp/shop.ts");

closesBrowser();
const wa = await network();
const bakery = await shop(wa);

const picture = join(repository, "web/public/icon-192.png");
const voice = (await voiceNote(
  await Bun.file(join(repository, "src/testing/fixtures/voice.webm")).bytes(),
))!;
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

test("a phone reads the QR code from the screen, and the page says so without a reload", async () => {
  const account = wa.account({ number: "5511977770001" });
  const rui = await enters("rui", { at: "/connections" });
  await makes(rui, "Balcão");
  const dialog = rui.dialog("Conectar “Balcão”");
  await dialog
    .getByRole("timer")
    .getByText(/^Muda em \d\d s$/)
    .waitFor();
  await connectionsMark(rui).waitFor();
  await sound(rui, "the QR code");
  const line = await lineOf("Balcão");
  const code = await eventually(async () => {
    const { qrcode } = await bakery.seen(line);
    return qrcode && (await qr(rui, "Balcão").getAttribute("src")) === drawn(qrcode)
      ? qrcode
      : undefined;
  }, "the QR code to be drawn as the box has it");
  expect(
    await qr(rui, "Balcão").evaluate(({ width, height, naturalWidth }: HTMLImageElement) => [
      width,
      height,
      naturalWidth > 0,
    ]),
  ).toEqual([256, 256, true]);

  await account.scans(code);
  await rui.sees("“Balcão” está conectada");
  await dialog.waitFor({ state: "detached" });
  await shows(rui, "Balcão", "Conectada");
  await card(rui, "Balcão").getByText("+55 11 97777-0001").waitFor();
  await connectionsMark(rui).waitFor({ state: "detached" });
  expect(rui.loads()).toBe(1);
});

test("eight characters are typed on the phone instead", async () => {
  const account = wa.account({ number: "5511977770002" });
  const rui = await enters("rui", { at: "/connections" });
  await makes(rui, "Entregas");
  await qr(rui, "Entregas").waitFor();
  await rui.button("Prefiro digitar um código").click();
  await rui.field("Número do WhatsApp").pressSequentially("11977770002");
  await rui.button("Gerar código").click();
  await rui.sees("Código para +55 11 97777-0002");
  const code = rui.page.getByText(/^[1-9A-HJ-NP-TV-Z]{4}-[1-9A-HJ-NP-TV-Z]{4}$/);
  await code.waitFor();
  await sound(rui, "the typed code");
  await account.pairs(await code.innerText());
  await rui.sees("“Entregas” está conectada");
  await shows(rui, "Entregas", "Conectada");
  await card(rui, "Entregas").getByText("+55 11 97777-0002").waitFor();
  expect(rui.loads()).toBe(1);
});

test("each kind of message that a customer sends is shown, played or downloaded", async () => {
  const { rui, to, customer: bia } = await serves("Bia");
  const talk = rui.conversation("Bia");
  await rui.writes("Bia", "Bom dia, Bia!");
  const greeting = await bia.receives(/^Bom dia, Bia!$/);
  await bia.says("Bom dia! Tem broa?", { to, quote: greeting.id });
  await rui.bubble("Tem broa?").getByRole("button", { name: "Bom dia, Bia!" }).waitFor();

  await bia.sendsImage(await draws(rui, "image/jpeg", 640, 480), { to, caption: "Igual a esta" });
  const photo = rui.bubble("Igual a esta").getByRole("button", { name: "Ampliar imagem" });
  // Small in the conversation, in full size when opened.
  await loads(photo.locator("img"), 480);
  await photo.click();
  await loads(rui.page.getByRole("dialog").getByRole("img", { name: "Igual a esta" }), 640);
  await rui.page.keyboard.press("Escape");

  await bia.sendsVideo(bytesOf(await films(rui)), { to, caption: "Assando", seconds: 1 });
  await runs(rui.bubble("Assando").locator("video"));
  await bia.sendsVoice(voice.bytes, Math.round(voice.seconds), { to });
  await plays(sounding(rui, "Mensagem de voz"));
  await bia.sendsAudio(await Bun.file(join(repository, "src/testing/fixtures/voice.mp4")).bytes(), {
    to,
    mimetype: "audio/mp4",
    seconds: 2,
  });
  await plays(sounding(rui, "Áudio"));

  await bia.sendsDocument(pdf, { to, fileName: "pedido.pdf", caption: "O pedido da festa" });
  const download = rui.page.waitForEvent("download");
  await rui.bubble("O pedido da festa").getByRole("link", { name: "Baixar pedido.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("pedido.pdf");
  expect(await Bun.file((await (await download).path())!).bytes()).toEqual(new Uint8Array(pdf));
  await bia.sendsSticker(await draws(rui, "image/webp", 512, 512), { to });
  await loads(talk.getByRole("img", { name: "Figurinha" }), 512);

  await bia.sendsContact(
    [
      { name: "Davi", number: "5511988880091" },
      { name: "Elis", number: "5511988880092" },
    ],
    { to },
  );
  for (const text of ["Davi", "+55 11 98888-0091", "Elis", "+55 11 98888-0092"])
    await talk.getByText(text, { exact: true }).waitFor();
  await bia.sendsLocation(
    {
      lat: -23.55052,
      lng: -46.63331,
      name: "Praça da Sé",
      thumb: await draws(rui, "image/jpeg", 100, 100),
    },
    { to },
  );
  const place = talk.getByRole("link", { name: "Abrir no mapa, em outra aba: Praça da Sé" });
  expect(await place.getAttribute("href")).toBe(
    "https://www.google.com/maps/search/?api=1&query=-23.55052%2C-46.63331",
  );
  await loads(place.locator("img"), 100);
  await bia.sendsLiveLocation({ lat: -23.5614, lng: -46.6559, caption: "Chegando" }, { to });
  await talk.getByRole("link", { name: /Abrir no mapa.*Chegando/ }).waitFor();

  await bia.reacts(greeting.id, "❤️");
  await rui.bubble("Bom dia, Bia!").getByRole("button", { name: "❤️ Bia" }).waitFor();
  await bia.reacts(greeting.id, "");
  await rui
    .bubble("Bom dia, Bia!")
    .getByRole("button", { name: "❤️ Bia" })
    .waitFor({ state: "detached" });
  const typo = await bia.says("Duas brosa", { to });
  await rui.bubble("Duas brosa").waitFor();
  await bia.edits(typo, "Duas broas");
  await rui.bubble("Duas broas").getByText("Editada").waitFor();
  await bia.deletes(typo);
  await rui.bubble("Mensagem apagada").waitFor();
  expect(await rui.page.getByText("Duas broas").count()).toBe(0);

  const strange = talk.getByText("O cliente enviou algo que só o celular mostra.");
  await bia.sends({ viewOnceMessageV2: {} }, { to });
  await strange.nth(0).waitFor();
  await bia.sends({ paymentInviteMessage: { serviceType: 1 } }, { to });
  await strange.nth(1).waitFor();
  await bia.sends(
    {
      pollCreationMessageV3: {
        name: "Qual?",
        options: [{ optionName: "Broa" }, { optionName: "Bolo" }],
      },
    },
    { to },
  );
  await rui.bubble(/Qual\?[^]*Broa[^]*Bolo/).waitFor();
  const call = await bia.calls({ to, video: true });
  await call.timesOut();
  await rui.sees(/^Chamada de vídeo perdida às \d\d:\d\d$/);

  expect(rui.loads()).toBe(1);
  const count = await talk.locator("[data-bubble]").count();
  await rui.page.reload();
  await rui.sees(/^Chamada de vídeo perdida/);
  expect(await talk.locator("[data-bubble]").count()).toBe(count);
});

test("each kind of message that the company sends opens on the customer's phone, and the ticks follow", async () => {
  const { rui, to, customer: davi } = await serves("Davi", { silent: true });
  await rui.writes("Davi", "Bom dia, Davi!");
  const greeting = await davi.receives(/^Bom dia, Davi!$/);
  await rui.tick("Bom dia, Davi!", "Enviada").waitFor();
  await davi.gets(greeting.id);
  await rui.tick("Bom dia, Davi!", "Entregue").waitFor();
  await davi.reads(greeting.id);
  await rui.tick("Bom dia, Davi!", "Lida").waitFor();

  const question = await davi.says("Tem bolo?", { to });
  await davi.learns(question, "read");
  await chooses(rui, "Tem bolo?", "Responder");
  await rui.writes("Davi", "Temos este");
  expect(
    (await davi.receives(/^Temos este$/)).message.extendedTextMessage?.contextInfo?.stanzaId,
  ).toBe(question);
  await chooses(rui, "Tem bolo?", "Reagir com 🙏");
  await davi.receives(
    ({ message: { reactionMessage } }) =>
      reactionMessage?.text === "🙏" && reactionMessage.key?.id === question,
  );

  await attaches(rui, "Davi", "Fotos e vídeos", picture, "De fubá");
  const photo = await davi.receives(/^De fubá$/);
  expect(photo.message.imageMessage).toMatchObject({
    mimetype: "image/png",
    width: 192,
    height: 192,
  });
  expect(new Uint8Array(await davi.downloads(photo))).toEqual(await Bun.file(picture).bytes());
  await attaches(
    rui,
    "Davi",
    "Documento",
    { name: "precos.pdf", mimeType: "application/pdf", buffer: pdf },
    "A tabela",
  );
  const paper = await davi.receives(/^A tabela$/);
  expect(paper.message.documentMessage).toMatchObject({
    fileName: "precos.pdf",
    mimetype: "application/pdf",
  });
  expect(await davi.downloads(paper)).toEqual(pdf);

  await rui.button("Gravar mensagem de voz").click();
  await rui.page.getByText("0:01", { exact: true }).first().waitFor();
  await rui.button("Enviar mensagem de voz").click();
  const note = await davi.receives(({ message }) => Boolean(message.audioMessage));
  expect(note.message.audioMessage).toMatchObject({
    ptt: true,
    mimetype: "audio/ogg; codecs=opus",
    seconds: expect.any(Number),
  });
  expect((await davi.downloads(note)).subarray(0, 4).toString()).toBe("OggS");
  await davi.plays(note.id);
  await sounding(rui, "Mensagem de voz").getByRole("img", { name: "Ouvida" }).waitFor();

  await rui.button("Anexar").click();
  await rui.page.getByRole("menuitem", { name: "Localização" }).click();
  await rui.field("Coordenadas ou link do mapa").fill("-23.55052, -46.63331");
  await rui.dialog("Enviar localização a Davi").getByRole("button", { name: "Enviar" }).click();
  await davi.receives(
    ({ message: { locationMessage } }) =>
      locationMessage?.degreesLatitude === -23.55052 &&
      locationMessage.degreesLongitude === -46.63331,
  );
  await rui.button("Anexar").click();
  await rui.page.getByRole("menuitem", { name: "Contato" }).click();
  const sharing = rui.dialog("Enviar contatos a Davi");
  await sharing.getByRole("combobox").fill("Davi");
  await sharing.getByRole("option", { name: /Davi/ }).click();
  await rui.button("Enviar 1 contato").click();
  await davi.receives(({ message: { contactMessage } }) =>
    Boolean(contactMessage?.vcard?.includes(davi.number!)),
  );

  await rui.writes("Davi", "Custa R$ 20");
  const price = await davi.receives(/^Custa R\$ 20$/);
  await rui.tick("Custa R$ 20", "Enviada").waitFor();
  await rui.composer("Davi").press("ArrowUp");
  await rui.field("Editar a mensagem").fill("Custa R$ 25");
  await rui.field("Editar a mensagem").press("Enter");
  await rui.bubble("Custa R$ 25").getByText("Editada").waitFor();
  await davi.receives(
    ({ text, message }) => text === "Custa R$ 25" && amended(message)?.key?.id === price.id,
  );
  await chooses(rui, "Custa R$ 25", "Apagar para todos");
  await rui
    .dialog("Apagar esta mensagem também no celular de Davi?")
    .getByRole("button", { name: "Apagar para todos" })
    .click();
  await rui.bubble("Mensagem apagada").waitFor();
  await davi.receives(
    ({ message }) => amended(message)?.type === 0 && amended(message)?.key?.id === price.id,
  );
  expect([rui.loads(), davi.badMacs, davi.retries]).toEqual([1, 0, 0]);
  await rui.page.reload();
  await loads(
    rui.bubble("De fubá").getByRole("button", { name: "Ampliar imagem" }).locator("img"),
    192,
  );
  await plays(sounding(rui, "Mensagem de voz"));
});

test("a phone that unlinks is shown to agents and admins; after linking again what waited is sent", async () => {
  const { rui, to: account, customer: elis, name } = await serves("Elis");
  const ana = await enters("ana");
  await ana.tab("Aguardando").waitFor();
  await account.unlinks();
  await banner(ana)
    .getByText(
      /^“Linha de Elis” está fora do ar desde \d\d:\d\d\. O que você escrever espera e sai sozinho quando ela voltar\. Avise quem administra a conta\.$/,
    )
    .waitFor();
  expect(await banner(ana).getByRole("link").count()).toBe(0);
  await connectionsMark(rui).waitFor();
  await rui.writes("Elis", "Escrito no escuro");
  await rui.tick("Escrito no escuro", "Na fila de envio").waitFor();

  await banner(rui).getByRole("link", { name: "Ver conexões" }).click();
  await rui.waitsAt("/connections");
  await shows(rui, name, "Desconectada");
  await card(rui, name)
    .getByText(
      "O celular desvinculou esta conexão. Gere um QR code novo e leia com o celular do número. As conversas continuam aqui.",
    )
    .waitFor();
  await rui.button(`Novo QR code: ${name}`).click();
  await qr(rui, name).waitFor();
  await account.scans(await bakery.code(await lineOf(name)));
  await rui.sees(`“${name}” está conectada`);
  await shows(rui, name, "Conectada");
  await connectionsMark(rui).waitFor({ state: "detached" });
  await banner(ana).waitFor({ state: "detached" });
  await elis.receives(/^Escrito no escuro$/);
  await elis.says("Chegou!", { to: account });
  await rui.page.goBack();
  await rui.tick("Escrito no escuro", "Entregue").waitFor();
  await rui.bubble("Chegou!").waitFor();
  expect([
    rui.loads(),
    ana.loads(),
    elis.received.filter(({ text }) => text === "Escrito no escuro").length,
  ]).toEqual([1, 1, 1]);
});

/** Opens a browser for a user. */
async function enters(
  who: "rui" | "ana",
  { at = "/tickets", ...look }: Look & { at?: string } = {},
) {
  const token = who === "rui" ? (bakery.rui.token as string) : await anas();
  const seat = await sits(bakery.box.url, look, { token, cookies: [] });
  await seat.goes(at);
  return seat;
}

async function anas() {
  const ana = { email: "ana@paoquente.com.br", password: "pao-quente-1" };
  await bakery.rui.post("/users", { ...ana, name: "Ana" });
  return (await bakery.box.stranger.post<{ token: string }>("/auth/login", ana)).body.token;
}

/** Opens the ticket of a customer on a connection of their own, as Rui. */
async function serves(who: string, habits: { silent?: boolean } = {}) {
  const account = wa.account();
  const name = `Linha de ${who}`;
  await bakery.linked(account, name);
  const customer = wa.phone(who, habits);
  await customer.says("Oi", { to: account });
  const { uuid } = (await bakery.rui.get<{ uuid: string }>(`/tickets/${await bakery.taken(who)}`))
    .body;
  const rui = await enters("rui", { at: `/tickets/${uuid}`, before: hums });
  await rui.bubble("Oi").waitFor();
  return { rui, to: account, customer, name };
}

async function makes(rui: Seat, name: string) {
  await rui.page.getByRole("heading", { name: "Conexões" }).waitFor();
  await rui.button("Nova conexão").first().click();
  await rui.field("Nome").fill(name);
  expect(
    await rui.page.getByRole("radio", { name: /^WhatsApp Um número de verdade/ }).isChecked(),
  ).toBe(true);
  await rui.button("Salvar").click();
}

async function attaches(
  rui: Seat,
  to: string,
  what: string,
  files: string | { name: string; mimeType: string; buffer: Buffer },
  caption: string,
) {
  const chooser = rui.page.waitForEvent("filechooser");
  await rui.button("Anexar").click();
  await rui.page.getByRole("menuitem", { name: what }).click();
  await (await chooser).setFiles(files);
  await rui.dialog(`Enviar a ${to}`).getByLabel("Legenda").fill(caption);
  await rui.button("Enviar 1 arquivo").click();
}

/** Chooses from a message's menu. */
async function chooses(seat: Seat, text: string, what: string) {
  const bubble = seat.bubble(text).first();
  await bubble.hover();
  await bubble.getByRole("button", { name: "Opções da mensagem" }).click();
  await bubble
    .getByRole("menuitem", { name: what, exact: true })
    .or(bubble.getByRole("menuitemradio", { name: what, exact: true }))
    .click();
}

const lineOf = async (name: string) =>
  (await bakery.rui.get<Connection[]>("/whatsapp")).body.find((line) => line.name === name)!.id;
const card = (seat: Seat, name: string) => seat.page.locator(`[data-connection="${name}"]`);
const shows = (seat: Seat, name: string, state: string) =>
  card(seat, name).locator("[data-state]").filter({ hasText: state }).waitFor();
const banner = (seat: Seat) => seat.page.locator("[data-connections-down]");
const qr = (seat: Seat, name: string) =>
  seat.dialog(`Conectar “${name}”`).getByRole("img", { name: `QR code de ${name}` });
const drawn = (code: string) =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 0 }))}`;
const sounding = (seat: Seat, name: string) =>
  seat.page
    .locator("[data-bubble]")
    .filter({ has: seat.page.getByRole("slider", { name, exact: true }) });
const amended = ({ protocolMessage, editedMessage }: proto.IMessage) =>
  protocolMessage ?? editedMessage?.message?.protocolMessage;

/** An image loads, and has this width. */
async function loads(image: Locator, width: number) {
  expect(
    await image.evaluate(
      async (element: HTMLImageElement) => (await element.decode(), element.naturalWidth),
    ),
  ).toBe(width);
}

/** A video has a picture and an end. */
async function runs(film: Locator) {
  expect(
    await film.evaluate(async (element: HTMLVideoElement) => {
      if (element.readyState < 1)
        await new Promise((resolve) =>
          element.addEventListener("loadedmetadata", resolve, { once: true }),
        );
      return [element.videoWidth, element.duration > 0];
    }),
  ).toEqual([320, true]);
}

/** Audio plays, and has a length. */
async function plays(bubble: Locator) {
  await bubble.getByRole("button", { name: "Tocar" }).click();
  const length = await bubble.locator("audio").evaluate(async (audio: HTMLAudioElement) => {
    while (audio.currentTime === 0)
      await new Promise((resolve) => audio.addEventListener("timeupdate", resolve, { once: true }));
    audio.pause();
    return audio.duration;
  });
  expect(length).toBeWithin(0.7, 20);
  await bubble.getByRole("button", { name: "Tocar" }).waitFor();
}

/** An image of so many pixels, made by the browser. */
async function draws(seat: Seat, type: string, width: number, height: number) {
  const url = await seat.page.evaluate(
    ([mime, wide, high]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
      const pen = canvas.getContext("2d")!;
      pen.fillStyle = "peru";
      pen.fillRect(0, 0, wide / 2, high);
      return canvas.toDataURL(mime);
    },
    [type, width, height] as const,
  );
  return bytesOf(url);
}

const bytesOf = (url: string) => Buffer.from(url.split(",")[1]!, "base64");

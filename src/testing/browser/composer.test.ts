import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { type Look, phone, type Seat } from "./seat.ts";
import { soundInBothThemes } from "./sound.ts";

const shop = await openShop();
const picture = join(repository, "web/public/icon-192.png");

test("a draft is there wherever one signs in next and in another tab, and gone once its message was accepted", async () => {
  const ana = await holding("Bia");
  await ana.composer("Bia").fill("Bia, o bolo");
  await eventually(
    async () => ((await drafts(ana)).some(({ text }) => text === "Bia, o bolo") ? true : undefined),
    "the server to have the draft",
  );
  await ana.page.evaluate(() => localStorage.clear());
  const again = await shop.enters("ana");
  await again.row("Bia").getByText("Bia, o bolo").waitFor();
  await (await again.reveals("Bia")).getByRole("link").click();
  await value(again, "Bia", "Bia, o bolo");
  await again.composer("Bia").press("Enter");
  await shop.customer("Bia").receives(/^Bia, o bolo$/);
  await eventually(
    async () => ((await drafts(again)).length === 0 ? true : undefined),
    "the draft to be gone",
  );
  ana.expects(401, 403);

  const tab = await again.page.context().newPage();
  await tab.goto(again.page.url());
  const other = tab.getByRole("textbox", { name: "Mensagem para Bia" });
  await other.waitFor();
  await again.composer("Bia").fill("Fica pronto às seis");
  await eventually(
    async () => ((await other.inputValue()) === "Fica pronto às seis" ? true : undefined),
    "the other tab to show it",
  );
  await again.composer("Bia").press("Enter");
  await eventually(
    async () => ((await other.inputValue()) === "" ? true : undefined),
    "the other tab to be empty",
  );
});

test("a sent message can be cancelled within 5 s: nobody gets it, and its text is in the composer again", async () => {
  const ana = await holding("Davi", { undoes: true });
  await ana.writes("Davi", "Sai às dez");
  await ana.bubble("Sai às dez").waitFor();
  await value(ana, "Davi", "");
  await ana.button(/^Desfazer/).click();
  await ana.bubble("Sai às dez").waitFor({ state: "detached" });
  await value(ana, "Davi", "Sai às dez");
  await ana.button(/^Desfazer/).waitFor({ state: "detached" });

  await ana.writes("Davi", "Sai às onze");
  await ana.bubble("Sai às onze").waitFor();
  await ana.page.keyboard.press("Control+z");
  await ana.bubble("Sai às onze").waitFor({ state: "detached" });
  await value(ana, "Davi", "Sai às onze");

  await ana.writes("Davi", "Sai ao meio-dia");
  const sentAt = Date.now();
  await ana.tick("Sai ao meio-dia", "Na fila de envio").waitFor();
  await ana.tick("Sai ao meio-dia", "Enviada").waitFor();
  expect(Date.now() - sentAt).toBeGreaterThan(4000);
  expect([
    await shop.customer("Davi").got("Sai às dez"),
    await shop.customer("Davi").got("Sai às onze"),
    await shop.customer("Davi").got("Sai ao meio-dia"),
  ]).toEqual([0, 0, 1]);

  await ana.button("Como escrevo").click();
  await ana.page.getByRole("menuitemcheckbox", { name: "Desfazer envio por 5 s" }).click();
  await ana.writes("Davi", "Já saiu");
  await ana.tick("Já saiu", "Enviada").waitFor();
  expect(await ana.button(/^Desfazer/).count()).toBe(0);
});

test("a quick message is sent with its file, variables and emojis are suggested, and emojis found by name", async () => {
  const page = await shop.enters("ana", { at: "/quick-messages" });
  await page.button("Nova resposta").first().click();
  await page.field("Atalho").fill("vitrine");
  await page.field("Mensagem").fill("Oi, ");
  await page.button("Inserir variável").click();
  await page.page.getByRole("menuitem", { name: "Primeiro nome" }).click();
  expect(await page.field("Mensagem").inputValue()).toBe("Oi, {{firstName}}");
  await page.page.locator("[data-filled]", { hasText: "Oi, Maria" }).waitFor();
  const chooser = page.page.waitForEvent("filechooser");
  await page.button("Juntar arquivo").click();
  await (await chooser).setFiles(picture);
  await page.button("Salvar").click();
  await page.link("icon-192.png").waitFor();

  await shop.customer("Elis").says("Oi");
  const ana = page;
  await ana.link("Atendimentos").first().click();
  await ana.accepts("Elis");
  await ana.composer("Elis").pressSequentially("/vit");
  const offers = ana.page.getByRole("listbox", { name: "Respostas rápidas" });
  await offers.getByRole("option", { name: "/vitrine" }).waitFor();
  await offers.locator("..").getByRole("paragraph").filter({ hasText: "Oi, Elis" }).waitFor();
  await ana.page.keyboard.press("Enter");
  await value(ana, "Elis", "Oi, Elis");
  await ana.page.locator("[data-enclosure]").getByText("icon-192.png").waitFor();
  const uploads: string[] = [];
  ana.page.on(
    "request",
    (request) =>
      request.method() === "POST" &&
      request.headers()["content-type"]?.startsWith("multipart") &&
      uploads.push(request.url()),
  );
  await ana.page.keyboard.press("Enter");
  await ana.tick("Oi, Elis", "Enviada").waitFor();
  const got = await shop.customer("Elis").gotPicture();
  expect([got.body, uploads]).toEqual(["Oi, Elis", []]);
  expect(await ana.page.locator("[data-enclosure]").count()).toBe(0);

  const box = ana.composer("Elis");
  await box.pressSequentially("Bom dia, {{prim");
  await ana.page.getByRole("option", { name: "Primeiro nome Elis" }).waitFor();
  await box.press("Tab");
  await value(ana, "Elis", "Bom dia, {{firstName}}");
  await ana.page.locator("[data-filled]", { hasText: "Bom dia, Elis" }).waitFor();
  await box.fill("Bom dia, {{firstName}} {{apelido}}");
  await ana.sees(/para os outros vai como está: \{\{apelido\}\}/);
  await box.fill("Bom dia, {{firstName}}");
  await ana.page.getByText("{{apelido}}").waitFor({ state: "detached" });
  await box.press("End");
  await box.pressSequentially(" :cora");
  await ana.page.getByRole("listbox", { name: "Sugestões" }).getByRole("option").first().waitFor();
  await box.press("Escape");
  await box.press("Backspace");
  await box.press("Backspace");
  await box.press("Backspace");
  await box.press("Backspace");
  await box.pressSequentially("heart");
  await ana.page.getByRole("option", { name: /❤️/ }).first().waitFor();
  await box.press("Enter");
  await box.press("Enter");
  await shop.customer("Elis").receives(/^Bom dia, Elis ❤️$/u);

  // A request to another machine fails any story.
  await box.fill("Pronto ");
  await ana.button("Emojis").click();
  const panel = ana.page.getByRole("dialog", { name: "Emojis" });
  await panel.getByRole("searchbox", { name: "Buscar emoji" }).fill("bolo de aniv");
  await panel.getByRole("gridcell", { name: /bolo de anivers/i }).waitFor();
  await ana.page.keyboard.press("ArrowDown");
  await ana.page.keyboard.press("Enter");
  await value(ana, "Elis", "Pronto 🎂");
  await ana.page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  await ana.conversation("Elis").waitFor();
  await ana.button("Emojis").click();
  await panel
    .getByRole("group", { name: "Usados há pouco" })
    .getByRole("button", { name: "🎂" })
    .click();
  await value(ana, "Elis", "Pronto 🎂🎂");
});

test("keys format text, edit a message, and resolve the ticket with the last one, after being asked where someone else has answered", async () => {
  const ana = await holding("Hugo");
  const box = ana.composer("Hugo");
  // A key without a focused control goes to the box.
  await ana.page.locator("[data-thread]").focus();
  await ana.page.keyboard.type("pão quente");
  await value(ana, "Hugo", "pão quente");
  await box.press("Control+a");
  await box.press("Control+b");
  await box.press("Control+i");
  await value(ana, "Hugo", "*_pão quente_*");
  await box.press("Control+i");
  await value(ana, "Hugo", "*pão quente*");
  await box.press("Control+z");
  await value(ana, "Hugo", "*_pão quente_*");

  await ana.button("Como escrevo").click();
  await ana.page.getByRole("menuitemcheckbox", { name: /^Enter envia/ }).click();
  await box.fill("Um");
  await box.press("Enter");
  await box.pressSequentially("dois");
  await value(ana, "Hugo", "Um\ndois");
  await box.press("Control+Enter");
  await shop.customer("Hugo").receives(/^Um\ndois$/);
  await ana.tick("dois", "Enviada").waitFor();

  await box.press("ArrowUp");
  await ana.field("Editar a mensagem").waitFor();
  await ana.page.keyboard.press("Escape");

  // Another user answers meanwhile.
  await box.fill("Sai às dez");
  const [ticket] = (
    await shop.call<{ tickets: { id: number }[] }>("GET", "/tickets?showAll=true&searchParam=Hugo")
  ).tickets;
  await shop.call("POST", `/messages/${ticket!.id}`, { body: "Sai às nove" });
  await ana.bubble("Sai às nove").waitFor();
  await box.press("Control+Enter");
  const question = ana.dialog("Zefa acabou de responder a Hugo. Enviar a sua também?");
  await question.getByText("“Sai às nove”").waitFor();
  await question.getByRole("button", { name: "Cancelar" }).click();
  await value(ana, "Hugo", "Sai às dez");
  expect(await shop.customer("Hugo").got("Sai às dez")).toBe(0);
  await box.press("Control+Enter");
  await shop.customer("Hugo").receives(/^Sai às dez$/);

  await box.fill("Até logo");
  await box.press("Control+Shift+Enter");
  await ana.waitsAt("/tickets");
  await ana.sees(/Hugo/);
  await shop.customer("Hugo").receives(/^Até logo$/);
});

test("each file has its caption, an upload can be cancelled, photos are resized, and a file that is too large is refused by its name", async () => {
  const ana = await holding("Íris");
  await attach(ana, [
    {
      name: "vitrine.png",
      mimeType: "image/png",
      buffer: Buffer.from(await Bun.file(picture).bytes()),
    },
    { name: "cardapio.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 pão") },
  ]);
  const sheet = ana.dialog("Enviar a Íris");
  await sheet.getByLabel("Legenda").fill("A vitrine");
  await sheet.getByRole("button", { name: /^cardapio\.pdf/ }).click();
  await sheet.getByLabel("Legenda").fill("O cardápio");
  await ana.button("Enviar 2 arquivos").click();
  await ana.tick("A vitrine", "Enviada").waitFor();
  await ana.tick("O cardápio", "Enviada").waitFor();
  await shop.customer("Íris").receives(/^A vitrine$/);
  await shop.customer("Íris").receives(/^O cardápio$/);

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  ana.expects(/net::ERR_/);
  await ana.page.route(/\/api\/messages\/\d+$/, async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await attach(ana, [
    {
      name: "grande.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.alloc(3_000_000, 1),
    },
  ]);
  await ana.button("Enviar 1 arquivo").click();
  await ana.bubble("grande.bin").getByRole("progressbar", { name: "Enviando o arquivo" }).waitFor();
  await ana.bubble("grande.bin").getByRole("button", { name: "Cancelar o envio" }).click();
  await ana.bubble("grande.bin").waitFor({ state: "detached" });
  release();

  await ana.conversation("Íris").evaluate(async (section) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 5200, height: 4000 });
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = "#c2410c";
    pen.fillRect(0, 0, 5200, 4000);
    const photo = await new Promise<Blob>((resolve) =>
      canvas.toBlob((made) => resolve(made!), "image/jpeg"),
    );
    const dropped = new DataTransfer();
    dropped.items.add(new File([photo], "bolo.jpg", { type: "image/jpeg" }));
    dropped.items.add(new File([new Uint8Array(10 * 1024 * 1024 + 1)], "filme.bin"));
    section.dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: dropped }),
    );
  });
  await sheet.getByRole("alert").getByText("“filme.bin” passa de 10 MB.").waitFor();
  const preview = sheet.getByRole("img", { name: /bolo/ }).first();
  await preview.waitFor();
  const pixels = await preview.evaluate(
    async (image: HTMLImageElement) => (
      await image.decode(),
      image.naturalWidth * image.naturalHeight
    ),
  );
  expect(pixels).toBeLessThanOrEqual(16_000_000);
  expect(pixels).toBeGreaterThan(15_900_000);
});

test("a note has its own draft, names a colleague, and is kept once after an outage", async () => {
  const ana = await holding("Pia");
  const note = ana.page.getByRole("textbox", { name: "Observação sobre Pia" });
  const { keyboard } = ana.page;
  await ana.composer("Pia").fill("Um momento");
  await keyboard.press("Alt+p");
  await note.and(ana.page.locator(":focus")).waitFor();
  expect(await ana.button("Anexar").or(ana.button("Emojis")).count()).toBe(0);
  await keyboard.type("Falar com @");
  await ana.page.getByRole("option", { name: "@Lia não vê este atendimento" }).waitFor();
  await soundInBothThemes(ana, "a note with colleagues");
  await keyboard.type("ru");
  await ana.page.getByRole("option", { name: /^@Rui/ }).waitFor();
  await keyboard.press("Enter");
  await keyboard.type("sobre o glúten");
  await keyboard.press("Alt+l");
  await value(ana, "Pia", "Um momento");
  await ana.tab("Observação").click();
  expect(await note.inputValue()).toBe("Falar com @Rui sobre o glúten");

  const notes = ana.conversation("Pia").locator("[data-written]");
  ana.expects(/net::ERR_/);
  await ana.page.context().setOffline(true);
  await note.press("Enter");
  await notes.getByText("ainda só neste aparelho").waitFor();
  await ana.page.context().setOffline(false);
  await notes.getByText("ainda só neste aparelho").waitFor({ state: "detached" });
  await notes.getByText("Falar com @Rui sobre o glúten").waitFor();
  expect([
    await notes.count(),
    await shop.customer("Pia").got("Falar com @Rui sobre o glúten"),
  ]).toEqual([1, 0]);
  const rui = await shop.enters("rui", { at: "/tags" });
  await rui.button("Notificações: 1").waitFor();

  await ana.page.setViewportSize(phone);
  await ana.button("Escrever uma observação").click();
  await value(ana, "Pia", "Um momento");
  await ana.button("Escrever uma observação").click();
  await note.waitFor();
});

test("axe finds nothing serious in what opens above the composer", async () => {
  const ana = await holding("Mara", { undoes: true });
  const box = ana.composer("Mara");
  await ana.writes("Mara", "Oi");
  await ana.button(/^Desfazer/).waitFor();
  await box.pressSequentially("{{");
  await ana.page.getByRole("option").first().waitFor();
  await soundInBothThemes(ana, "variables");
  await box.fill("");
  await ana.button("Emojis").click();
  await ana.page.getByRole("gridcell").first().waitFor();
  await soundInBothThemes(ana, "emojis");
  await ana.page.keyboard.press("Escape");
  await ana.button("Como escrevo").click();
  await ana.page.getByRole("menuitemcheckbox").first().waitFor();
  await soundInBothThemes(ana, "how one writes");
});

const value = (seat: Seat, name: string, text: string) =>
  eventually(
    async () => ((await seat.composer(name).inputValue()) === text ? true : undefined),
    `the composer to say ${JSON.stringify(text)}`,
  ).catch(async (thrown: Error) => {
    throw new Error(
      `${thrown.message}; it says ${JSON.stringify(await seat.composer(name).inputValue())}`,
      { cause: thrown },
    );
  });

const drafts = (seat: Seat) =>
  seat.page.evaluate(async () => {
    const answer = await fetch("/api/drafts", {
      headers: { authorization: `Bearer ${localStorage.getItem("token")}` },
    });
    return (await answer.json()) as { text: string }[];
  });

async function attach(seat: Seat, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = seat.page.waitForEvent("filechooser");
  await seat.button("Anexar").click();
  await seat.page.getByRole("menuitem", { name: "Documento" }).click();
  await (await chooser).setFiles(files);
}

/** Opens a customer's ticket as Ana. */
const holding = (customer: string, look?: Look) => shop.attends("ana", customer, look);

import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import type { Name } from "./calls.ts";

const shop = await openShop();
const picture = join(repository, "web/public/icon-192.png");

test("a sent message shows at once, before the server has answered", async () => {
  const ana = await holding("Bia");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await ana.page.route(/\/api\/messages\/\d+$/, async (route) => {
    await held;
    await route.continue();
  });
  await ana.composer("Bia").fill("Já vai!");
  await ana.composer("Bia").press("Enter");
  await ana.tick("Já vai!", "Na fila de envio").waitFor();
  expect(await ana.composer("Bia").inputValue()).toBe("");
  expect(await shop.customer("Bia").got("Já vai!")).toBe(0);
  release();
  await ana.tick("Já vai!", "Enviada").waitFor();
  expect(await ana.bubble("Já vai!").count()).toBe(1);
  expect(await shop.customer("Bia").got("Já vai!")).toBe(1);
});

test("each ticket has its own draft, which survives a change of ticket and a reload", async () => {
  const ana = await holding("Davi");
  await ana.composer("Davi").fill("Davi, o bolo");
  await shop.customer("Elis").says("Oi");
  await ana.accepts("Elis");
  expect(await ana.composer("Elis").inputValue()).toBe("");
  await ana.row("Davi").getByText("Davi, o bolo").waitFor();
  await ana.row("Davi").getByRole("img", { name: "Rascunho" }).waitFor();
  await ana.composer("Elis").fill("Elis, o pão");
  await (await ana.reveals("Davi")).getByRole("link").click();
  expect(await ana.composer("Davi").inputValue()).toBe("Davi, o bolo");
  await ana.page.reload();
  await ana.composer("Davi").waitFor();
  expect(await ana.composer("Davi").inputValue()).toBe("Davi, o bolo");
  await (await ana.reveals("Elis")).getByRole("link").click();
  await ana.composer("Elis").waitFor();
  expect(await ana.composer("Elis").inputValue()).toBe("Elis, o pão");
  await ana.writes("Elis", "Elis, o pão saiu");
  await shop.customer("Elis").receives(/^Elis, o pão saiu$/);
  expect(await shop.customer("Davi").got("Davi, o bolo")).toBe(0);
});

test("messages written offline are sent when the connection is back, once, in order, also after a reload", async () => {
  const ana = await holding("Fábio");
  ana.expects(/net::ERR_/);
  await ana.page.route(/\/api\/messages\/\d+$/, (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
  );
  await ana.writes("Fábio", "Primeiro");
  await ana.writes("Fábio", "Segundo");
  await ana.tick("Primeiro", "Na fila de envio").waitFor();
  await ana.page.reload();
  await ana.tick("Primeiro", "Na fila de envio").waitFor();
  await ana.tick("Segundo", "Na fila de envio").waitFor();
  expect(await shop.customer("Fábio").got("Primeiro")).toBe(0);

  await ana.page.unroute(/\/api\/messages\/\d+$/);
  await ana.tick("Segundo", "Enviada").waitFor();
  await shop.customer("Fábio").receives(/Segundo/);
  expect([
    await shop.customer("Fábio").got("Primeiro"),
    await shop.customer("Fábio").got("Segundo"),
  ]).toEqual([1, 1]);
  expect(await ana.page.locator("[data-bubble]").allInnerTexts()).toEqual([
    expect.stringContaining("Oi"),
    expect.stringContaining("Primeiro"),
    expect.stringContaining("Segundo"),
  ]);
});

test("a failed message turns red and says why; retrying delivers it once", async () => {
  const ana = await holding("Gil");
  await shop.call("POST", `/practice/${shop.lines.counter}/faults`, {
    failNext: 1,
    reason: "blocked",
  });
  await ana.writes("Gil", "Chegou?");
  const bubble = ana.bubble("Chegou?");
  await bubble.getByText("O cliente bloqueou este número.").waitFor();
  await ana.tick("Chegou?", "Não enviada").waitFor();
  expect(await shop.customer("Gil").got("Chegou?")).toBe(0);
  // Gil still waits, and the row says why.
  const row = ana.row("Gil");
  await row.getByText("Não enviada").waitFor();
  await row.getByTitle(/^Espera/).waitFor();
  await bubble.getByRole("button", { name: "Tentar de novo" }).click();
  await ana.tick("Chegou?", "Enviada").waitFor();
  expect(await bubble.getByText("O cliente bloqueou").count()).toBe(0);
  await row.getByText("Não enviada").waitFor({ state: "detached" });
  await row.getByTitle(/^Espera/).waitFor({ state: "detached" });
  expect(await shop.customer("Gil").got("Chegou?")).toBe(1);
  expect(await bubble.count()).toBe(1);
});

test("pictures are sent and received; an empty file is refused before anything is sent", async () => {
  const ana = await holding("Hugo");
  const bytes = Buffer.from(await Bun.file(picture).arrayBuffer());
  await shop
    .customer("Hugo")
    .shows(`data:image/png;base64,${bytes.toString("base64")}`, "Queria um bolo assim");
  const thumbnail = ana
    .bubble("Queria um bolo assim")
    .getByRole("button", { name: "Ampliar imagem" })
    .locator("img");
  await thumbnail.waitFor();
  expect(
    await thumbnail.evaluate(
      async (image: HTMLImageElement) => (await image.decode(), image.naturalWidth),
    ),
  ).toBe(192);
  await ana.bubble("Queria um bolo assim").getByRole("button", { name: "Ampliar imagem" }).click();
  await ana.page.getByRole("dialog").getByRole("img", { name: "Queria um bolo assim" }).waitFor();
  await ana.page.keyboard.press("Escape");

  const chooser = ana.page.waitForEvent("filechooser");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Fotos e vídeos" }).click();
  await (await chooser).setFiles(picture);
  await ana.dialog("Enviar a Hugo").getByLabel("Legenda").fill("Temos este");
  await ana.button("Enviar 1 arquivo").click();
  await ana.tick("Temos este", "Enviada").waitFor();
  const got = await shop.customer("Hugo").gotPicture();
  expect(got.body).toBe("Temos este");

  const another = ana.page.waitForEvent("filechooser");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Documento" }).click();
  await (
    await another
  ).setFiles({ name: "receita.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) });
  await ana.page.getByRole("alert").getByText("“receita.pdf” está vazio.").waitFor();
});

/** Opens a customer's ticket as Ana. */
const holding = (customer: string, name: Name = "ana") => shop.attends(name, customer);

import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { hums } from "./gadgets.ts";
import { phone, smallPhone, type Look, type Seat } from "./seat.ts";

const shop = await openShop();
const voice = `data:audio/webm;base64,${Buffer.from(await Bun.file(join(repository, "src/testing/fixtures/voice.webm")).arrayBuffer()).toString("base64")}`;

const bubbles = (seat: Seat) => seat.page.locator("[data-phone]");
const write = (seat: Seat, name: string) =>
  seat.page.getByRole("textbox", { name: `Mensagem de ${name} para a loja` });

test("a customer sends all kinds of messages, and each arrives as its kind; they edit, delete, react and answer; and a phone reaches all of it", async () => {
  const { rui, ana } = await both("Bia");
  await attach(rui, "Voz de exemplo");
  await bubbles(rui).getByRole("button", { name: "Tocar" }).waitFor();
  const sound = ana.page
    .locator("[data-bubble]")
    .filter({ has: ana.page.getByRole("slider", { name: "Mensagem de voz" }) });
  await sound.getByText("0:02", { exact: true }).waitFor();

  await attach(rui, "Localização");
  const place = rui.dialog("Enviar localização à loja");
  await place.getByLabel("Coordenadas").fill("logo ali");
  await place.getByRole("button", { name: "Enviar" }).click();
  await place.getByText(/^Não há coordenadas aqui/).waitFor();
  await place.getByLabel("Coordenadas").fill("-22.9519, -43.2105");
  await place.getByLabel("Nome").fill("Cristo Redentor");
  await place.getByRole("button", { name: "Enviar" }).click();
  for (const seat of [rui, ana])
    await seat.page
      .getByRole("link", { name: "Cristo Redentor" })
      .getByText("-22.9519, -43.2105")
      .waitFor();

  await attach(rui, "Contato");
  await rui.dialog("Enviar contato à loja").getByRole("button", { name: "Enviar" }).click();
  await bubbles(rui).filter({ hasText: "Nina" }).getByText("+55 11 97777-0002").waitFor();
  await ana.bubble("Nina").getByRole("button", { name: "Salvar contato" }).waitFor();

  await write(rui, "Bia").fill("Quero dez");
  await write(rui, "Bia").press("Enter");
  await ana.bubble("Quero dez").waitFor();
  await chooses(rui, "Quero dez", "Editar");
  expect(await write(rui, "Bia").inputValue()).toBe("Quero dez");
  await write(rui, "Bia").fill("Quero doze");
  await write(rui, "Bia").press("Enter");
  await bubbles(rui).filter({ hasText: "Quero doze" }).getByText("Editada").waitFor();
  await ana.bubble("Quero doze").getByText("Editada").waitFor();

  await ana.writes("Bia", "São R$ 24");
  await chooses(rui, "São R$ 24", "Reagir com 👍");
  await ana.bubble("São R$ 24").getByText("👍").first().waitFor();
  await bubbles(rui)
    .filter({ hasText: "São R$ 24" })
    .getByRole("button", { name: "Tirar a reação 👍" })
    .click();
  await ana.bubble("São R$ 24").getByText("👍").first().waitFor({ state: "detached" });
  await chooses(rui, "São R$ 24", "Responder");
  await write(rui, "Bia").fill("Fechado");
  await write(rui, "Bia").press("Enter");
  await ana.bubble("Fechado").getByText("São R$ 24").waitFor();

  await chooses(rui, "Quero doze", "Apagar para todos");
  await bubbles(rui).filter({ hasText: "Mensagem apagada" }).waitFor();
  await ana.bubble("Mensagem apagada").waitFor();
  expect(await ana.page.getByText("Quero doze", { exact: true }).count()).toBe(0);

  await rui.page.setViewportSize(phone);
  await attach(rui, "Localização");
  await rui.dialog("Enviar localização à loja").getByRole("button", { name: "Enviar" }).click();
  await rui.page.getByRole("link", { name: "Praça da Sé" }).waitFor();
  await chooses(rui, "Fechado", "Responder");
  await rui.button("Não responder a esta mensagem").click();
  expect(await rui.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test("a customer comes from an ad, which stands in the conversation and on the dashboard", async () => {
  const { rui, ana } = await both("Hugo");
  await attach(rui, "Chegar por um anúncio");
  const ad = rui.dialog("Chegar por um anúncio");
  await ad.getByLabel("Link").fill("logo ali");
  await ad.getByRole("button", { name: "Enviar" }).click();
  await ad.getByText("Inválido").waitFor();
  await ad.getByLabel("Link").fill("https://fb.me/broa");
  await ad.getByLabel("Título").fill("Broa de milho");
  await ad.getByRole("button", { name: "Enviar" }).click();
  for (const seat of [rui, ana])
    await seat.page
      .locator("[data-bubble], [data-phone]")
      .getByRole("link", { name: /^Veio de um anúncio.*Broa de milho/s })
      .getByText("fb.me")
      .waitFor();
  await ana.row("Hugo").getByText("📣 Broa de milho").waitFor();
  await rui.goes("/dashboard");
  const report = rui.page.locator("[data-ads]");
  await report.getByText("1 cliente").waitFor();
  await report.getByText("Broa de milho").click();
  await report.getByRole("link", { name: "Hugo" }).waitFor();
});

test("a restriction of the network stands on the connection, in a new conversation and where a cold message is written", async () => {
  const { rui } = await both("Iara");
  const restriction = rui.page.getByLabel("Restrição do WhatsApp");
  await restriction.selectOption("Não pode iniciar conversas (1 h)");
  await rui.sees("Restrição mudada");
  const notice = rui.page
    .locator("[data-restriction]")
    .getByText(/não deixa este número iniciar conversas.*Até \d/s);
  await rui.goes("/connections");
  await notice.waitFor();
  await rui.goes("/tickets");
  await rui.button("Novo atendimento").click();
  await notice.waitFor();
  await rui.page.keyboard.press("Escape");
  const { id: contactId } = await shop.call<{ id: number }>("POST", "/contacts", {
    name: "Sem resposta",
    number: "5511977770088",
  });
  const { uuid } = await shop.call<{ uuid: string }>("POST", "/tickets", {
    contactId,
    whatsappId: shop.lines.counter,
    status: "open",
  });
  await rui.goes(`/tickets/${uuid}`);
  await notice.waitFor();
  await rui.goes("/health");
  await rui.sees(/Conexões com restrição do WhatsApp/);
  await rui.goes(`/practice/${shop.lines.counter}`);
  await restriction.selectOption("Nenhuma");
  await rui.sees("Restrição mudada");
  await rui.goes("/connections");
  await rui.page.locator("[data-connection]").first().waitFor();
  await notice.waitFor({ state: "detached" });
});

test("a phone that demands a passkey ends the linking, and the connection says what to do", async () => {
  const { id } = await shop.call<{ id: number }>("POST", "/whatsapp", {
    name: "Passkey",
    provider: "practice",
  });
  const rui = await shop.enters("rui", { at: `/practice/${id}` });
  await rui.button("Ler com um celular que pede passkey").click();
  await rui.sees("O celular pediu uma chave de acesso");
  await rui.goes("/connections");
  const card = rui.page.locator('[data-connection="Passkey"]');
  await card.getByText(/^Esta conta pede uma chave de acesso/).waitFor();
  await card.getByRole("button", { name: "Novo QR code" }).waitFor();
  await shop.call("DELETE", `/whatsapp/${id}`);
});

test("deleted and edited messages and cards are shown in the screen's language", async () => {
  const elis = shop.customer("Elis");
  const write = (body: object) =>
    shop.call("POST", `/practice/${shop.lines.counter}/messages`, {
      from: elis.number,
      name: "Elis",
      ...body,
    });
  await write({ id: "X1", body: "Errei" });
  await write({ to: "X1", does: "deletes" });
  await write({ id: "X2", body: "Ola" });
  await write({ to: "X2", does: "edits", body: "Olá" });
  const rui = await holding("Elis", { language: "es" });
  await bubbles(rui).getByText("Mensaje eliminado").waitFor();
  await bubbles(rui).filter({ hasText: "Olá" }).getByText("Editado").waitFor();
  expect(await rui.page.getByText(/apagada|Errei/).count()).toBe(0);
});

test("the phone stays scrolled to its end while media load, and wide pictures are not cut off", async () => {
  const fabi = shop.customer("Fabi");
  for (let turn = 0; turn < 5; turn += 1) {
    await fabi.shows(wide, `Foto ${turn}`);
    await fabi.shows(voice);
  }
  const rui = await holding("Fabi");
  const left = () =>
    rui.page
      .getByRole("region", { name: /^Conversa com/ })
      .evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  await eventually(
    async () => ((await rui.page.locator("[data-player]").count()) === 5 ? true : undefined),
    "the voices to be there",
  );
  await eventually(
    async () => ((await left()) < 2 ? true : undefined),
    "the phone to stand at its end",
  );
  const image = bubbles(rui).first().getByRole("img", { name: "Foto 0" });
  const { width, height } = (await image.boundingBox())!;
  expect(width / height).toBeCloseTo(3, 0);

  // A user who reads further up stays there.
  await image.scrollIntoViewIfNeeded();
  await rui.page.setViewportSize({ width: 1280, height: 700 });
  expect(await left()).toBeGreaterThan(100);
});

test("a customer records a voice note, and without a microphone a sample is offered; files that are held come when they are released, and words meanwhile; a new customer gets a number that is nobody's", async () => {
  const { rui, ana } = await both("Gil", { before: hums });
  await rui.button("Gravar mensagem de voz").click();
  await rui.page.getByText("0:01", { exact: true }).first().waitFor();
  await rui.page.keyboard.press("Escape");
  await write(rui, "Gil").waitFor();
  await rui.button("Gravar mensagem de voz").click();
  await ana.sees("Gil está gravando áudio…");
  await rui.page.getByText("0:01", { exact: true }).first().waitFor();
  await rui.page.keyboard.press("Enter");
  await ana.page.locator("[data-player]").first().waitFor();
  expect(await bubbles(rui).locator("[data-player]").count()).toBe(1);

  await rui.page.evaluate(
    () =>
      void (navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("no", "NotFoundError"))),
  );
  await rui.button("Gravar mensagem de voz").click();
  await rui.sees("Nenhum microfone encontrado.");
  await rui.button("Voz de exemplo").click();
  await eventually(
    async () => ((await ana.page.locator("[data-player]").count()) === 2 ? true : undefined),
    "the sample to arrive",
  );

  await rui.button("Segurar os arquivos").click();
  await rui.sees("Os arquivos ficam retidos até você soltar");
  await attach(rui, "Voz de exemplo");
  await write(rui, "Gil").fill("Ouviu?");
  await rui.page.keyboard.press("Enter");
  await ana.bubble("Ouviu?").waitFor();
  expect(await ana.page.locator("[data-player]").count()).toBe(2);
  await rui.button("Soltar os arquivos").click();
  await ana.page.locator("[data-player]").nth(2).waitFor();
  await rui.button("Segurar os arquivos").waitFor();

  const form = rui.dialog("Novo cliente");
  const proposed = async () => {
    await rui.button("Novo cliente").click();
    const number = (await form.getByLabel("Número").inputValue()).replace(/\D/g, "");
    await form.getByRole("button", { name: "Cancelar" }).click();
    await form.waitFor({ state: "detached" });
    return number;
  };
  const number = await proposed();
  await shop.call("POST", "/contacts", { name: "Nina", number });
  expect([number, await proposed()]).toEqual([
    expect.stringMatching(/^551198888\d{4}$/),
    `${Number(number) + 1}`,
  ]);
});

test("the bar at the bottom shows its labels in full on any phone", async () => {
  for (const [who, language] of [
    ["rui", "ptBR"],
    ["ana", "es"],
  ] as const) {
    const seat = await shop.enters(who, { language, size: phone });
    const names = seat.page.locator("[data-dock] span.truncate");
    await names.first().waitFor();
    for (const size of [phone, smallPhone]) {
      await seat.page.setViewportSize(size);
      expect(
        await names.evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
        ),
      ).toEqual([]);
    }
  }
});

/** Opens a customer's phone as Rui. */
async function holding(customer: string, look: Look = {}) {
  const { number } = shop.customer(customer);
  const key = `practice:${shop.lines.counter}`;
  const rui = await shop.enters("rui", { at: "/healthz", ...look });
  await rui.page.evaluate(
    ([name, stored]) => localStorage.setItem(name!, stored!),
    [key, JSON.stringify({ number, name: customer })],
  );
  await rui.goes(`/practice/${shop.lines.counter}`);
  await bubbles(rui).first().waitFor();
  return rui;
}

/** Opens a customer's phone as Rui, and their ticket as Ana. */
async function both(customer: string, look: Look = {}) {
  const ana = await shop.attends("ana", customer);
  return { ana, rui: await holding(customer, look) };
}

async function attach(seat: Seat, what: string) {
  await seat.button("Anexar").click();
  await seat.page.getByRole("menuitem", { name: what }).click();
}

/** Chooses from a message's menu on the phone. */
async function chooses(seat: Seat, text: string, what: string) {
  const bubble = bubbles(seat).filter({ hasText: text }).first();
  await bubble.hover();
  await bubble.getByRole("button", { name: "Opções da mensagem" }).click();
  await bubble
    .getByRole("menuitem", { name: what, exact: true })
    .or(bubble.getByRole("menuitemradio", { name: what, exact: true }))
    .click();
}

/** A picture three times as wide as high: 360 × 120. */
const wide =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAWgAAAB4AQAAAAD3P1VXAAAAHElEQVR42u3BMQEAAADCoPVPbQsvoAAAAAAAeBgVkAABzZaVSQAAAABJRU5ErkJggg==";

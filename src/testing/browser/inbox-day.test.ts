import { expect } from "bun:test";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { repository } from "../../build/repository.ts";
import type { PhoneMessage } from "../../shared/practice.ts";
import { openShop, test } from "./browser.ts";
import type { Line } from "./customer.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";
import { films, hums } from "./gadgets.ts";
import { sound } from "./sound.ts";

type Ticket = {
  id: number;
  status: string;
  unreadMessages: number;
  lastMessage: string;
  contact: { name: string };
  user: { name: string } | null;
  queue: { name: string } | null;
  tags: { name: string }[];
};
type Message = {
  id: number;
  body: string;
  ack: number;
  fromMe: boolean;
  read: boolean;
  isDeleted: boolean;
  mediaType: string;
};
type Day = { ana: Seat; caio: Seat; rui: Seat };

const shop = await openShop();
const wide = { width: 1440, height: 900 };
const tall = { width: 1440, height: 3400 };
const dataUrl = async (path: string, type: string) =>
  `data:${type};base64,${Buffer.from(await Bun.file(join(repository, path)).arrayBuffer()).toString("base64")}`;
const picture = await dataUrl("web/public/icon-192.png", "image/png");
const voice = await dataUrl("src/testing/fixtures/voice.webm", "audio/webm");
const pdf = Buffer.from("%PDF-1.4\n%%EOF");

/** Tickets that Ana closes at once. */
const ten = ["Abel", "Cida", "Dora", "Enzo", "Fábio", "Gil", "Gina", "Hugo", "Íris", "João"];
/**
 * The customers who wrote before the shop opened, and those who write in the morning, by
 * connection. One more comes later, and the shop writes to two first: forty in all.
 */
const night: Record<Line, string[]> = {
  orders: ["Kika", "Lena", "Noé", "Olga", "Paulo", "Quim", "Rita", "Saul"],
  counter: [
    "Lara",
    "Mara",
    "Nina",
    "Otto",
    "Pia",
    "Sara",
    "Téo",
    "Ugo",
    "Vera",
    "Wilma",
    "Yara",
    "Rosa",
    ...ten,
  ],
};
const morning: Record<Line, string[]> = {
  orders: ["Elis", "Beto", "Joca"],
  counter: ["Davi", "Zeca", "Kátia", "Bia"],
};
const later = "Xavier";
const written = ["Laticínios da Serra", "Moinho Santa Clara"];

await shop.call("POST", "/quick-messages", {
  shortcode: "anotado",
  message: "Anotado, {{firstName}}! Fila {{queue}}, com {{user}}.",
  geral: true,
});
for (const [index, name] of written.entries())
  await shop.call("POST", "/contacts", { name, number: `551193333444${index}` });
await write(night);

test("two agents and an admin work a day of forty conversations, and nobody ever reloads", async () => {
  const [ana, caio, rui] = await Promise.all([
    shop.enters("ana", { size: wide, before: [hums, prepares] }),
    shop.enters("caio", { size: wide }),
    shop.enters("rui", { size: wide }),
  ]);
  for (const { page } of [ana, caio, rui])
    await page.evaluate(() => Object.assign(window, { opened: "this morning" }));
  for (const part of [
    opens,
    writesInEveryKind,
    answersInEveryKind,
    labels,
    collide,
    moves,
    searches,
    peeks,
    forwards,
    undoes,
    endsTen,
    isCutOff,
    tidies,
  ])
    await part({ ana, caio, rui });

  for (const seat of [ana, caio, rui]) {
    await agrees(seat);
    const since = await seat.page.evaluate(() => [
      performance
        .getEntriesByType("navigation")
        .map((entry) => (entry as PerformanceNavigationTiming).type),
      (window as unknown as { opened?: string }).opened,
    ]);
    expect([seat.loads(), ...since]).toEqual([1, ["navigate"], "this morning"]);
  }
  const counts = await Promise.all(
    ["pending", "open", "closed"].map((status) =>
      shop.call<{ count: number }>("GET", `/tickets?showAll=true&status=${status}`),
    ),
  );
  // One of the forty was deleted.
  expect(counts.map(({ count }) => count)).toEqual([21, 7, 11]);
}, 150_000);

test("a ticket is attended from the first message to the last by keyboard alone", async () => {
  const lia = await shop.enters("lia", {
    size: wide,
    undoes: true,
    before: [hums, prepares],
    own: true,
  });
  const { keyboard } = lia.page;
  const adao = shop.customer("Adão");
  const berta = shop.customer("Berta");
  await berta.says("Quero uma torta de damasco");
  await adao.says("Tem sonho?");

  await lia.tab("Aguardando").waitFor();
  await keyboard.press("Alt+2");
  await lia.page.locator("[data-ticket]").first().waitFor();
  await walks(lia, lia.button("Aceitar Adão"), "Alt+j");
  await keyboard.press("Alt+a");
  await writing(lia);
  await keyboard.type("Temos de creme");
  await keyboard.press("Enter");
  await lia.bubble("Temos de creme").waitFor();
  await keyboard.press("Control+z");
  await lia.bubble("Temos de creme").waitFor({ state: "detached" });
  await keyboard.type(" e de goiaba");
  await keyboard.press("Enter");
  await lia.bubble("Temos de creme e de goiaba").waitFor();
  await keyboard.type("/anot");
  await lia.page.getByRole("option", { name: "/anotado" }).waitFor();
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await lia.bubble("Anotado, Adão! Fila Atendimento, com Lia.").waitFor();

  await walks(lia, lia.button("Anexar"), "Shift+Tab");
  await keyboard.press("Enter");
  await walks(lia, lia.page.getByRole("menuitem", { name: "Localização" }), "ArrowDown");
  await keyboard.press("Enter");
  await walks(lia, lia.field("Coordenadas ou link do mapa"), "Tab");
  await keyboard.type("-22.9519, -43.2105");
  await keyboard.press("Enter");
  await lia.page.getByRole("link", { name: /^Abrir no mapa/ }).waitFor();

  await keyboard.press("Alt+v");
  await lia.page
    .getByRole("group", { name: "Gravar mensagem de voz" })
    .getByText("0:01", { exact: true })
    .waitFor();
  await keyboard.press("Enter");
  await lia.page
    .locator("[data-bubble]")
    .filter({ has: lia.page.getByRole("slider", { name: "Mensagem de voz" }) })
    .waitFor();

  const question = lia.bubble("Tem sonho?").first();
  // The conversation is one tab stop; arrows lead to its messages, Tab to the buttons of one.
  const talk = lia.page.locator("[data-thread]");
  await walks(lia, talk, "Shift+Tab");
  await walks(lia, question, "ArrowUp");
  await walks(lia, question.getByRole("button", { name: "Responder a esta mensagem" }), "Tab");
  await keyboard.press("Enter");
  await keyboard.press("Alt+l");
  await keyboard.type("Saem às dez");
  await keyboard.press("Enter");
  await lia.bubble("Saem às dez").getByText("Tem sonho?").waitFor();
  await walks(lia, talk, "Shift+Tab");
  await walks(lia, question, "ArrowUp");
  await walks(lia, question.getByRole("button", { name: "Opções da mensagem" }), "Tab");
  await keyboard.press("Enter");
  await walks(lia, lia.page.getByRole("menuitemradio", { name: "Reagir com ❤️" }), "ArrowRight");
  await keyboard.press("Enter");
  await question.getByRole("button", { name: "❤️ Você" }).waitFor();

  await adao.receives(/^Saem às dez$/);
  await keyboard.press("Alt+l");
  await writing(lia);
  await keyboard.press("ArrowUp");
  await lia.field("Editar a mensagem").and(lia.page.locator(":focus")).waitFor();
  await keyboard.type(" e meia");
  await keyboard.press("Enter");
  await lia.bubble("Saem às dez e meia").getByText("Editada").waitFor();

  await keyboard.press("Alt+g");
  await keyboard.type("Doces");
  await lia.page.getByRole("option", { name: "Criar “Doces”" }).waitFor();
  await keyboard.press("Enter");
  await lia.button("Tirar a tag Doces").first().waitFor();
  await keyboard.press("Alt+p");
  await lia.page.locator("[data-composer=note]:focus").waitFor();
  await keyboard.type("Prefere creme");
  await keyboard.press("Enter");
  await panel(lia).locator("[data-written]").getByText("Prefere creme").waitFor();
  await keyboard.press("Alt+l");
  await keyboard.press("Control+f");
  await keyboard.type("goiaba");
  await lia.page.getByRole("search").getByText("1 de 1").waitFor();
  await keyboard.press("Escape");
  await writing(lia);

  // Goes from the palette to the waiting tickets, and on to another one.
  await keyboard.press("Control+k");
  await keyboard.type("damasco");
  await lia.page.getByRole("option", { name: /Berta/ }).waitFor();
  await keyboard.press("Enter");
  await lia.button("Aceitar Berta").and(lia.page.locator(":focus")).waitFor();
  await keyboard.press("Enter");
  await lia.composer("Berta").and(lia.page.locator(":focus")).waitFor();
  await keyboard.press("Alt+t");
  await lia
    .dialog("Transferir Berta")
    .getByRole("combobox", { name: "Para quem" })
    .and(lia.page.locator(":focus"))
    .waitFor();
  await keyboard.type("caio");
  await lia.page.getByRole("option", { name: /^Caio / }).waitFor();
  await keyboard.press("Enter");
  await lia.button("Transferir para Caio").waitFor();
  await keyboard.press("Enter");
  await lia.sees("Berta agora está com Caio");
  await takesBack(lia);
  await lia.composer("Berta").waitFor();

  await keyboard.press("Escape");
  await lia.waitsAt("/tickets");
  await walks(lia, lia.tab("Abertos"), "Shift+Tab");
  await keyboard.press("ArrowLeft");
  await walks(lia, lia.field("Buscar por nome, número ou mensagem"), "Tab");
  await keyboard.type("goiaba");
  await lia.row("Adão").locator("mark").first().waitFor();
  await keyboard.press("ArrowDown");
  await lia.row("Adão").locator(":focus").waitFor();
  await keyboard.press("Enter");
  await lia.page.locator("[data-target]", { hasText: "goiaba" }).waitFor();
  await keyboard.press("Alt+e");
  await lia.sees("Atendimento de Adão resolvido");
  await takesBack(lia);
  await lia.composer("Adão").waitFor();

  await keyboard.press("Alt+1");
  await keyboard.press("Escape");
  await lia.waitsAt("/tickets");
  await lia.page.locator("[data-ticket] a:focus").waitFor();
  await keyboard.press("x");
  await lia.page.locator("[data-ticket] [role=checkbox]:focus").waitFor();
  await keyboard.press("Control+a");
  const bar = lia.page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await bar.getByText("2 selecionados").waitFor();
  await walks(lia, bar.getByRole("button", { name: "Resolver" }), "Shift+Tab");
  await keyboard.press("Enter");
  await lia.sees("2 atendimentos resolvidos");
  await lia.tab(/^Atendendo 0$/).waitFor();

  expect(
    (await Promise.all([ticketOf("Adão"), ticketOf("Berta")])).map(({ status, tags }) => [
      status,
      tags.map(({ name }) => name),
    ]),
  ).toEqual([
    ["closed", ["Doces"]],
    ["closed", []],
  ]);
  expect(
    (await chat("Adão"))
      .filter(({ from }) => from === null)
      .map(({ type, body }) => (type === "chat" ? body : type)),
  ).toEqual([
    "Temos de creme e de goiaba",
    "Anotado, Adão! Fila Atendimento, com Lia.",
    "locationMessage",
    "audio",
    "Saem às dez e meia",
  ]);
  expect([
    lia.loads(),
    await lia.page.evaluate(() => (window as unknown as { pointed: number }).pointed),
  ]).toEqual([1, 0]);
}, 90_000);

/** Presses a key until this element has the focus. */
async function walks(seat: Seat, to: Locator, key: string) {
  // The page renders rows far down only when the user comes near.
  const isThere = async () =>
    (await to.count()) > 0 && to.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await isThere()); steps += 1) {
    if (steps > 60) throw new Error(`${key} does not lead to ${String(to)}`);
    await seat.page.keyboard.press(key);
    // Rows get the focus two frames later.
    await seat.page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        ),
    );
  }
}

const writing = (seat: Seat) => seat.page.locator("[data-composer]:focus").waitFor();

/** Undoes the last change from its toast. */
async function takesBack(seat: Seat) {
  await walks(
    seat,
    seat.page.getByRole("status").getByRole("button", { name: "Desfazer" }).last(),
    "Tab",
  );
  await seat.page.keyboard.press("Enter");
}

async function write(customers: Record<Line, string[]>) {
  for (const [line, names] of Object.entries(customers))
    for (const name of names)
      await shop.customer(name, line as Line).says(`Bom dia, aqui é ${name}`);
}

/** Thirty-seven customers have written, seven of them now, and each user sees their own tickets. */
async function opens({ ana, caio, rui }: Day) {
  for (const seat of [ana, caio, rui]) await seat.tab("Aguardando").click();
  await rui.page.getByRole("switch", { name: "Mostrar todos" }).check();
  await write(morning);
  await ana.tab(/^Aguardando 26$/).waitFor();
  await caio.tab(/^Aguardando 11$/).waitFor();
  await rui.tab(/^Aguardando 37$/).waitFor();
  await given("Ana", ten);
  await Promise.all([
    takes(ana, ["Davi", "Zeca", "Kátia", "Bia"]),
    takes(caio, ["Elis", "Beto", "Joca"]),
  ]);
  await ana.tab(/^Atendendo 14$/).waitFor();
  await rui.tab(/^Aguardando 20$/).waitFor();
}

/** Assigns tickets of the counter to a user, through the API. */
async function given(who: string, names: string[]) {
  const [users, queues, { tickets }] = await Promise.all([
    shop.call<{ id: number; name: string }[]>("GET", "/users/list"),
    shop.call<{ id: number; name: string }[]>("GET", "/queue"),
    shop.call<{ tickets: Ticket[] }>("GET", "/tickets?status=pending&showAll=true"),
  ]);
  const to = {
    userId: users.find(({ name }) => name === who)!.id,
    queueId: queues.find(({ name }) => name === "Atendimento")!.id,
  };
  for (const name of names)
    await shop.call(
      "PUT",
      `/tickets/${tickets.find(({ contact }) => contact.name === name)!.id}`,
      to,
    );
}

async function takes(seat: Seat, names: string[]) {
  for (const name of names) await seat.accepts(name);
}

/** The page shows, plays or downloads everything that a customer sends. */
async function writesInEveryKind({ ana }: Day) {
  const { shows, says } = shop.customer("Bia");
  const sends = (body: object) => fromPhone("Bia", body);
  await says("*Tem* broa? https://paoquente.com.br");
  await shows(picture, "Igual a esta");
  await shows(await films(ana), "Assim, no forno");
  await shows(voice);
  await shows(`data:application/pdf;base64,${pdf.toString("base64")}`, "O pedido da festa");
  await sends({ place: { latitude: -23.55052, longitude: -46.63331, name: "Praça da Sé" } });
  await sends({ contacts: [{ name: "Nair", number: "5511977770002" }] });
  await sends({ id: "B1", body: "Quero dez" });
  await sends({ to: "B1", does: "edits", body: "Quero doze" });
  await sends({ id: "B2", body: "Ops" });
  await sends({ to: "B2", does: "deletes" });

  await ana.bubble("Tem broa?").locator("strong, b").getByText("Tem").waitFor();
  await ana.bubble("Tem broa?").getByRole("link", { name: "https://paoquente.com.br" }).waitFor();
  expect(
    await ana
      .bubble("Igual a esta")
      .locator("img")
      .evaluate(async (image: HTMLImageElement) => (await image.decode(), image.naturalWidth)),
  ).toBe(192);
  expect(
    await ana
      .bubble("Assim, no forno")
      .locator("video")
      .evaluate(async (film: HTMLVideoElement) => {
        if (film.readyState < 1)
          await new Promise((resolve) =>
            film.addEventListener("loadedmetadata", resolve, { once: true }),
          );
        return film.videoWidth;
      }),
  ).toBe(320);
  const spoken = ana.page
    .locator("[data-bubble]")
    .filter({ has: ana.page.getByRole("slider", { name: "Mensagem de voz" }) });
  await spoken.getByRole("button", { name: "Tocar" }).click();
  await spoken.getByRole("button", { name: "Pausar" }).waitFor();
  const download = ana.page.waitForEvent("download");
  await ana
    .bubble("O pedido da festa")
    .getByRole("link", { name: /^Baixar/ })
    .click();
  expect((await download).suggestedFilename()).toEndWith(".pdf");
  await ana.page.getByRole("link", { name: "Abrir no mapa, em outra aba: Praça da Sé" }).waitFor();
  await ana.bubble("Nair").getByRole("button", { name: "Salvar contato" }).waitFor();
  await ana.bubble("Quero doze").getByText("Editada").waitFor();
  await ana.bubble("Mensagem apagada").waitFor();
  await ana.page.keyboard.press("Alt+i");
  await panel(ana).waitFor({ state: "detached" });
  await sound(ana, "list and conversation");
}

/** Quick messages, files, a voice note, a location and a contact arrive as their kinds. */
async function answersInEveryKind({ ana }: Day) {
  const bia = shop.customer("Bia");
  await ana.composer("Bia").pressSequentially("/anot");
  await ana.page
    .getByRole("listbox", { name: "Respostas rápidas" })
    .getByRole("option", { name: "/anotado" })
    .waitFor();
  await ana.page.keyboard.press("Enter");
  await ana.page.keyboard.press("Enter");
  const { id } = await bia.receives(/^Anotado, Bia! Fila Atendimento, com Ana\.$/);
  await fromPhone("Bia", { to: id, does: "reacts", body: "👍" });
  await ana.bubble("Anotado, Bia!").getByText("👍").first().waitFor();
  await chooses(ana, "Quero doze", "Responder");
  await ana.writes("Bia", "Doze, então");
  await chooses(ana, "Igual a esta", "Reagir com ❤️");

  const chooser = ana.page.waitForEvent("filechooser");
  await attaches(ana, "Fotos e vídeos");
  await (
    await chooser
  ).setFiles([
    {
      name: "vitrine.png",
      mimeType: "image/png",
      buffer: Buffer.from(picture.split(",")[1]!, "base64"),
    },
    { name: "cardapio.pdf", mimeType: "application/pdf", buffer: pdf },
  ]);
  await ana.dialog("Enviar a Bia").getByLabel("Legenda").fill("A vitrine");
  await ana.button("Enviar 2 arquivos").click();
  await ana.tick("A vitrine", "Enviada").waitFor();

  await ana.button("Gravar mensagem de voz").click();
  await ana.page
    .getByRole("group", { name: "Gravar mensagem de voz" })
    .getByText("0:01", { exact: true })
    .waitFor();
  await ana.button("Parar e ouvir").click();
  await ana.button("Enviar mensagem de voz").click();
  await ana.composer("Bia").waitFor();

  await attaches(ana, "Localização");
  const place = ana.dialog("Enviar localização a Bia");
  await place.getByLabel("Coordenadas ou link do mapa").fill("-22.9519, -43.2105");
  await place.getByRole("button", { name: "Enviar" }).click();
  await attaches(ana, "Contato");
  const sharing = ana.dialog("Enviar contatos a Bia");
  await sharing.getByRole("combobox").fill("Moinho");
  await sharing.getByRole("option", { name: /Moinho Santa Clara/ }).click();
  await ana.button("Enviar 1 contato").click();

  const got = await eventually(async () => {
    const ours = (await chat("Bia")).filter(({ from }) => from === null);
    return ours.length === 7 ? ours : undefined;
  }, "all seven on Bia's phone");
  expect(got.map(({ type }) => type)).toEqual([
    "chat",
    "chat",
    "image",
    "application",
    "audio",
    "locationMessage",
    "vcard",
  ]);
  expect([got[1]!.quotedMsgId, got[2]!.body, got[3]!.fileName]).toEqual([
    "B1",
    "A vitrine",
    "cardapio.pdf",
  ]);
  await eventually(
    async () =>
      (await chat("Bia")).find(
        ({ body, reaction }) => body === "Igual a esta" && reaction === "❤️",
      ),
    "the heart on Bia's phone",
  );
  await bia.reads();
  await ana.tick("Doze, então", "Lida").waitFor();
}

/** A new tag and a note: an admin sees both appear. */
async function labels({ ana, rui }: Day) {
  await rui.tab("Atendendo").click();
  await (await rui.reveals("Bia")).getByRole("link").click();
  await rui.conversation("Bia").waitFor();
  await ana.page.keyboard.press("Alt+g");
  await ana.page.keyboard.type("Cliente fiel");
  await ana.conversation("Bia").getByRole("option", { name: "Criar “Cliente fiel”" }).waitFor();
  await ana.page.keyboard.press("Enter");
  await panel(rui).getByText("Cliente fiel", { exact: true }).waitFor();
  await (await rui.reveals("Bia")).getByText("Cliente fiel", { exact: true }).waitFor();
  await ana.page.keyboard.press("Alt+p");
  await ana.page.locator("[data-composer=note]").fill("Alérgica a glúten");
  await ana.button("Guardar").click();
  await ana.page.keyboard.press("Alt+l");
  await ana.page.keyboard.press("Alt+i");
  await panel(rui).locator("[data-written]").getByText("Alérgica a glúten").waitFor();
  await panel(ana).locator("[data-written]").getByText("Alérgica a glúten").waitFor();
}

/**
 * Two users open one ticket: each sees the other, and the page asks the second one once before
 * their answer.
 */
async function collide({ ana, rui }: Day) {
  await ana.conversation("Bia").getByText("Rui está vendo").waitFor();
  await rui.conversation("Bia").getByText("Ana está vendo").waitFor();
  await ana.composer("Bia").pressSequentially("Sai às dez");
  await rui.conversation("Bia").getByText("Ana está digitando").waitFor();
  await rui.writes("Bia", "Sai às nove");
  await ana.bubble("Sai às nove").waitFor();
  await ana.composer("Bia").press("Enter");
  const question = ana.dialog("Rui acabou de responder a Bia. Enviar a sua também?");
  await question.getByRole("button", { name: "Cancelar" }).click();
  await question.waitFor({ state: "detached" });
  expect(await shop.customer("Bia").got("Sai às dez")).toBe(0);
  await ana.composer("Bia").press("Enter");
  await shop.customer("Bia").receives(/^Sai às dez$/);
  await rui.bubble("Sai às dez").waitFor();
  expect(await question.count()).toBe(0);
}

/** Opens a ticket of the user's own, and checks that it becomes read. */
async function reads(seat: Seat, name: string) {
  await (await seat.reveals(name)).getByRole("link").click();
  await seat.composer(name).waitFor();
  await seat
    .row(name)
    .getByText(/não lida/)
    .waitFor({ state: "detached" });
}

/** Transfers one ticket to another queue, another one to a user. */
async function moves({ ana, caio, rui }: Day) {
  await reads(ana, "Davi");
  await ana.button("Transferir").click();
  const toQueue = ana.dialog("Transferir Davi");
  await toQueue.getByRole("option", { name: /^Fila Encomendas/ }).click();
  await toQueue.getByRole("button", { name: "Transferir" }).click();
  await ana.waitsAt("/tickets");
  await ana.row("Davi").waitFor({ state: "detached" });
  await caio.accepts("Davi");
  await caio.writes("Davi", "Aqui é das encomendas");
  await shop.customer("Davi").receives(/das encomendas/);

  await reads(caio, "Elis");
  await caio.button("Transferir").click();
  const toAna = caio.dialog("Transferir Elis");
  await toAna.getByRole("combobox", { name: "Para quem" }).fill("ana");
  await toAna.getByRole("option", { name: /^Ana / }).click();
  await toAna.getByRole("button", { name: "Transferir" }).click();
  await caio.sees("Elis agora está com Ana");
  await caio.row("Elis").waitFor({ state: "detached" });
  await (await ana.reveals("Elis")).getByRole("link").click();
  await ana.writes("Elis", "Oi, Elis, sou a Ana");
  await shop.customer("Elis", "orders").receives(/sou a Ana/);
  await (await rui.reveals("Elis")).getByText(/Ana/).first().waitFor();
}

/** A search leads to a message far back. */
async function searches({ ana, rui }: Day) {
  const { says } = shop.customer("Zeca");
  // The page loads a row under the pointer ahead.
  await rui.composer("Bia").hover();
  await reads(ana, "Zeca");
  await says("Vocês fazem broa com erva-doce?");
  for (let line = 1; line <= 45; line += 1) await says(`Zeca, linha ${line}.`);
  await ana.bubble("Zeca, linha 45.").waitFor();
  await eventually(
    async () => (await ticketOf("Zeca")).unreadMessages === 0 || undefined,
    "Ana to have read it",
  );

  await rui.tab("Busca").click();
  await rui.field("Buscar por nome, número ou mensagem").fill("erva doce");
  await rui.row("Zeca").locator("mark").first().waitFor();
  await rui.row("Zeca").getByRole("link").click();
  const hit = rui.page.locator("[data-target]", { hasText: "erva-doce" });
  await hit.waitFor();
  await eventually(async () => (await inSight(hit)) || undefined, "the hit to be in sight");
  expect(await rui.bubble("Zeca, linha 45.").count()).toBe(0);
  await rui.button("Ir para o fim").click();
  await rui.bubble("Zeca, linha 45.").waitFor();
  await rui.tab("Abertos").click();
}

/** An admin previews waiting tickets and others' tickets, without a change for anyone. */
async function peeks({ rui }: Day) {
  await shop.customer("Beto", "orders").says("Segredo de família");
  const before = await ticketOf("Beto");
  for (const [lane, name, words] of [
    ["Aguardando", "Rosa", "aqui é Rosa"],
    ["Atendendo", "Beto", "Segredo de família"],
  ] as const) {
    await rui.tab(lane).click();
    await (await rui.reveals(name)).hover();
    await rui.button(`Espiar a conversa de ${name}`).click();
    await rui.dialog(name).locator("[data-bubble]").getByText(words).waitFor();
    await rui.page.keyboard.press("Escape");
    await rui.dialog(name).waitFor({ state: "detached" });
  }
  const after = await ticketOf("Beto");
  expect([
    before.unreadMessages > 0,
    after.unreadMessages,
    (await ticketOf("Rosa")).unreadMessages,
  ]).toEqual([true, before.unreadMessages, 1]);
  expect((await messagesOf(after.id)).at(-1)).toMatchObject({
    body: "Segredo de família",
    read: false,
  });
}

/** Ana forwards Bia's message to two people who never wrote. */
async function forwards({ ana, rui }: Day) {
  await (await ana.reveals("Bia")).getByRole("link").click();
  await chooses(ana, "Igual a esta", "Encaminhar");
  const dialog = ana.dialog("Encaminhar mensagem");
  for (const name of written) {
    await dialog.getByRole("combobox").fill(name);
    await dialog.getByRole("option", { name: new RegExp(name) }).click();
  }
  await dialog.getByRole("button", { name: "Encaminhar" }).click();
  const results = ana.dialog("Encaminhamento");
  await results.getByRole("button", { name: `Abrir a conversa com ${written[0]}` }).click();
  await ana.conversation(written[0]!).getByRole("button", { name: "Ampliar imagem" }).waitFor();
  for (const name of written) await rui.reveals(name);
}

/** Ana cancels a message before it is sent, and undoes a close. */
async function undoes({ ana }: Day) {
  await reads(ana, "Kátia");
  await turnsUndo(ana);
  await ana.writes("Kátia", "São R$ 5");
  await ana.bubble("São R$ 5").waitFor();
  await ana.conversation("Kátia").getByRole("button", { name: "Desfazer" }).click();
  await ana.bubble("São R$ 5").waitFor({ state: "detached" });
  await turnsUndo(ana);
  await ana.writes("Kátia", "São R$ 50");
  await shop.customer("Kátia").receives(/^São R\$ 50$/);
  expect(await shop.customer("Kátia").got("São R$ 5")).toBe(0);

  const here = new URL(ana.page.url()).pathname;
  await ana.button("Resolver").click();
  await ana.waitsAt("/tickets");
  await ana.page.getByRole("status").getByRole("button", { name: "Desfazer" }).last().click();
  await ana.waitsAt(here);
  await ana.composer("Kátia").waitFor();
}

const turnsUndo = async (seat: Seat) => {
  await seat.button("Como escrevo").click();
  await seat.page.getByRole("menuitemcheckbox", { name: "Desfazer envio por 5 s" }).click();
};

/** Ana closes ten tickets at once. */
async function endsTen({ ana, rui }: Day) {
  const held = (await heldBy("Ana")).length;
  await (await ana.reveals(ten[0]!)).click({ modifiers: ["Control"] });
  for (const name of ten.slice(1)) await (await ana.reveals(name)).click();
  const bar = ana.page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await bar.getByText("10 selecionados").waitFor();
  await bar.getByRole("button", { name: "Resolver" }).click();
  await ana.sees("10 atendimentos resolvidos");
  await ana.tab(new RegExp(`^Atendendo ${held - 10}$`)).waitFor();
  for (const name of ten) await rui.row(name).waitFor({ state: "detached" });
}

/**
 * Ana writes while offline. Back online, her messages go out once and in order, and her page shows
 * all that happened.
 */
async function isCutOff({ ana, caio, rui }: Day) {
  const bia = shop.customer("Bia");
  const lines = ["Primeiro", "Segundo", "Terceiro"];
  await reads(ana, "Bia");
  ana.expects(/net::ERR_INTERNET_DISCONNECTED/);
  await ana.page.context().setOffline(true);
  await ana.sees("Sem conexão com o servidor");
  for (const line of lines) await ana.writes("Bia", line);
  await ana.tick("Terceiro", "Na fila de envio").waitFor();

  await bia.says("Ainda aí?");
  await bia.says("Alô?");
  await shop.customer(later).says("Cheguei agora");
  await shop.customer("Zeca").says("Zeca, e o troco?");
  await reads(caio, "Joca");
  await caio.button("Transferir").click();
  const toAna = caio.dialog("Transferir Joca");
  await toAna.getByRole("combobox", { name: "Para quem" }).fill("ana");
  await toAna.getByRole("option", { name: /^Ana / }).click();
  await toAna.getByRole("button", { name: "Transferir" }).click();
  await caio.sees("Joca agora está com Ana");
  await (await rui.reveals("Kátia")).getByRole("link").click();
  await rui.conversation("Kátia").waitFor();
  await rui.button("Resolver").click();
  await rui.sees("Atendimento de Kátia resolvido");
  expect([
    await bia.got("Primeiro"),
    await ana.row("Joca").count(),
    await ana.row("Kátia").count(),
  ]).toEqual([0, 0, 1]);

  await ana.page.context().setOffline(false);
  await ana.tick("Terceiro", "Enviada").waitFor();
  await ana.page.getByText("Sem conexão com o servidor").waitFor({ state: "detached" });
  await bia.receives(/^Terceiro$/);
  expect(
    (await chat("Bia"))
      .filter(({ from, body }) => from === null && lines.includes(body))
      .map(({ body }) => body),
  ).toEqual(lines);
  for (const text of ["Ainda aí?", "Alô?", ...lines]) {
    await ana.bubble(text).waitFor();
    expect([text, await ana.bubble(text).count()]).toEqual([text, 1]);
  }
  await ana.reveals("Joca");
  await ana.row("Kátia").waitFor({ state: "detached" });
  await (await ana.reveals("Zeca")).getByText("1 mensagem não lida").waitFor();
  await ana.tab("Aguardando").click();
  await ana.reveals(later);
  await ana.tab("Atendendo").click();
}

/** The admin deletes a ticket and corrects a contact, visible to the others. */
async function tidies({ ana, caio, rui }: Day) {
  await (await rui.reveals("Beto")).getByRole("link").click();
  await rui.conversation("Beto").waitFor();
  await rui.button("Ações de Beto").click();
  await rui.page.getByRole("menuitem", { name: "Excluir" }).click();
  await rui
    .dialog("Excluir o atendimento de Beto?")
    .getByRole("button", { name: "Excluir" })
    .click();
  await rui.sees("Atendimento de Beto excluído");
  await caio.row("Beto").waitFor({ state: "detached" });

  await (await rui.reveals("Bia")).getByRole("link").click();
  await panel(rui).getByRole("button", { name: "Editar contato" }).click();
  const form = rui.dialog("Editar Bia");
  await form.getByLabel("Nome", { exact: true }).fill("Bia Nogueira");
  await form.getByLabel(/^E-mail/).fill("bia@exemplo.com.br");
  await form.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Contato salvo");
  await ana.reveals("Bia Nogueira");
  await ana.composer("Bia Nogueira").waitFor();
  await panel(ana).getByText("bia@exemplo.com.br").waitFor();
}

/**
 * The screen equals the server's data: each list in order, and each open conversation to its last
 * tick.
 */
async function agrees(seat: Seat) {
  await seat.page.setViewportSize(tall);
  const all = (await seat.page.getByRole("switch", { name: "Mostrar todos" }).count()) > 0;
  const listed = async (status: string) =>
    (await asks<{ tickets: Ticket[] }>(seat, `/tickets?status=${status}&showAll=${all}`)).tickets;
  const holds = (status: string) =>
    settles(async () => {
      const tickets = await listed(status);
      const rows = await rowsOf(seat);
      const handedOver = rows.filter(({ text }) => text.includes("passou para você"));
      const isHandedOver = (ticket: Ticket) => handedOver.some(({ id }) => id === ticket.id);
      return differing(
        tickets.map((ticket) => ({ id: ticket.id, words: wordsOn(ticket, isHandedOver(ticket)) })),
        rows,
      );
    });

  await seat.tab("Resolvidos").click();
  await holds("closed");
  await seat.tab("Abertos").click();
  await seat.tab("Aguardando").click();
  await holds("pending");
  await seat.tab("Atendendo").click();
  await holds("open");
  const open = await listed("open");
  await seat.tab(`Atendendo ${open.length}`).waitFor();
  await seat.tab(`Aguardando ${(await listed("pending")).length}`).waitFor();
  for (const { id, contact } of open) {
    await (await seat.reveals(contact.name)).getByRole("link").click();
    await seat.conversation(contact.name).waitFor();
    await settles(async () => {
      const messages = await messagesOf(id);
      return differing(
        messages.map((message) => ({ id: message.id, words: wordsIn(message) })),
        (await bubblesOf(seat)).slice(-messages.length),
      );
    });
  }
}

const rowsOf = ({ page }: Seat) =>
  page.locator("[data-ticket]").evaluateAll((rows) =>
    rows.map((row) => ({
      id: Number((row as HTMLElement).dataset.ticket),
      text: `${row.textContent} ${/não lida/.test(row.textContent) ? "" : "tudo lido"}`,
    })),
  );

const bubblesOf = ({ page }: Seat) =>
  page.locator("[data-bubble]").evaluateAll((bubbles) =>
    bubbles.map((bubble) => ({
      id: Number((bubble as HTMLElement).dataset.message),
      text: `${bubble.textContent} ${bubble.querySelector("[data-ack]")?.getAttribute("data-ack") ?? ""}`,
    })),
  );

const bare = (text: string) => text.replace(/[*_~]/g, "");

// A row that was handed over says who gave it, in place of its queue and tags.
const wordsOn = (
  { contact, lastMessage, unreadMessages, tags, queue }: Ticket,
  isHandedOver: boolean,
) => [
  contact.name,
  bare(lastMessage),
  ...(isHandedOver ? [] : [queue?.name ?? "Sem fila", ...tags.map(({ name }) => name)]),
  unreadMessages > 0 ? `${unreadMessages} mens` : "tudo lido",
];

const wordsIn = ({ body, mediaType, isDeleted, fromMe, ack }: Message) => [
  isDeleted
    ? "Mensagem apagada"
    : ["chat", "image", "video", "application"].includes(mediaType)
      ? bare(body)
      : "",
  ...(fromMe && !isDeleted ? [` ${ack}`] : []),
];

/** Lists differences between the screen and the truth: missing items and a different order. */
function differing(
  truth: { id: number; words: string[] }[],
  screen: { id: number; text: string }[],
): string[] {
  const [those, these] = [truth, screen].map((some) => some.map(({ id }) => id).join());
  const lacking = truth.flatMap(({ id, words }) =>
    words
      .filter((word) => !screen.find((one) => one.id === id)?.text.includes(word))
      .map((word) => `${id} lacks ${word}`),
  );
  return those === these ? lacking : [`${these} instead of ${those}`, ...lacking];
}

/** Waits until there are no differences. */
async function settles(look: () => Promise<string[]>) {
  let wrong: string[] = [];
  await eventually(
    async () => (wrong = await look()).length === 0 || undefined,
    "the screen to be right",
  ).catch(() => undefined);
  expect(wrong).toEqual([]);
}

const asks = <Answer>(seat: Seat, path: string) =>
  seat.page.evaluate(async (address) => {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${localStorage.getItem("token")}` },
    });
    return answer.json() as Promise<unknown>;
  }, `/api${path}`) as Promise<Answer>;

const panel = (seat: Seat) => seat.page.locator("[data-panel]");

const ticketOf = async (name: string) =>
  (
    await shop.call<{ tickets: Ticket[] }>(
      "GET",
      `/tickets?showAll=true&searchParam=${encodeURIComponent(name)}`,
    )
  ).tickets.find(({ contact }) => contact.name === name)!;

const heldBy = async (name: string) =>
  (
    await shop.call<{ tickets: Ticket[] }>("GET", "/tickets?status=open&showAll=true")
  ).tickets.filter(({ user }) => user?.name === name);

const messagesOf = async (ticketId: number) =>
  (await shop.call<{ messages: Message[] }>("GET", `/messages/${ticketId}`)).messages;

const chat = (name: string) =>
  shop.call<PhoneMessage[]>(
    "GET",
    `/practice/${shop.lines.counter}/messages?number=${shop.customer(name).number}`,
  );

const fromPhone = (name: string, body: object) =>
  shop.call("POST", `/practice/${shop.lines.counter}/messages`, {
    from: shop.customer(name).number,
    name,
    ...body,
  });

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

async function attaches(seat: Seat, what: string) {
  await seat.button("Anexar").click();
  await seat.page.getByRole("menuitem", { name: what }).click();
}

const inSight = (bubble: Locator) =>
  bubble.evaluate((element) => {
    const [one, list] = [
      element.getBoundingClientRect(),
      element.closest("[role=region]")!.getBoundingClientRect(),
    ];
    return one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
  });

/** Counts the events of the pointer. Runs in the page before our code. */
function prepares() {
  const seen = Object.assign(window, { pointed: 0 });
  for (const event of ["pointermove", "pointerdown"])
    window.addEventListener(event, () => (seen.pointed += 1), true);
}

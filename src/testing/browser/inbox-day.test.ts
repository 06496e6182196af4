import { expect } from "bun:test";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import type { Line } from "./customer.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";
import { sound } from "./sound.ts";

type Ticket = { id: number; uuid: string; status: string; unreadMessages: number; lastMessage: string; contactId: number; contact: { name: string }; user: { name: string } | null; queue: { name: string } | null; tags: { name: string }[] };
type Message = { id: number; body: string; ack: number; fromMe: boolean; read: boolean; isDeleted: boolean; mediaType: string };
type Carried = { id: string; from: string | null; body: string; type: string; fileName?: string; quotedMsgId: string | null; reaction?: string };
type Day = { ana: Seat; caio: Seat; rui: Seat };

const shop = await openShop();
const wide = { width: 1440, height: 900 };
const tall = { width: 1440, height: 3400 };
const dataUrl = async (path: string, type: string) => `data:${type};base64,${Buffer.from(await Bun.file(join(repository, path)).arrayBuffer()).toString("base64")}`;
const picture = await dataUrl("web/public/icon-192.png", "image/png");
const voice = await dataUrl("src/testing/fixtures/voice.webm", "audio/webm");
const pdf = Buffer.from("%PDF-1.4\n%%EOF");

/** Who writes in the morning, to which phone. One more comes later, and two are written to first: forty. */
const morning: Record<Line, string[]> = {
  counter: ["Abel", "Bia", "Cida", "Davi", "Dora", "Enzo", "Fábio", "Gil", "Gina", "Hugo", "Íris", "João", "Kátia", "Lara", "Mara", "Nina", "Otto", "Pia", "Rosa", "Sara", "Téo", "Ugo", "Vera", "Wilma", "Yara", "Zeca"],
  orders: ["Beto", "Elis", "Joca", "Kika", "Lena", "Noé", "Olga", "Paulo", "Quim", "Rita", "Saul"],
};
const later = "Xavier";
const written = ["Laticínios da Serra", "Moinho Santa Clara"];
/** What Ana ends at once. */
const ten = ["Abel", "Cida", "Dora", "Enzo", "Fábio", "Gil", "Gina", "Hugo", "Íris", "João"];

test("two agents and an admin work a day of forty conversations, and nobody ever reloads", async () => {
  await shop.call("POST", "/quick-messages", { shortcode: "anotado", message: "Anotado, {{firstName}}! Fila {{queue}}, com {{user}}.", geral: true });
  for (const [index, name] of written.entries()) await shop.call("POST", "/contacts", { name, number: `551193333444${index}` });
  const [ana, caio, rui] = await Promise.all([shop.enters("ana", { size: wide, before: prepares }), shop.enters("caio", { size: wide }), shop.enters("rui", { size: wide })]);
  const day = { ana, caio, rui };
  for (const { page } of Object.values(day)) await page.evaluate(() => Object.assign(window, { opened: "this morning" }));

  for (const part of [opens, writesInEveryKind, answersInEveryKind, labels, collide, moves, searches, peeks, forwards, undoes, endsTen, isCutOff, tidies]) {
    const t0 = performance.now();
    await part(day);
    console.log(part.name, Math.round(performance.now() - t0));
  }
  const t0 = performance.now();
  for (const seat of Object.values(day)) {
    await seat.page.setViewportSize(tall);
    await agrees(seat);
    expect(await seat.page.evaluate(() => [performance.getEntriesByType("navigation").map((entry) => (entry as PerformanceNavigationTiming).type), (window as unknown as { opened?: string }).opened])).toEqual([["navigate"], "this morning"]);
    expect(seat.loads()).toBe(1);
  }
  console.log("agree", Math.round(performance.now() - t0));
  const { count } = await shop.call<{ count: number }>("GET", "/tickets?showAll=true&searchParam=&pageNumber=1");
  // One was deleted.
  expect(count).toBe(39);
}, 150_000);

/** Thirty-seven customers write, and each of the staff sees theirs. */
async function opens({ ana, caio, rui }: Day) {
  for (const seat of [ana, caio, rui]) await seat.tab("Aguardando").click();
  await rui.page.getByRole("switch", { name: "Mostrar todos" }).check();
  for (const [line, names] of Object.entries(morning)) for (const name of names) await shop.customer(name, line as Line).says(`Bom dia, aqui é ${name}`);
  await ana.tab(/^Aguardando 26$/).waitFor();
  await caio.tab(/^Aguardando 11$/).waitFor();
  await rui.tab(/^Aguardando 37$/).waitFor();
  await Promise.all([takes(ana, ["Davi", "Zeca", "Kátia", ...ten, "Bia"]), takes(caio, ["Elis", "Beto", "Joca"])]);
  await ana.tab(/^Atendendo 14$/).waitFor();
  await rui.tab(/^Aguardando 20$/).waitFor();
}

async function takes(seat: Seat, names: string[]) {
  for (const name of names) await seat.accepts(name);
}

/** What a customer sends is seen, heard or taken along, and what they do to it. */
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
  expect(await ana.bubble("Igual a esta").locator("img").evaluate(async (image: HTMLImageElement) => (await image.decode(), image.naturalWidth))).toBe(192);
  expect(await ana.bubble("Assim, no forno").locator("video").evaluate(async (film: HTMLVideoElement) => {
    if (film.readyState < 1) await new Promise((resolve) => film.addEventListener("loadedmetadata", resolve, { once: true }));
    return film.videoWidth;
  })).toBe(320);
  const spoken = ana.page.locator("[data-said]").filter({ has: ana.page.getByRole("slider", { name: "Mensagem de voz" }) });
  await spoken.getByRole("button", { name: "Tocar" }).click();
  await spoken.getByRole("button", { name: "Pausar" }).waitFor();
  const download = ana.page.waitForEvent("download");
  await ana.bubble("O pedido da festa").getByRole("link", { name: /^Baixar/ }).click();
  expect((await download).suggestedFilename()).toEndWith(".pdf");
  await ana.page.getByRole("link", { name: "Abrir no mapa, em outra aba: Praça da Sé" }).waitFor();
  await ana.bubble("Nair").getByRole("button", { name: "Salvar contato" }).waitFor();
  await ana.bubble("Quero doze").getByText("Editada").waitFor();
  await ana.bubble("Mensagem apagada").waitFor();
  await ana.page.keyboard.press("Alt+i");
  await panel(ana).waitFor({ state: "detached" });
  await sound(ana, "list and conversation");
}

/** Words from a quick message, files, a voice, a place and a contact leave the shop, and arrive as what they are. */
async function answersInEveryKind({ ana }: Day) {
  const bia = shop.customer("Bia");
  await ana.composer("Bia").pressSequentially("/anot");
  await ana.page.getByRole("listbox", { name: "Respostas rápidas" }).getByRole("option", { name: "/anotado" }).waitFor();
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
  await (await chooser).setFiles([{ name: "vitrine.png", mimeType: "image/png", buffer: Buffer.from(picture.split(",")[1]!, "base64") }, { name: "cardapio.pdf", mimeType: "application/pdf", buffer: pdf }]);
  await ana.dialog("Enviar a Bia").getByLabel("Legenda").fill("A vitrine");
  await ana.button("Enviar 2 arquivos").click();
  await ana.tick("A vitrine", "Enviada").waitFor();

  await ana.button("Gravar mensagem de voz").click();
  await ana.page.getByText("0:01").first().waitFor();
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
  expect(got.map(({ type }) => type)).toEqual(["chat", "chat", "image", "application", "audio", "locationMessage", "vcard"]);
  expect([got[1]!.quotedMsgId, got[2]!.body, got[3]!.fileName]).toEqual(["B1", "A vitrine", "cardapio.pdf"]);
  await eventually(async () => (await chat("Bia")).find(({ body, reaction }) => body === "Igual a esta" && reaction === "❤️"), "the heart on Bia's phone");
  await bia.reads();
  await ana.tick("Doze, então", "Lida").waitFor();
}

/** A tag that there was not before, and a note: an admin who looks on sees both come. */
async function labels({ ana, rui }: Day) {
  await rui.tab("Atendendo").click();
  await rui.row("Bia").getByRole("link").click();
  await rui.conversation("Bia").waitFor();
  await ana.page.keyboard.press("Alt+g");
  await ana.page.keyboard.type("Cliente fiel");
  await ana.conversation("Bia").getByRole("option", { name: "Criar “Cliente fiel”" }).waitFor();
  await ana.page.keyboard.press("Enter");
  await rui.conversation("Bia").getByText("Cliente fiel", { exact: true }).waitFor();
  await rui.row("Bia").getByText("Cliente fiel", { exact: true }).waitFor();
  await ana.page.keyboard.press("Alt+i");
  await panel(ana).getByLabel("Nova observação").fill("Alérgica a glúten");
  await panel(ana).getByRole("button", { name: "Adicionar", exact: true }).click();
  await panel(rui).locator("[data-written]").getByText("Alérgica a glúten").waitFor();
  await panel(ana).locator("[data-written]").getByText("Alérgica a glúten").waitFor();
  await sound(ana, "the panel");
}

/** Both at one ticket: each sees the other, and who answers second is asked, once. */
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

/** One ticket goes to another queue, another one to a person. */
async function moves({ ana, caio, rui }: Day) {
  await ana.row("Davi").getByRole("link").click();
  await ana.conversation("Davi").waitFor();
  await ana.button("Transferir").click();
  const toQueue = ana.dialog("Transferir Davi");
  await toQueue.getByLabel("Fila").selectOption({ label: "Encomendas" });
  await sound(ana, "a transfer");
  await toQueue.getByRole("button", { name: "Transferir" }).click();
  await ana.waitsAt("/tickets");
  await ana.row("Davi").waitFor({ state: "detached" });
  await caio.accepts("Davi");
  await caio.writes("Davi", "Aqui é das encomendas");
  await shop.customer("Davi").receives(/das encomendas/);

  await caio.row("Elis").getByRole("link").click();
  await caio.button("Transferir").click();
  const toAna = caio.dialog("Transferir Elis");
  await toAna.getByLabel("Fila").selectOption({ label: "Atendimento" });
  await toAna.getByRole("combobox", { name: /^Atendente/ }).fill("ana");
  await toAna.getByRole("option", { name: "Ana desta fila" }).click();
  await toAna.getByRole("button", { name: "Transferir" }).click();
  await caio.sees("Elis agora está com Ana");
  await caio.row("Elis").waitFor({ state: "detached" });
  await ana.row("Elis").getByRole("link").click();
  await ana.writes("Elis", "Oi, Elis, sou a Ana");
  await shop.customer("Elis", "orders").receives(/sou a Ana/);
  await rui.row("Elis").getByText(/Ana/).first().waitFor();
}

/** A word leads to the message that says it, far back, where it stands. */
async function searches({ ana }: Day) {
  const { says } = shop.customer("Zeca");
  await says("Vocês fazem broa com erva-doce?");
  for (let line = 1; line <= 45; line += 1) await says(`Zeca, linha ${line}.`);
  await ana.tab("Busca").click();
  await ana.field("Buscar por nome, número ou mensagem").fill("erva doce");
  await ana.row("Zeca").locator("mark").first().waitFor();
  await ana.row("Zeca").getByRole("link").click();
  const hit = ana.page.locator("[data-sought]", { hasText: "erva-doce" });
  await hit.waitFor();
  await eventually(async () => (await inSight(hit)) || undefined, "the hit to be in sight");
  expect(await ana.bubble("Zeca, linha 45.").count()).toBe(0);
  await ana.button("Ir para o fim").click();
  await ana.bubble("Zeca, linha 45.").waitFor();
  await ana.tab("Abertos").click();
}

/** An admin looks into what waits and into what another one holds: to all others it is as if he had not. */
async function peeks({ rui }: Day) {
  await shop.customer("Beto", "orders").says("Segredo de família");
  const before = await ticketOf("Beto");
  for (const [lane, name, words] of [["Aguardando", "Rosa", "aqui é Rosa"], ["Atendendo", "Beto", "Segredo de família"]] as const) {
    await rui.tab(lane).click();
    await rui.row(name).hover();
    await rui.button(`Espiar a conversa de ${name}`).click();
    await rui.dialog(name).locator("[data-said]").getByText(words).waitFor();
    await rui.page.keyboard.press("Escape");
    await rui.dialog(name).waitFor({ state: "detached" });
  }
  const after = await ticketOf("Beto");
  expect([before.unreadMessages, after.unreadMessages, (await ticketOf("Rosa")).unreadMessages]).toEqual([1, 1, 1]);
  expect((await messagesOf(after.id)).at(-1)).toMatchObject({ body: "Segredo de família", read: false });
}

/** What Bia sent goes on to two who never wrote. */
async function forwards({ ana, rui }: Day) {
  await ana.row("Bia").getByRole("link").click();
  await chooses(ana, "Igual a esta", "Encaminhar");
  const dialog = ana.dialog("Encaminhar mensagem");
  for (const name of written) {
    await dialog.getByRole("combobox").fill(name);
    await dialog.getByRole("option", { name: new RegExp(name) }).click();
  }
  await sound(ana, "a forwarding");
  await dialog.getByRole("button", { name: "Encaminhar" }).click();
  const told = ana.dialog("Encaminhamento");
  await told.getByRole("button", { name: `Abrir a conversa com ${written[0]}` }).click();
  await ana.conversation(written[0]!).getByRole("button", { name: "Ampliar imagem" }).waitFor();
  for (const name of written) await rui.row(name).waitFor();
}

/** A message is taken back before it leaves, and an ending after it was made. */
async function undoes({ ana }: Day) {
  await ana.row("Kátia").getByRole("link").click();
  await ana.conversation("Kátia").waitFor();
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

/** Ten at a stroke. */
async function endsTen({ ana, rui }: Day) {
  const held = (await heldBy("Ana")).length;
  await ana.row(ten[0]!).click({ modifiers: ["Control"] });
  for (const name of ten.slice(1)) await ana.row(name).click();
  const bar = ana.page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await bar.getByText("10 selecionados").waitFor();
  await bar.getByRole("button", { name: "Resolver" }).click();
  await ana.sees("10 atendimentos resolvidos");
  await ana.tab(new RegExp(`^Atendendo ${held - 10}$`)).waitFor();
  for (const name of ten) await rui.row(name).waitFor({ state: "detached" });
}

/** Cut off, Ana writes on. Back, what she wrote went out once and in order, and she has missed nothing. */
async function isCutOff({ ana, caio, rui }: Day) {
  const bia = shop.customer("Bia");
  const lines = ["Primeiro", "Segundo", "Terceiro"];
  await ana.row("Bia").getByRole("link").click();
  await ana.composer("Bia").waitFor();
  ana.expects(/net::ERR_INTERNET_DISCONNECTED/);
  await ana.page.context().setOffline(true);
  await ana.page.evaluate(() => (window as unknown as { lines: WebSocket[] }).lines.forEach((line) => line.close()));
  await ana.sees("Sem conexão com o servidor");
  for (const line of lines) await ana.writes("Bia", line);
  await ana.tick("Terceiro", "Na fila de envio").waitFor();

  await bia.says("Ainda aí?");
  await bia.says("Alô?");
  await shop.customer(later).says("Cheguei agora");
  await shop.customer("Zeca").says("Zeca, e o troco?");
  await caio.row("Joca").getByRole("link").click();
  await caio.button("Transferir").click();
  const toAna = caio.dialog("Transferir Joca");
  await toAna.getByLabel("Fila").selectOption({ label: "Atendimento" });
  await toAna.getByRole("combobox", { name: /^Atendente/ }).fill("ana");
  await toAna.getByRole("option", { name: "Ana desta fila" }).click();
  await toAna.getByRole("button", { name: "Transferir" }).click();
  await caio.sees("Joca agora está com Ana");
  await rui.row("Kátia").getByRole("link").click();
  await rui.conversation("Kátia").waitFor();
  await rui.button("Resolver").click();
  await rui.sees("Atendimento de Kátia resolvido");
  expect([await bia.got("Primeiro"), await ana.row("Joca").count(), await ana.row("Kátia").count()]).toEqual([0, 0, 1]);

  await ana.page.context().setOffline(false);
  await ana.tick("Terceiro", "Enviada").waitFor();
  await ana.page.getByText("Sem conexão com o servidor").waitFor({ state: "detached" });
  await bia.receives(/^Terceiro$/);
  expect((await chat("Bia")).filter(({ from, body }) => from === null && lines.includes(body)).map(({ body }) => body)).toEqual(lines);
  for (const text of ["Ainda aí?", "Alô?", ...lines]) {
    await ana.bubble(text).waitFor();
    expect([text, await ana.bubble(text).count()]).toEqual([text, 1]);
  }
  await ana.row("Joca").waitFor();
  await ana.row("Kátia").waitFor({ state: "detached" });
  await ana.row("Zeca").getByText("1 mensagem não lida").waitFor();
  await ana.tab("Aguardando").click();
  await ana.row(later).waitFor();
  await ana.tab("Atendendo").click();
}

/** The admin deletes a ticket and corrects a contact, before the eyes of the others. */
async function tidies({ ana, caio, rui }: Day) {
  await rui.row("Beto").getByRole("link").click();
  await rui.conversation("Beto").waitFor();
  await rui.button("Ações de Beto").click();
  await rui.page.getByRole("menuitem", { name: "Excluir" }).click();
  const question = rui.dialog("Excluir o atendimento de Beto?");
  await sound(rui, "a deletion");
  await question.getByRole("button", { name: "Excluir" }).click();
  await rui.sees("Atendimento de Beto excluído");
  await caio.row("Beto").waitFor({ state: "detached" });

  await rui.row("Bia").getByRole("link").click();
  await panel(rui).getByRole("button", { name: "Editar contato" }).click();
  const form = rui.dialog("Editar Bia");
  await form.getByLabel("Nome", { exact: true }).fill("Bia Nogueira");
  await form.getByLabel(/^E-mail/).fill("bia@exemplo.com.br");
  await form.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Contato salvo");
  await ana.row("Bia Nogueira").waitFor();
  await ana.composer("Bia Nogueira").waitFor();
  await panel(ana).getByText("bia@exemplo.com.br").waitFor();
}

/** Each list of theirs, and each conversation they hold, is on their screen as the server has it. */
async function agrees(seat: Seat) {
  for (const [lane, query] of [["Aguardando", "pending"], ["Resolvidos", "closed"], ["Atendendo", "open"]] as const) {
    if (query === "open") await seat.tab("Abertos").click();
    await seat.tab(lane).click();
    const showAll = await seat.page.getByRole("switch", { name: "Mostrar todos" }).isChecked().catch(() => false);
    const { tickets, count } = await asks<{ tickets: Ticket[]; count: number }>(seat, `/tickets?status=${query}&showAll=${showAll}`);
    const truth = tickets.map((ticket) => ({ id: ticket.id, name: ticket.contact.name, unread: ticket.unreadMessages }));
    await same(seat, truth);
    if (query !== "closed") await seat.tab(new RegExp(`^${lane} ${count}$`)).waitFor();
  }
}

const same = (seat: Seat, truth: object[]) => eventually(async () => expect(await rowsOf(seat)).toEqual(truth as never) ?? true, "x");
const rowsOf = (seat: Seat) => seat.page.locator("[data-ticket]").evaluateAll((rows) => rows.map((row) => ({ id: Number((row as HTMLElement).dataset.ticket), name: row.querySelector(".font-semibold")?.textContent, unread: 0 })));

const asks = <Answer>(seat: Seat, path: string) =>
  seat.page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${localStorage.getItem("token")}` } });
    return answer.json() as Promise<unknown>;
  }, `/api${path}`) as Promise<Answer>;

const panel = (seat: Seat) => seat.page.locator("[data-panel]");

const ticketOf = async (name: string) => (await shop.call<{ tickets: Ticket[] }>("GET", `/tickets?showAll=true&searchParam=${encodeURIComponent(name)}`)).tickets.find(({ contact }) => contact.name === name)!;

const heldBy = async (name: string) => (await shop.call<{ tickets: Ticket[] }>("GET", "/tickets?status=open&showAll=true")).tickets.filter(({ user }) => user?.name === name);

const messagesOf = async (ticketId: number) => (await shop.call<{ messages: Message[] }>("GET", `/messages/${ticketId}`)).messages;

const chat = (name: string) => shop.call<Carried[]>("GET", `/practice/${shop.lines.counter}/messages?number=${shop.customer(name).number}`);

const fromPhone = (name: string, body: object) => shop.call("POST", `/practice/${shop.lines.counter}/messages`, { from: shop.customer(name).number, name, ...body });

/** Opens a message's menu and takes what it offers. */
async function chooses(seat: Seat, text: string, what: string) {
  const bubble = seat.bubble(text).last();
  await bubble.hover();
  await bubble.getByRole("button", { name: "Opções da mensagem" }).click();
  await bubble.getByRole("menuitem", { name: what, exact: true }).or(bubble.getByRole("menuitemradio", { name: what, exact: true })).click();
}

async function attaches(seat: Seat, what: string) {
  await seat.button("Anexar").click();
  await seat.page.getByRole("menuitem", { name: what }).click();
}

const inSight = (bubble: Locator) =>
  bubble.evaluate((shown) => {
    const [one, list] = [shown.getBoundingClientRect(), shown.closest("[role=region]")!.getBoundingClientRect()];
    return one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
  });

/** A film of half a second, as a browser makes it. */
const films = (seat: Seat) =>
  seat.page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
    const pen = canvas.getContext("2d")!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/mp4" });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      pen.fillStyle = `hsl(${frame * 30} 80% 50%)`;
      pen.fillRect(0, 0, 320, 240);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(new Blob(chunks, { type: "video/mp4" }));
    await read;
    return reader.result as string;
  });

/** A microphone that hears a hum, and sockets that can be cut. Runs in the page, before anything of ours. */
function prepares() {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const out = context.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    return out.stream;
  };
  const lines: WebSocket[] = [];
  Object.assign(window, { lines });
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      lines.push(this);
    }
  };
}

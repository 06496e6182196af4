import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import type { Name } from "./calls.ts";
import { eventually } from "./eventually.ts";
import { focused } from "./gadgets.ts";
import { desk, phone, type Seat } from "./seat.ts";
import { soundInBothThemes } from "./sound.ts";

type Said = { id: number; body: string; ticketId: number };

const shop = await openShop();
const icon = async (size: number) =>
  `data:image/png;base64,${Buffer.from(await Bun.file(join(repository, `web/public/icon-${size}.png`)).arrayBuffer()).toString("base64")}`;

test("a link to a message opens the conversation there and loads both ways; the button to the end, sending and a quotation lead on at once", async () => {
  const { ticket, all } = await talk("Bia", 130);
  const ana = await shop.enters("ana", { at: `/tickets/${ticket.uuid}?message=${all[60]!.id}` });
  await ana.page.locator("[data-target]", { hasText: "Bia diz 61." }).waitFor();
  await ana.waitsAt(`/tickets/${ticket.uuid}`);
  expect(new URL(ana.page.url()).search).toBe("");
  expect(await inView(ana, "Bia diz 61.")).toBe(true);
  expect(await ana.bubble("Bia diz 130.").count()).toBe(0);

  // A user who reads further up sees only a notice of a new message.
  await shop.customer("Bia").says("Alguém aí?");
  await ana.button("1 nova").waitFor();
  expect(await ana.bubble("Alguém aí?").count()).toBe(0);
  expect(await inView(ana, "Bia diz 61.")).toBe(true);

  await scrollTo(ana, "top");
  await ana.bubble("Bia diz 25.").waitFor();
  await scrollTo(ana, "end");
  await ana.bubble("Bia diz 100.").waitFor();
  for (const next of [120, 130]) {
    await scrollTo(ana, "end");
    await ana.bubble(`Bia diz ${next}.`).waitFor();
  }
  await ana.bubble("Alguém aí?").waitFor();
  expect(await numbers(ana)).toEqual(whole(await numbers(ana)));
  expect(await ana.bubble("Alguém aí?").count()).toBe(1);

  await ana.goes(`/tickets/${ticket.uuid}?message=${all[5]!.id}`);
  await ana.page.locator("[data-target]").waitFor();
  await ana.button("Ir para o fim").click();
  await ana.bubble("Alguém aí?").waitFor();
  await eventually(
    async () => (await inView(ana, "Alguém aí?")) || undefined,
    "the newest to be in sight",
  );
  await ana.button("Ir para o fim").waitFor({ state: "detached" });

  await ana.goes(`/tickets/${ticket.uuid}?message=${all[5]!.id}`);
  await ana.page.locator("[data-target]").waitFor();
  await ana.writes("Bia", "Já respondo");
  await ana.tick("Já respondo", "Enviada").waitFor();
  expect(await inView(ana, "Já respondo")).toBe(true);
  expect(await numbers(ana)).toEqual(whole(await numbers(ana)));

  await shop.call("POST", `/messages/${ticket.id}`, {
    body: "Sobre isto",
    quotedMsg: { id: all[3]!.id },
  });
  await ana
    .bubble("Sobre isto")
    .getByRole("button", { name: /Bia diz 4\./ })
    .click();
  await ana.page.locator("[data-target]", { hasText: "Bia diz 4." }).waitFor();
  expect(await inView(ana, "Bia diz 4.")).toBe(true);

  await ana.goes(`/tickets/${ticket.uuid}?message=999999`);
  await ana.page.getByText("Esta mensagem não está mais nesta conversa.").waitFor();
  await ana.bubble("Sobre isto").last().waitFor();
});

test("older messages load above without moving what one reads; a search goes from hit to hit, a date to another one", async () => {
  const { ticket } = await talk("Gil", 100, (number) =>
    number % 25 === 7 ? `Gil quer *pão* de queijo ${number}` : `Gil diz ${number}.`,
  );
  const ana = await shop.enters("ana", { at: `/tickets/${ticket.uuid}` });
  await ana.bubble("Gil diz 100.").waitFor();
  for (let turn = 0; turn < 3; turn += 1) {
    const before = await ana.page.locator("[data-bubble]").count();
    const jerk = await ana.page
      .getByRole("region", { name: "Mensagens de Gil" })
      .evaluate(async (list) => {
        const many = list.querySelectorAll("[data-bubble]").length;
        list.scrollTop = 30;
        await new Promise(requestAnimationFrame);
        const first = list.querySelector<HTMLElement>("[data-bubble]")!;
        const top = first.getBoundingClientRect().top;
        for (
          let frame = 0;
          frame < 300 && list.querySelectorAll("[data-bubble]").length === many;
          frame += 1
        )
          await new Promise(requestAnimationFrame);
        return Math.abs(first.getBoundingClientRect().top - top);
      });
    expect(jerk).toBeLessThanOrEqual(1);
    expect(await ana.page.locator("[data-bubble]").count()).toBe(before + 20);
  }

  await ana.page.reload();
  await ana.bubble("Gil diz 100.").waitFor();
  await ana.page.keyboard.press("Control+f");
  const field = ana.field("Buscar na conversa com Gil");
  await focused(field);
  await field.fill("pao que");
  const status = ana.page.getByRole("search").getByRole("status");
  await status.getByText("1 de 4").waitFor();
  const hit = ana.page.locator("[data-target]");
  await hit.getByText("Gil quer pão de queijo 82").waitFor();
  expect(await hit.locator("mark").allInnerTexts()).toEqual(["que", "pão", "que"]);
  await field.press("Enter");
  await status.getByText("2 de 4").waitFor();
  await hit.getByText("queijo 57").waitFor();
  for (const older of [32, 7]) {
    await field.press("Enter");
    await hit.getByText(`queijo ${older}`).waitFor();
  }
  await eventually(
    async () => (await inView(ana, "queijo 7")) || undefined,
    "the hit to be in sight",
  );
  await field.press("Shift+Enter");
  await hit.getByText("queijo 32").waitFor();
  await ana.button("Resultado mais antigo").click();
  await hit.getByText("queijo 7").waitFor();

  await field.fill("broa");
  await status.getByText("Nada encontrado").waitFor();
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  expect(await ana.page.locator("mark").count()).toBe(0);
  await ana.waitsAt(`/tickets/${ticket.uuid}`);

  await ana.button("Ir para o fim").click();
  await ana.bubble("Gil diz 100.").waitFor();
  await ana.button("Hoje").first().click();
  const dayDialog = ana.page.getByRole("dialog", { name: "Ir para o dia" });
  await dayDialog.getByLabel("Ir para o dia").press("Enter");
  await ana.page.locator("[data-target]", { hasText: "Gil diz 1." }).waitFor();
  expect(await inView(ana, "Gil diz 1.")).toBe(true);
  await ana.button("Ir para o fim").click();
  await ana.bubble("Gil diz 100.").waitFor();
  await ana.button("Hoje").first().click();
  await dayDialog.getByRole("button", { name: "Início da conversa" }).click();
  await ana.page.locator("[data-target]", { hasText: "Gil diz 1." }).waitFor();
});

test("a picture fills the screen, zooms in five times, and arrows lead to its neighbours, far back too", async () => {
  const { ticket } = await talk("Íris", 0);
  const bia = shop.customer("Íris");
  await bia.shows(await icon(192), "Um");
  await bia.shows(await icon(512), "Dois");
  for (let number = 1; number <= 45; number += 1) await bia.says(`Íris diz ${number}.`);
  await bia.shows(await icon(512), "Três");
  const ana = await shop.enters("ana", { at: `/tickets/${ticket.uuid}` });
  const thumb = ana.bubble("Três").getByRole("button", { name: "Ampliar imagem" });
  expect(await thumb.locator("img").getAttribute("src")).toContain("&thumb=true");
  await thumb.click();
  const viewer = ana.page.getByRole("dialog", { name: "Imagens e vídeos: Íris" });
  const picture = (name: string) => viewer.getByRole("img", { name, exact: true });
  await picture("Três").waitFor();
  expect(await picture("Três").getAttribute("src")).not.toContain("thumb");

  const width = async () => Math.round((await picture("Três").boundingBox())!.width);
  await picture("Três").evaluate((image: HTMLImageElement) => image.decode());
  const first = await width();
  for (let step = 0; step < 6; step += 1) await ana.page.keyboard.press("+");
  await viewer.getByText("500%").waitFor();
  await eventually(
    async () => (await width()) === first * 5 || undefined,
    "the picture to have grown",
  );
  await ana.page.keyboard.press("0");
  await picture("Três").dblclick();
  await viewer.getByText("250%").waitFor();
  await picture("Três").dblclick();
  await picture("Três").hover();
  await ana.page.mouse.wheel(0, -300);
  await viewer.getByText("100%").waitFor({ state: "hidden" });
  const before = (await picture("Três").boundingBox())!;
  await ana.page.mouse.down();
  await ana.page.mouse.move(before.x + before.width / 2 - 60, before.y + before.height / 2, {
    steps: 3,
  });
  await ana.page.mouse.up();
  await ana.page.keyboard.press("0");

  await ana.button("Imagem anterior").click();
  await picture("Dois").waitFor();
  await ana.page.keyboard.press("ArrowLeft");
  await picture("Um").waitFor();
  expect(await ana.button("Imagem anterior").isDisabled()).toBe(true);
  await ana.page.keyboard.press("ArrowRight");
  await picture("Dois").waitFor();
  const download = ana.page.waitForEvent("download");
  await viewer.getByRole("link", { name: "Baixar" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  await ana.page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });
  await focused(thumb);
});

test("a message is forwarded to a contact, several to more; contacts who can't be written to are named, and Esc ends the selection before it closes the ticket", async () => {
  const { ticket } = await talk("João", 2);
  const lia = await talk("Lúcia", 1, undefined, "lia");
  await shop.call("POST", "/contacts", { name: "Moinho Santa Clara", number: "5511933334444" });
  const ana = await shop.enters("ana", { at: `/tickets/${ticket.uuid}` });
  await chooses(ana, "João diz 1.", "Encaminhar");
  const dialog = ana.dialog("Encaminhar mensagem");
  await dialog.getByRole("button", { name: "Encaminhar" }).click();
  await dialog.getByText("Escolha").first().waitFor();
  await dialog.getByRole("combobox").fill("Moinho");
  await dialog.getByRole("option", { name: /Moinho Santa Clara/ }).click();
  await dialog.getByRole("button", { name: "Encaminhar" }).click();
  await ana.page.getByRole("status").getByText("Encaminhada a Moinho Santa Clara").waitFor();
  await ana.button("Abrir conversa").click();
  await ana.conversation("Moinho Santa Clara").waitFor();
  await ana.bubble("João diz 1.").waitFor();

  await ana.goes(`/tickets/${ticket.uuid}`);
  await chooses(ana, "João diz 1.", "Selecionar");
  await ana.page.getByText("1 selecionada").waitFor();
  await ana.page.keyboard.press("Escape");
  await ana.page.getByRole("toolbar").waitFor({ state: "detached" });
  await ana.waitsAt(`/tickets/${ticket.uuid}`);

  await chooses(ana, "João diz 1.", "Selecionar");
  await ana.page.getByRole("checkbox", { name: "João: João diz 2." }).check();
  await ana.page.getByText("2 selecionadas").waitFor();
  await ana.page.getByRole("toolbar").getByRole("button", { name: "Encaminhar" }).click();
  const both = ana.dialog("Encaminhar 2 mensagens");
  for (const name of ["Moinho", "Lúcia"]) {
    await both.getByRole("combobox").fill(name);
    await both
      .getByRole("option", { name: new RegExp(name) })
      .first()
      .click();
  }
  await both.getByRole("button", { name: "Encaminhar" }).click();
  const results = ana.dialog("Encaminhamento");
  await results.getByRole("button", { name: "Abrir a conversa com Moinho Santa Clara" }).waitFor();
  await results.getByRole("listitem").filter({ hasText: "Lúcia" }).getByText(/Lia/).waitFor();
  await results.getByRole("button", { name: "Abrir a conversa com Moinho Santa Clara" }).click();
  await ana.bubble("João diz 2.").waitFor();
  expect(lia.ticket.id).not.toBe(ticket.id);
});

test("an admin reads what a message said before it was edited or deleted, others can't; a cancelled one disappears from every screen", async () => {
  const { ticket } = await talk("Otto", 1);
  const ana = await shop.enters("ana", { at: `/tickets/${ticket.uuid}` });
  await ana.writes("Otto", "Custa R$ 20");
  await ana.tick("Custa R$ 20", "Enviada").waitFor();
  const sent = (await messagesOf(ticket.id)).find(({ body }) => body === "Custa R$ 20")!;
  await chooses(ana, "Custa R$ 20", "Editar");
  await ana.field("Editar a mensagem").fill("Custa R$ 25");
  await ana.field("Editar a mensagem").press("Enter");
  await ana.bubble("Custa R$ 25").getByText("Editada").waitFor();
  await opens(ana, "Custa R$ 25");
  expect(await ana.page.getByRole("menuitem", { name: "Ver versões anteriores" }).count()).toBe(0);
  await ana.page.keyboard.press("Escape");

  const rui = await shop.enters("rui", { at: `/tickets/${ticket.uuid}` });
  await chooses(rui, "Custa R$ 25", "Ver versões anteriores");
  await rui.dialog("Versões anteriores").getByText("Custa R$ 20").waitFor();
  await rui.page.keyboard.press("Escape");
  await chooses(ana, "Custa R$ 25", "Apagar para todos");
  await ana
    .dialog(/Apagar esta mensagem/)
    .getByRole("button", { name: "Apagar para todos" })
    .click();
  await rui.bubble("Mensagem apagada").waitFor();
  await chooses(rui, "Mensagem apagada", "Ver versões anteriores");
  await rui.dialog("Versões anteriores").getByText("Custa R$ 25").waitFor();
  expect(sent.ticketId).toBe(ticket.id);
  await rui.page.keyboard.press("Escape");

  const [posted] = await ana.page.evaluate(async (path) => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${localStorage.getItem("token")}`,
    };
    return (
      await fetch(path, {
        method: "POST",
        headers,
        body: JSON.stringify({ body: "Ops", undo: true }),
      })
    ).json() as Promise<Said[]>;
  }, `/api/messages/${ticket.id}`);
  for (const seat of [ana, rui]) await seat.bubble("Ops").waitFor();
  await ana.page.evaluate(
    (path) =>
      fetch(path, {
        method: "DELETE",
        headers: { authorization: `Bearer ${localStorage.getItem("token")}` },
      }),
    `/api/messages/${posted!.id}?undo=true`,
  );
  for (const seat of [ana, rui]) await seat.bubble("Ops").waitFor({ state: "detached" });
  await ana.bubble("Otto diz 1.").waitFor();
});

test("typing and recording are shown at the end until the message comes; voice notes play one after the other, at the chosen speed", async () => {
  const { ticket } = await talk("Sara", 2);
  const ana = await shop.enters("ana", { at: `/tickets/${ticket.uuid}` });
  await ana.bubble("Sara diz 2.").waitFor();
  const { number, says, shows } = shop.customer("Sara");
  const does = (state: string) =>
    shop.call("POST", `/practice/${shop.lines.counter}/typing`, { from: number, state });
  const doing = ana.page.locator("[data-customer-typing]");
  // The server listens for a customer's typing only while a user looks at the ticket.
  await eventually(
    async () => (await does("composing"), (await doing.count()) > 0 || undefined),
    "Sara to be seen writing",
  );
  await doing.getByText("Sara está digitando…").waitFor();
  await does("recording");
  await doing.getByText("Sara está gravando áudio…").waitFor();
  await says("Pronto");
  await ana.bubble("Pronto").waitFor();
  await doing.waitFor({ state: "detached" });

  const bytes = Buffer.from(
    await Bun.file(join(repository, "src/testing/fixtures/voice.webm")).arrayBuffer(),
  ).toString("base64");
  for (let count = 0; count < 2; count += 1) await shows(`data:audio/webm;base64,${bytes}`);
  const sounds = ana.page.locator("[data-player]");
  await sounds.nth(1).waitFor();
  await sounds.nth(0).getByRole("button", { name: "Velocidade: 1×" }).click();
  await sounds.nth(1).getByRole("button", { name: "Velocidade: 1.5×" }).waitFor();
  await sounds.nth(0).getByRole("button", { name: "Tocar" }).click();
  await sounds.nth(1).getByRole("button", { name: "Pausar" }).waitFor();
  expect(
    await sounds
      .nth(1)
      .locator("audio")
      .evaluate((audio: HTMLAudioElement) => audio.playbackRate),
  ).toBe(1.5);
  expect(await sounds.nth(0).getByRole("button", { name: "Tocar" }).count()).toBe(1);
});

test("search, selection, forwarding, calendar and viewer: axe finds nothing serious, and they fit a small phone", async () => {
  const { ticket } = await talk("Ugo", 30);
  await shop.customer("Ugo").shows(await icon(512), "Olha");
  const ana = await shop.enters("ana", { at: `/tickets/${ticket.uuid}` });
  await ana.bubble("Olha").waitFor();
  /** Waits until the page fits a small phone. */
  const fits = async () => {
    await ana.page.setViewportSize({ ...phone, width: 320 });
    await eventually(
      async () =>
        (await ana.page.evaluate(
          () => innerWidth === 320 && document.documentElement.scrollWidth === 320,
        )) || undefined,
      "it to fit",
    );
    await ana.page.setViewportSize(desk);
  };
  await ana.page.keyboard.press("Control+f");
  await ana.field("Buscar na conversa com Ugo").fill("diz");
  await ana.page.getByRole("search").getByText("1 de 30").waitFor();
  await soundInBothThemes(ana, "found");
  await fits();
  await ana.page.keyboard.press("Escape");
  await ana.button("Hoje").first().click();
  await ana.dialog("Ir para o dia").waitFor();
  await soundInBothThemes(ana, "day");
  await ana.page.keyboard.press("Escape");
  await ana.bubble("Olha").getByRole("button", { name: "Ampliar imagem" }).click();
  await ana.page.getByRole("dialog", { name: "Imagens e vídeos: Ugo" }).waitFor();
  await soundInBothThemes(ana, "viewer");
  await fits();
  await ana.page.keyboard.press("Escape");
  await chooses(ana, "Olha", "Selecionar");
  await ana.page.getByText("1 selecionada").waitFor();
  await soundInBothThemes(ana, "chosen");
  await fits();
  await ana.button("Encaminhar").click();
  await ana.dialog("Encaminhar mensagem").waitFor();
  await soundInBothThemes(ana, "forwarding");
});

/** A customer's ticket with so many messages, assigned to Ana or another user. */
async function talk(
  name: string,
  count: number,
  textOf = (number: number) => `${name} diz ${number}.`,
  held: Name = "ana",
) {
  const customer = shop.customer(name);
  await customer.says(count === 0 ? "Oi" : textOf(1));
  for (let number = 2; number <= count; number += 1) await customer.says(textOf(number));
  const { tickets } = await shop.call<{
    tickets: { id: number; uuid: string; contact: { name: string } }[];
  }>("GET", "/tickets?status=pending");
  const ticket = tickets.find(({ contact }) => contact.name === name)!;
  const { users } = await shop.call<{ users: { id: number; email: string }[] }>("GET", "/users");
  await shop.call("PUT", `/tickets/${ticket.id}`, {
    queueId: await queueOf(ticket.id),
    userId: users.find(({ email }) => email.startsWith(held))!.id,
  });
  await shop.call("POST", `/messages/${ticket.id}/read`);
  const all = await messagesOf(ticket.id);
  return { ticket, all: all.filter(({ body }) => body !== "") };
}

const queueOf = async (id: number) =>
  (await shop.call<{ queueId: number }>("GET", `/tickets/${id}`)).queueId;

/** All messages of a ticket, the oldest first. */
async function messagesOf(ticketId: number) {
  const all: Said[] = [];
  for (let page = 1; ; page += 1) {
    const { messages, hasMore } = await shop.call<{ messages: Said[]; hasMore: boolean }>(
      "GET",
      `/messages/${ticketId}?pageNumber=${page}`,
    );
    all.unshift(...messages);
    if (!hasMore) return all;
  }
}

/** Opens a message's menu. */
async function opens(seat: Seat, text: string) {
  const bubble = seat.bubble(text).last();
  await bubble.hover();
  await bubble.getByRole("button", { name: "Opções da mensagem" }).click();
  return bubble;
}

/** Chooses from a message's menu. */
const chooses = async (seat: Seat, text: string, what: string) =>
  (await opens(seat, text)).getByRole("menuitem", { name: what, exact: true }).click();

const scrollTo = (seat: Seat, where: "top" | "end") =>
  seat.page
    .getByRole("region", { name: /^Mensagens de/ })
    .evaluate((list, where) => (list.scrollTop = where === "top" ? 0 : list.scrollHeight), where);

const inView = (seat: Seat, text: string) =>
  seat
    .bubble(text)
    .last()
    .evaluate((bubble) => {
      const [one, list] = [
        bubble.getBoundingClientRect(),
        bubble.closest("[role=region]")!.getBoundingClientRect(),
      ];
      return one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
    });

/** The numbers in the loaded messages, in order. */
const numbers = async (seat: Seat) =>
  (await seat.page.locator("[data-bubble]").allInnerTexts()).flatMap(
    (text) => Number(/diz (\d+)\./.exec(text)?.[1] ?? 0) || [],
  );
const whole = (some: number[]) =>
  Array.from({ length: some.length }, (_, index) => some[0]! + index);

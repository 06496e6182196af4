import { expect } from "bun:test";
import type { Request, WebSocketRoute } from "playwright-core";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { connectionsMark, focused } from "./gadgets.ts";
import { phone, smallPhone, type Seat } from "./seat.ts";

type Connection = { id: number; name: string; status: string };

const shop = await openShop();

const card = (seat: Seat, name: string) => seat.page.locator(`[data-connection="${name}"]`);
const shows = (seat: Seat, name: string, state: string) =>
  card(seat, name).locator("[data-state]").filter({ hasText: state }).waitFor();
const qr = (seat: Seat, name: string) =>
  seat.dialog(`Conectar “${name}”`).getByRole("img", { name: `QR code de ${name}` });
const banner = (seat: Seat) => seat.page.locator("[data-connections-down]");
const connectionNamed = async (name: string) =>
  (await shop.call<Connection[]>("GET", "/whatsapp")).find(
    (connection) => connection.name === name,
  );

test("a new connection shows its QR code, and is connected without a reload once a phone has read it; one is changed, and deleted by typing its name; a taken name is shown at its field", async () => {
  const rui = await shop.enters("rui", { at: "/connections" });
  await shows(rui, "Balcão da padaria", "Conectada");
  await card(rui, "Balcão da padaria").getByText("Padrão").waitFor();
  await card(rui, "Fábrica").getByText("Encomendas").waitFor();
  await card(rui, "Fábrica")
    .getByText(/^Última atualização \d\d\/\d\d\/\d\d \d\d:\d\d$/)
    .waitFor();

  await rui.button("Nova conexão").click();
  const form = rui.dialog("Nova conexão");
  await rui.field("Nome").fill("E");
  await rui.button("Salvar").click();
  await form.getByText("Curto demais: ao menos 2 caracteres").waitFor();
  await rui.field("Nome").fill("Entregas");
  expect(
    await form.getByRole("radio", { name: /^WhatsApp Um número de verdade/ }).isChecked(),
  ).toBe(true);
  await form.getByRole("radio", { name: /^Telefone de treino/ }).check();
  await form.getByText(/^Sem fila: quem escreve aqui só aparece para administradores/).waitFor();
  await form.getByRole("checkbox", { name: "Encomendas" }).check();
  expect(await form.locator("[data-no-queue]").count()).toBe(0);
  await form.getByRole("checkbox", { name: "Atendimento" }).check();
  expect(
    await form
      .getByLabel("Fila padrão")
      .evaluate((select: HTMLSelectElement) => [...select.selectedOptions].map(({ text }) => text)),
  ).toEqual(["Atendimento"]);
  await form.getByRole("checkbox", { name: "Atendimento" }).uncheck();
  await form.getByLabel("Fila padrão").waitFor({ state: "detached" });
  await rui.button("Salvar").click();

  await rui.sees("Conexão criada");
  await qr(rui, "Entregas").waitFor();
  await connectionsMark(rui).waitFor();
  const made = await connectionNamed("Entregas");
  expect(made).toMatchObject({
    status: "qrcode",
    provider: "practice",
    reopenMinutes: 120,
    isDefault: false,
  });
  await shop.call("POST", `/practice/${made!.id}/scan`);
  await rui.sees("“Entregas” está conectada");
  await rui.dialog("Conectar “Entregas”").waitFor({ state: "detached" });
  await shows(rui, "Entregas", "Conectada");
  await card(rui, "Entregas").getByText("Encomendas").waitFor();
  await connectionsMark(rui).waitFor({ state: "detached" });
  expect(rui.loads()).toBe(1);

  await shop.call("POST", "/whatsapp", { name: "Velha", provider: "practice" });
  rui.expects(409);
  const choose = async (item: string) => {
    await rui.button(/^Ações de (Velha|Nova)$/).click();
    await rui.page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Editar");
  await rui.field("Nome").fill("Fábrica");
  await rui.button("Salvar").click();
  await rui.page.getByRole("main").getByText("Já está em uso").waitFor();
  await rui.field("Nome").fill("Nova");
  await rui.field("Reabrir o atendimento em até (minutos)").fill("dez");
  await rui.button("Salvar").click();
  await rui.page.getByRole("main").getByText("Um número inteiro de 1 a 525600 (um ano)").waitFor();
  await rui.field(/^Reabrir o atendimento de quem volta logo/).uncheck();
  await rui.field("Reabrir o atendimento em até (minutos)").waitFor({ state: "detached" });
  await rui.field(/^Conexão padrão/).check();
  await rui.button("Salvar").click();
  await rui.sees("Operação atualizada com sucesso.");
  await rui.page.getByRole("main").getByRole("link", { name: "Conexões" }).click();
  await card(rui, "Nova").getByText("Padrão").waitFor();
  await card(rui, "Balcão da padaria").getByText("Padrão").waitFor({ state: "detached" });
  expect(await connectionNamed("Nova")).toMatchObject({ reopenMinutes: 0, isDefault: true });

  await choose("Excluir");
  const question = rui.dialog("Excluir a conexão “Nova”?");
  await question.getByText("Atendimentos e mensagens ficam guardados.").waitFor();
  await question.getByRole("button", { name: "Excluir" }).click();
  await card(rui, "Nova").waitFor({ state: "detached" });
  expect(await connectionNamed("Nova")).toBeUndefined();
});

test("a connection that goes down is shown to Ana and Rui, and tried again; only admins see the connections page and QR codes", async () => {
  const ana = await shop.enters("ana", { at: "/connections" });
  await ana.page.getByRole("heading", { name: "Acesso não permitido" }).waitFor();
  await ana.goes("/tickets");
  const rui = await shop.enters("rui");
  await ana.tab("Aguardando").waitFor();
  expect(await ana.link(/^Conexões/).count()).toBe(0);

  await shop.call("POST", `/practice/${shop.lines.orders}/faults`, { disconnect: true });
  await banner(ana)
    .getByText(
      /^“Fábrica” está fora do ar desde \d\d:\d\d\. O que você escrever espera e sai sozinho quando ela voltar\. Avise quem administra a conta\.$/,
    )
    .waitFor();
  expect(await banner(ana).getByRole("link").count()).toBe(0);
  await connectionsMark(rui).waitFor();
  await banner(rui).getByRole("link", { name: "Ver conexões" }).click();
  await rui.waitsAt("/connections");
  await banner(rui).waitFor({ state: "detached" });
  await shows(rui, "Fábrica", "Desconectada");

  await rui.button("Tentar de novo: Fábrica").click();
  await shows(rui, "Fábrica", "Conectada");
  await banner(ana).waitFor({ state: "detached" });
  await connectionsMark(rui).waitFor({ state: "detached" });

  const { id } = await shop.call<Connection>("POST", "/whatsapp", {
    name: "Feira",
    provider: "practice",
  });
  await eventually(
    async () => ((await connectionNamed("Feira"))?.status === "qrcode" ? true : undefined),
    "a QR code",
  );
  await eventually(
    () =>
      ana.frames.find(
        ({ event, whatsapp }) =>
          event === "whatsapp" &&
          (whatsapp as Connection).id === id &&
          (whatsapp as Connection).status === "qrcode",
      ),
    "Ana to hear of it",
  );
  expect(JSON.stringify(ana.frames)).not.toContain("balcao-practice");
  // A connection without a link is not down: only the other one is announced.
  await shop.call("POST", `/practice/${shop.lines.orders}/faults`, { disconnect: true });
  await banner(ana)
    .getByText(/^“Fábrica” está fora do ar desde/)
    .waitFor();
  await shop.call("POST", `/practice/${shop.lines.orders}/faults`, { disconnect: false });
  await banner(ana).waitFor({ state: "detached" });
  await shop.call("DELETE", `/whatsapp/${id}`);
});

test("a connection without a queue says who sees its customers; an only queue is preselected; a long form keeps its buttons visible, and they never cover what has the focus", async () => {
  const { id } = await shop.call<Connection>("POST", "/whatsapp", {
    name: "Solta",
    provider: "practice",
  });
  const rui = await shop.enters("rui", { at: "/connections" });
  await card(rui, "Solta")
    .getByText(
      /^Sem fila: quem escreve aqui só aparece para administradores e para quem vê todos os atendimentos\.$/,
    )
    .waitFor();
  expect(await card(rui, "Fábrica").locator("[data-no-queue]").count()).toBe(0);

  const [queue] = await shop.call<object[]>("GET", "/queue");
  await rui.page.route("**/api/queue", (route) => route.fulfill({ json: [queue] }));
  await rui.page.reload();
  await rui.button("Nova conexão").click();
  const only = rui.dialog("Nova conexão").getByRole("checkbox", { name: "Atendimento" });
  expect(await only.isChecked()).toBe(true);
  await only.uncheck();
  await rui
    .dialog("Nova conexão")
    .getByText(/^Sem fila/)
    .waitFor();

  for (const size of [{ width: 1440, height: 900 }, phone]) {
    await rui.page.setViewportSize(size);
    const form = rui.dialog("Nova conexão");
    const save = form.getByRole("button", { name: "Salvar" });
    const seen = async (what = save) => {
      const box = (await what.boundingBox())!;
      return { top: box.y, bottom: box.y + box.height };
    };
    await eventually(async () => {
      const around = (await form.locator(".modal-box").boundingBox())!;
      return (
        (around.width <= size.width && (await seen()).bottom <= around.y + around.height - 8) ||
        undefined
      );
    }, "the buttons to be in sight");
    await rui.field("Reabrir o atendimento em até (minutos)").focus();
    expect((await seen(rui.field("Reabrir o atendimento em até (minutos)"))).bottom).toBeLessThan(
      (await seen()).top,
    );
    const last = form.getByRole("switch", { name: /^Conexão padrão/ });
    await last.focus();
    expect((await seen(last)).bottom).toBeLessThan((await seen()).top);
  }
  await shop.call("DELETE", `/whatsapp/${id}`);
});

test("disconnecting asks first; a new QR code or a typed code links again; all connections are restarted at once; one that stopped shows its QR code at once when it is tried again; and the practice phone says when a typed code is wrong", async () => {
  const rui = await shop.enters("rui", { at: "/connections" });
  await rui.button("Desconectar: Fábrica").click();
  const question = rui.dialog("Desconectar “Fábrica”?");
  await focused(question.getByRole("button", { name: "Cancelar" }));
  await question.getByRole("button", { name: "Desconectar" }).click();
  await shows(rui, "Fábrica", "Desconectada");
  await rui.button("Novo QR code: Fábrica").click();
  await qr(rui, "Fábrica").waitFor();

  await rui.button("Prefiro digitar um código").click();
  await rui.field("Número do WhatsApp").pressSequentially("1198");
  await rui.button("Gerar código").click();
  await rui.sees("Confira o número: país, DDD e telefone");
  await rui.field("Número do WhatsApp").fill("");
  await rui.field("Número do WhatsApp").pressSequentially("11988880001");
  expect(await rui.field("Número do WhatsApp").inputValue()).toBe("+55 11 98888-0001");
  await rui.button("Gerar código").click();
  await rui.sees("Código para +55 11 98888-0001");
  await rui.sees(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await shop.call("POST", `/practice/${shop.lines.orders}/scan`);
  await rui.sees("“Fábrica” está conectada");
  await shows(rui, "Fábrica", "Conectada");
  await rui.dialog(/^Conectar/).waitFor({ state: "detached" });

  for (const id of Object.values(shop.lines))
    await shop.call("POST", `/practice/${id}/faults`, { disconnect: true });
  await shows(rui, "Balcão da padaria", "Desconectada");
  await shows(rui, "Fábrica", "Desconectada");
  const { id } = await shop.call<Connection>("POST", "/whatsapp", {
    name: "Feira",
    provider: "practice",
  });
  await shows(rui, "Feira", "Esperando o QR code");
  await rui.button("Reiniciar conexões").click();
  const restarting = rui.dialog("Reiniciar todas as conexões?");
  const linked = (await shop.call<Connection[]>("GET", "/whatsapp")).length - 1;
  await restarting
    .getByText(
      new RegExp(
        `^${linked} conexões caem e voltam em alguns segundos.*“Feira” fica como está: nenhum celular está vinculado a ela`,
      ),
    )
    .waitFor();
  await restarting.getByRole("button", { name: "Reiniciar conexões" }).click();
  await rui.sees(`Reiniciando ${linked} conexões`);
  await shows(rui, "Balcão da padaria", "Conectada");
  await shows(rui, "Fábrica", "Conectada");
  await shows(rui, "Feira", "Esperando o QR code");

  await shop.call("DELETE", `/whatsappsession/${id}`);
  await rui.button("Tentar de novo: Feira").click();
  await qr(rui, "Feira").waitFor();

  rui.expects(422);
  await rui.button("Prefiro digitar um código").click();
  await rui.field("Número do WhatsApp").fill("11988880001");
  await rui.button("Gerar código").click();
  const codeText = rui.page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await codeText.waitFor();
  const code = (await codeText.textContent())!;
  const opened = rui.page.waitForEvent("popup");
  await rui.link("Abrir o telefone de treino").click();
  const handset = await opened;
  await handset.getByRole("button", { name: "Conectar com número de telefone" }).click();
  await handset.getByLabel("Código").fill("ZZZZ-ZZZZ");
  await handset.getByRole("button", { name: "Conectar", exact: true }).click();
  await handset.getByText(/^Não é o código que está na tela/).waitFor();
  await handset.getByLabel("Código").fill(code.toLowerCase());
  await handset.getByRole("button", { name: "Conectar", exact: true }).click();
  await handset.getByText("Diga oi para a loja").waitFor();
  await rui.sees("“Feira” está conectada");
  await shop.call("DELETE", `/whatsapp/${id}`);
});

test("without a network a retry and its outcome are shown; a connection that was never linked is ended without a question", async () => {
  const { id } = await shop.call<Connection>("POST", "/whatsapp", {
    name: "Longe",
    provider: "practice",
  });
  const { seat: rui, tells } = await listening(id);
  await rui.page.route("**/api/whatsapp", async (route) => {
    const all = await route.fetch();
    await route.fulfill({
      response: all,
      json: ((await all.json()) as Connection[]).map((row) =>
        row.id === id ? { ...row, provider: "beta" } : row,
      ),
    });
  });
  const methods: string[] = [];
  let answered = Promise.withResolvers<void>();
  await rui.page.route(`**/api/whatsappsession/${id}`, async (route) => {
    methods.push(route.request().method());
    await answered.promise;
    await route.fulfill({ json: { id, status: "OPENING" } });
  });
  await rui.goes("/connections");
  await shows(rui, "Longe", "Esperando o QR code");
  await tells({ status: "TIMEOUT", reason: "network" });
  expect(
    await card(rui, "Longe")
      .getByRole("button", { name: /^Desconectar/ })
      .count(),
  ).toBe(0);

  const dialog = rui.dialog("Conectar “Longe”");
  await rui.button("Tentar de novo: Longe").click();
  await dialog.getByText("Tentando…").last().waitFor();
  answered.resolve();
  await tells({ status: "OPENING" });
  await tells({ status: "TIMEOUT", reason: "network" });
  await dialog.getByText("O WhatsApp não responde.").last().waitFor();
  await dialog.getByText(/^Ainda sem resposta, às \d\d:\d\d\.$/).waitFor();
  const again = dialog.getByRole("button", { name: "Tentar de novo" });
  expect(await again.getAttribute("class")).toContain("btn-primary");
  expect(
    await dialog.getByRole("button", { name: "Novo QR code" }).getAttribute("class"),
  ).not.toContain("btn-primary");

  answered = Promise.withResolvers();
  const since = performance.now();
  await again.click();
  await dialog.getByText("Tentando…").last().waitFor();
  expect(await again.getAttribute("aria-disabled")).toBe("true");
  answered.resolve();
  await dialog.getByText(/^Ainda sem resposta/).waitFor();
  expect(performance.now() - since).toBeGreaterThan(500);
  await focused(again);
  await rui.page.keyboard.press("Escape");
  await rui.button("Parar de tentar: Longe").click();
  await eventually(
    async () => (methods.at(-1) === "DELETE" ? true : undefined),
    "the line to be given up",
  );
  expect([methods, await rui.page.getByRole("alertdialog").count()]).toEqual([
    ["POST", "POST", "DELETE"],
    0,
  ]);
  await shop.call("DELETE", `/whatsapp/${id}`);
});

test("what WhatsApp reports while linking is shown at once, and a pairing code can be asked for again", async () => {
  const { id } = await shop.call<Connection>("POST", "/whatsapp", {
    name: "Sábado",
    provider: "practice",
  });
  const { seat: rui, tells } = await listening(id);
  const numbers: string[] = [];
  await rui.page.route(/\/api\/whatsappsession\/\d+\/code$/, async (route) => {
    const { number } = route.request().postDataJSON() as { number: string };
    numbers.push(number);
    await route.fulfill({ json: { code: `CODE000${numbers.length}` } });
  });
  await rui.goes("/connections");
  const dialog = rui.dialog("Conectar “Sábado”");

  await rui.button("Mostrar QR code: Sábado").click();
  await qr(rui, "Sábado").waitFor();
  expect(await dialog.getByRole("timer").count()).toBe(0);
  await tells({ status: "qrcode", qrcode: "2@um", qrUntil: new Date(Date.now() + 20_000) });
  await dialog
    .getByRole("timer")
    .getByText(/^Muda em (20|1\d) s$/)
    .waitFor();

  await rui.button("Prefiro digitar um código").click();
  await rui.field("Número do WhatsApp").fill("+12125550123");
  await rui.button("Gerar código").click();
  await dialog.getByText("CODE-0001").waitFor();
  await tells({ status: "qrcode", qrcode: "2@dois" });
  await tells({ status: "OPENING" });
  await dialog.getByText("Pedindo um código novo…").waitFor();
  await tells({ status: "qrcode", qrcode: "2@três" });
  await dialog.getByText("CODE-0002").waitFor();
  expect(numbers).toEqual(["+12125550123", "+12125550123"]);

  await tells({ status: "PAIRING" });
  await dialog.getByText("O celular aceitou.").waitFor();
  await tells({ status: "DISCONNECTED", reason: "passkey" });
  await dialog
    .getByText(/^Esta conta pede uma chave de acesso/)
    .last()
    .waitFor();
  await dialog.getByRole("button", { name: "Novo QR code" }).waitFor();
  await rui.page.keyboard.press("Escape");
  await card(rui, "Sábado")
    .getByText(/remova a chave em Conta e tente de novo/)
    .waitFor();
  await tells({ status: "TIMEOUT", reason: "network" });
  await card(rui, "Sábado")
    .getByText(/O Balcão continua tentando sozinho\.$/)
    .waitFor();
  await tells({ status: "OPENING" });
  expect(await rui.button("Conectando").isDisabled()).toBe(true);
  await shop.call("DELETE", `/whatsapp/${id}`);
});

/**
 * Opens another page as Rui. The test sends the events about a connection's session to his socket.
 */
async function listening(id: number) {
  const seat = await shop.enters("rui", { at: "/tags", own: true });
  const { promise: line, resolve: opened } = Promise.withResolvers<WebSocketRoute>();
  await seat.page.routeWebSocket(/\/ws$/, (socket) => {
    // Events of the real connection get another id, so that this test alone drives its own.
    socket.connectToServer().onMessage((frame) => {
      const event = JSON.parse(String(frame)) as { event: string; session?: { id: number } };
      socket.send(
        event.event === "whatsappSession" && event.session?.id === id
          ? JSON.stringify({ ...event, session: { ...event.session, id: 0 } })
          : frame,
      );
      if (event.event === "ready") opened(socket);
    });
  });
  const reading = new Set<Request>();
  seat.page.on(
    "request",
    (request) => void (request.url().endsWith("/api/whatsapp") && reading.add(request)),
  );
  const ended = (request: Request) => void reading.delete(request);
  seat.page.on("requestfinished", ended).on("requestfailed", ended);
  const tells = async (session: object) => {
    const socket = await line;
    // The page reads the list again once the line is up, and that answer would overwrite the test's
    // event.
    await seat.page.evaluate(() => new Promise(requestAnimationFrame));
    await eventually(() => reading.size === 0 || undefined, "the list");
    socket.send(
      JSON.stringify({
        event: "whatsappSession",
        action: "update",
        session: { id, qrcode: "", qrUntil: null, reason: null, ...session },
      }),
    );
  };
  return { seat, tells };
}

test("on any phone the list and the QR code need no sideways scrolling", async () => {
  const { id } = await shop.call<Connection>("POST", "/whatsapp", {
    name: "Feira",
    provider: "practice",
  });
  const rui = await shop.enters("rui", { at: "/connections", size: phone });
  const fits = async () => {
    for (const size of [phone, smallPhone]) {
      await rui.page.setViewportSize(size);
      const sideways = await rui.page.evaluate(() =>
        [...document.querySelectorAll("html, main, dialog *")]
          .filter(
            (one) =>
              one.scrollWidth > one.clientWidth + 1 &&
              one.clientWidth > 0 &&
              getComputedStyle(one).overflowX !== "visible",
          )
          .map(({ className }) => className),
      );
      expect({ size, sideways }).toEqual({ size, sideways: [] });
    }
  };
  await rui.button("Mostrar QR code: Feira").waitFor();
  await fits();
  await rui.button("Mostrar QR code: Feira").click();
  await qr(rui, "Feira").waitFor();
  await fits();
  await shop.call("DELETE", `/whatsapp/${id}`);
  await rui.dialog(/^Conectar/).waitFor({ state: "detached" });
});

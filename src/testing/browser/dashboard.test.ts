import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { smallPhone, type Seat } from "./seat.ts";
import { sound } from "./sound.ts";

const shop = await openShop();
const at = "/dashboard";

const turn = (seat: Seat, name: string) => seat.page.locator(`[data-turn=${name}]`);
const turns = (seat: Seat, name: string, count: string) =>
  turn(seat, name).getByRole("link", { name: count, exact: true });
const figure = (seat: Seat, name: string) => seat.page.locator(`[data-figure=${name}] dd`).first();
const shows = (seat: Seat, name: string, value: string) =>
  figure(seat, name).getByText(value, { exact: true }).waitFor();
const query = (seat: Seat) => new URL(seat.page.url()).search;
const bars = (seat: Seat) => seat.page.getByRole("group", { name: "Conversas por hora" });
const row = (seat: Seat, name: string) => seat.page.locator(`[data-person="${name}"]`);

test("an owner sees whose turn it is as it changes, and each figure opens the list that it counts", async () => {
  const rui = await shop.enters("rui", { at, clock: true });
  await turns(rui, "team", "0").waitFor();
  await rui.sees("Todos respondidos");
  await rui.sees("Nada precisa de você");
  await rui.sees(/^ainda sem .+ anterior$/);
  const ana = await shop.enters("ana");

  await shop.customer("Bia").says("Oi");
  await shop.customer("Davi").says("Bom dia");
  await rui.seesLater(turns(rui, "team", "2"));
  const queue = rui.page.locator("[data-queue=Atendimento]");
  await queue.getByRole("link", { name: "Bia" }).waitFor();
  await row(rui, "nobody").getByRole("link", { name: "2", exact: true }).waitFor();

  await ana.accepts("Bia");
  await ana.writes("Bia", "Já vejo!");
  await rui.seesLater(turns(rui, "customer", "1"));
  await turns(rui, "team", "1").waitFor();
  await rui.seesLater(row(rui, "Ana"));
  await ana.button("Resolver").click();
  await rui.seesLater(turns(rui, "customer", "0"));
  await rui.seesLater(row(rui, "Ana").getByRole("link", { name: "1", exact: true }));
  await shows(rui, "arrived", "2");
  await row(rui, "all").getByRole("link", { name: "1", exact: true }).first().waitFor();

  await figure(rui, "arrived").getByRole("link").click();
  await rui.page.getByRole("heading", { name: "Chegaram" }).waitFor();
  await rui.page.locator("[data-count]").getByText("2 atendimentos").waitFor();
  await rui.page.locator("[data-row=Bia]").waitFor();
  await rui.page.locator("[data-row=Davi]").getByRole("link").click();
  await rui.waitsAt(/\/tickets\/.+/);
  await rui.goes(at);
  await turns(rui, "team", "1").click();
  await rui.page.locator("[data-count]").getByText("1 atendimento").waitFor();
  await sound(rui, "list behind a figure");
});

test("only admins see the figures; charts are read by keyboard and as tables; the period is in the address; a failed card can be tried again", async () => {
  const ana = await shop.enters("ana", { at });
  await ana.page.getByRole("heading", { name: "Acesso não permitido" }).waitFor();
  expect(await ana.link("Hoje").count()).toBe(0);
  const rui = await shop.enters("rui");
  await rui.link("Hoje").click();
  await rui.waitsAt(at);
  await shows(rui, "arrived", "2");
  expect(await bars(rui).locator("[tabindex='0']").count()).toBe(1);
  await bars(rui).locator("[tabindex='0']").focus();
  const focused = () => rui.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await rui.page.keyboard.press("Home");
  const first = Number(/^(\d+) h: /.exec((await focused())!)![1]);
  await rui.page.keyboard.press("ArrowRight");
  expect(await focused()).toStartWith(`${first + 1} h: `);
  await rui.page.keyboard.press("ArrowLeft");
  await rui.page.keyboard.press("ArrowLeft");
  const last = Number(/^(\d+) h: /.exec((await focused())!)![1]);
  expect(await bars(rui).getByRole("link").count()).toBe(last - first + 1);
  await rui.page.keyboard.press("Enter");
  await rui.page.getByRole("heading", { name: "Chegaram" }).waitFor();
  expect(query(rui)).toBe(`?of=arrived&days=1&hour=${last}`);
  await rui.page.goBack();
  const hours = rui.page.getByRole("region", { name: "Conversas e vendas por hora" });
  await hours.getByRole("button", { name: "Ver em tabela" }).click();
  const table = hours.getByRole("table");
  expect(await table.getByRole("row").count()).toBe(last - first + 2);
  const week = rui.page.getByRole("region", { name: "Quando chegam" });
  await week.locator("[tabindex='0'][data-cell]").focus();
  await rui.page.keyboard.press("ArrowDown");
  expect(await focused()).toMatch(/, \d+ h: 0 em média$/);
  await week.getByRole("tab", { name: "Espera" }).click();
  await week.getByRole("group", { name: "Espera por dia da semana e hora" }).waitFor();

  for (const [name, search] of [
    ["7 dias", /^\?days=7$/],
    ["30 dias", /^\?days=30$/],
    ["Este mês", /^\?date_from=\d{4}-\d\d-01$/],
    ["Ontem", /^\?date_from=([\d-]+)&date_to=\1$/],
  ] as const) {
    await rui.tab(name).click();
    await rui.page.locator("[data-now]").waitFor({ state: "detached" });
    expect(query(rui)).toMatch(search);
  }
  await shows(rui, "arrived", "0");
  await rui.tab("Datas").click();
  await rui.button("Filtrar").click();
  await rui.page.getByRole("alert").getByText("Parametrize o filtro").waitFor();
  await sound(rui, "dashboard, empty filter");
  await rui.field("De").fill("05/01/2026");
  await rui.field("Até").fill("05/01/2026");
  await rui.button("Filtrar").click();
  await rui.page.locator("[data-compare]").getByText("ainda sem segunda anterior").waitFor();
  expect(query(rui)).toBe("?date_from=2026-01-05&date_to=2026-01-05");
  await rui.page.reload();
  expect(await rui.field("De").inputValue()).toBe("05/01/2026");
  await rui.field("Até").fill("04/01/2026");
  await rui.button("Filtrar").click();
  await rui.page.getByRole("alert").getByText("A data final vem antes da inicial.").waitFor();
  await rui.tab("Hoje").click();
  await shows(rui, "arrived", "2");

  rui.expects(500);
  const failing = /\/api\/dashboard\/(now|day)/;
  await rui.page.route(failing, (route) =>
    route.fulfill({ status: 500, json: { error: "ERR_INTERNAL", message: "", requestId: "1" } }),
  );
  await rui.goes(at);
  const failed = (text: string) => rui.page.getByRole("alert").filter({ hasText: text });
  await failed("Não foi possível carregar quem espera").waitFor();
  await rui.page.unroute(failing);
  await failed("Não foi possível carregar os números")
    .getByRole("button", { name: "Tentar de novo" })
    .click();
  await shows(rui, "arrived", "2");
});

test("a new company is shown its first steps until they are done", async () => {
  const rui = await shop.enters("rui", { at, clock: true });
  const list = rui.page.locator("[data-checklist]");
  await list.getByText("2 de 5 passos feitos").waitFor();
  const step = (name: string) => list.locator(`[data-step=${name}]`);
  expect(await step("queue").getByRole("link").count()).toBe(0);
  await step("queue").getByRole("img", { name: "Feito" }).waitFor();
  for (const [name, link, href] of [
    ["connection", "Conectar", "/connections"],
    ["quickMessage", "Criar resposta", "/quick-messages"],
    ["hours", "Definir horário", "/settings"],
  ] as const) {
    expect(await step(name).getByRole("link", { name: link }).getAttribute("href")).toBe(href);
  }
  await shop.call("POST", "/quick-messages", {
    shortcode: "pix",
    message: "Nossa chave",
    geral: true,
  });
  await rui.seesLater(list.getByText("3 de 5 passos feitos"));
  await rui.page.route(/\/api\/dashboard$/, async (route) => {
    const answer = await route.fetch();
    const board = (await answer.json()) as { steps: object };
    await route.fulfill({
      json: {
        ...board,
        steps: { connection: true, queue: true, user: true, quickMessage: true, hours: true },
      },
    });
  });
  const { companyId } = await shop.call<{ companyId: number }>("GET", "/auth/me");
  const hours = `/companies/${companyId}/schedules`;
  await shop.call("PUT", hours, {
    schedules: (await shop.call<{ schedules: object[] }>("GET", hours)).schedules,
  });
  await rui.seesLater(rui.page.locator("main:not(:has([data-checklist]))"));
  await rui.page.unroute(/\/api\/dashboard$/);
  await rui.page.reload();
  await list.getByText("4 de 5 passos feitos").waitFor();
  await rui.button("Não mostrar mais").click();
  await rui.page.reload();
  await shows(rui, "arrived", "2");
  expect(await list.count()).toBe(0);
});

test("nothing of the figures and charts is wider than its place on a small phone, in the dark", async () => {
  const rui = await shop.enters("rui", {
    at,
    theme: "dark",
    size: smallPhone,
  });
  await shows(rui, "arrived", "2");
  await sound(rui, "dashboard");
  const sideways = await rui.page.evaluate(() =>
    [...document.querySelectorAll("html, main, main *")]
      .filter(
        (one) =>
          one instanceof HTMLElement &&
          one.scrollWidth > one.clientWidth + 1 &&
          one.clientWidth > 0 &&
          getComputedStyle(one).display !== "inline" &&
          !one.classList.contains("sr-only") &&
          !one.classList.contains("truncate") &&
          one.tagName !== "INPUT",
      )
      .map(({ className }) => className),
  );
  expect(sideways).toEqual([]);
});

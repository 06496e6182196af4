import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { smallPhone, type Seat } from "./seat.ts";
import { sound } from "./sound.ts";
import { shopDate } from "../shop-days.ts";

const shop = await openShop();
const at = "/dashboard";

const card = (seat: Seat, name: string) => seat.page.locator(`[data-card=${name}] dd`).first();
const figure = (seat: Seat, name: string, value: string) =>
  card(seat, name).getByText(value, { exact: true });
const shows = (seat: Seat, name: string, value: string) => figure(seat, name, value).waitFor();
const period = (seat: Seat) => seat.page.locator("[data-period]").innerText();
const query = (seat: Seat) => new URL(seat.page.url()).search;
const bars = (seat: Seat) => seat.page.getByRole("group", { name: "Atendimentos por hora" });

test("an admin sees how the desk does, and sees it change", async () => {
  const rui = await shop.enters("rui", { at, clock: true });
  await shows(rui, "pending", "0");
  await rui.sees("Nenhum atendimento chegou neste período.");
  const ana = await shop.enters("ana");
  await rui.seesLater(rui.page.locator('[data-attendant="Ana"]').getByText("Online"));
  await rui.page.locator('[data-attendant="Caio"]').getByText("Nunca visto").waitFor();

  await shop.customer("Bia").says("Oi");
  await shop.customer("Davi").says("Bom dia");
  await rui.seesLater(figure(rui, "pending", "2"));
  await ana.accepts("Bia");
  await rui.seesLater(figure(rui, "happening", "1"));
  await ana.button("Resolver").click();
  await rui.seesLater(figure(rui, "finished", "1"));
  await shows(rui, "leads", "2");
  await card(rui, "wait").getByText(/min$/).waitFor();
  await rui.page
    .locator('[data-attendant="Ana"]')
    .getByRole("cell")
    .first()
    .getByText("1", { exact: true })
    .waitFor();
  await rui.sees(
    /^2 atendimentos chegaram no período\. A hora mais cheia começa às \d+ h, com \d\.$/,
  );
});

test("only who may sees the figures; the chart can be read by keyboard and as a table; the period is in the address; and what fails can be tried again", async () => {
  const ana = await shop.enters("ana", { at });
  await ana.page.getByRole("heading", { name: "Acesso não permitido" }).waitFor();
  expect(await ana.link("Painel").count()).toBe(0);
  const rui = await shop.enters("rui");
  await rui.link("Painel").click();
  await rui.waitsAt(at);
  await shows(rui, "leads", "2");
  const summary = await rui.page
    .getByRole("region", { name: "Atendimentos por hora" })
    .locator("[data-summary]")
    .innerText();
  const [, peak = "", most = ""] = /às (\d+) h, com (\d)/.exec(summary)!;
  expect(await bars(rui).getByRole("img").count()).toBe(24);
  expect(await bars(rui).locator("[tabindex='0']").count()).toBe(1);
  await rui.page.getByRole("button", { name: "Datas" }).focus();
  const focused = () => rui.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  // The first steps of a new shop are in between.
  for (let tabs = 0; tabs < 10 && !/^\d+ h: /.test((await focused()) ?? ""); tabs++)
    await rui.page.keyboard.press("Tab");
  const barLabel = (hour: number, count: string) =>
    `${hour} h: ${count} atendimento${count === "1" ? "" : "s"}`;
  expect(await focused()).toBe(barLabel(Number(peak), most));
  expect(
    await rui.page
      .getByRole("region", { name: "Atendimentos por hora" })
      .locator("[data-focused-bar]")
      .innerText(),
  ).toBe(barLabel(Number(peak), most));
  await rui.page.keyboard.press("Home");
  expect(await focused()).toStartWith("0 h: ");
  await rui.page.keyboard.press("ArrowLeft");
  expect(await focused()).toStartWith("23 h: ");
  await rui.page.keyboard.press("Tab");
  await rui.page.keyboard.press("Enter");
  const table = rui.page.getByRole("table", { name: "Atendimentos por hora" });
  await table.getByRole("row", { name: `${peak} h ${most}`, exact: true }).waitFor();
  expect(await table.getByRole("row").count()).toBe(25);

  await rui.goes(at);
  await rui.button("Datas").click();
  await rui.button("Filtrar").click();
  await rui.page.getByRole("alert").getByText("Parametrize o filtro").waitFor();
  await sound(rui, "dashboard, empty filter");
  await rui.goes(at);
  await rui.page.locator("[data-period]").waitFor();
  expect(await period(rui)).toEndWith(shopDate(0));
  for (const days of [3, 7, 15, 30, 60, 90]) {
    await rui.button(`${days} dias`).click();
    await rui.page
      .locator("[data-period]")
      .getByText(`${shopDate(1 - days)} a ${shopDate(0)}`)
      .waitFor();
    expect(query(rui)).toBe(`?days=${days}`);
  }
  await rui.page.goBack();
  await rui.page.locator("[data-period]").getByText(shopDate(-59)).waitFor();
  expect(await rui.button("60 dias").getAttribute("aria-pressed")).toBe("true");

  await rui.button("Datas").click();
  await rui.field("De").fill("05/01/2026");
  await rui.field("Até").fill("05/01/2026");
  await rui.button("Filtrar").click();
  await rui.page.locator("[data-period]").getByText("05/01/2026", { exact: true }).waitFor();
  expect(query(rui)).toBe("?date_from=2026-01-05&date_to=2026-01-05");
  await rui.sees("Nenhum atendimento chegou neste período.");
  await rui.page.reload();
  expect(await rui.field("De").inputValue()).toBe("05/01/2026");
  await rui.field("Até").fill("04/01/2026");
  await rui.button("Filtrar").click();
  await rui.page.getByRole("alert").getByText("A data final vem antes da inicial.").waitFor();
  await rui.button("Este mês").click();
  await shows(rui, "leads", "2");
  expect(query(rui)).toBe("");

  rui.expects(500);
  await rui.page.route(/\/api\/dashboard/, (route) =>
    route.fulfill({ status: 500, json: { error: "ERR_INTERNAL", message: "", requestId: "1" } }),
  );
  await rui.goes(at);
  await rui.page.getByRole("alert").getByText("Não foi possível carregar o painel").waitFor();
  await rui.page.unroute(/\/api\/dashboard/);
  await rui.page.getByRole("alert").getByRole("button", { name: "Tentar de novo" }).click();
  await shows(rui, "leads", "2");
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
  await shows(rui, "leads", "2");
  expect(await list.count()).toBe(0);
});

test("nothing of the numbers and the chart is wider than its place on a small phone, in the dark", async () => {
  const rui = await shop.enters("rui", {
    at: "/dashboard?date_from=2026-11-01",
    theme: "dark",
    size: smallPhone,
  });
  await shows(rui, "leads", "2");
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
          one.tagName !== "INPUT",
      )
      .map(({ className }) => className),
  );
  expect(sideways).toEqual([]);
});

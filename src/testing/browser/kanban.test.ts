import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { phone, smallPhone, type Seat } from "./seat.ts";
import { passes, sound } from "./sound.ts";

const shop = await openShop();
const [bia, davi] = [shop.customer("Bia"), shop.customer("Davi")];

const lane = (seat: Seat, name: string) =>
  seat.page
    .locator("[data-lane]")
    .filter({ has: seat.page.getByRole("heading", { name: new RegExp(`^${name}`) }) });
const cardIn = (seat: Seat, name: string, who: string) =>
  lane(seat, name)
    .locator("[data-card]")
    .filter({ has: seat.link(`Abrir o atendimento de ${who}`) });
const main = (seat: Seat, name: string, who: string) =>
  cardIn(seat, name, who).locator("[data-main]");
const order = (seat: Seat) =>
  seat.page
    .locator("[data-lane] h2")
    .evaluateAll((all) => all.map((one) => one.firstChild?.textContent));

/** Drags the card with this text to the middle of a lane. */
async function drags(seat: Seat, what: ReturnType<typeof lane>, to: string, over: RegExp) {
  const [from, aim] = [(await what.boundingBox())!, (await lane(seat, to).boundingBox())!];
  await seat.page.mouse.move(from.x + 60, from.y + 14);
  await seat.page.mouse.down();
  await seat.page.mouse.move(from.x + 80, from.y + 24, { steps: 3 });
  await seat.page.mouse.move(aim.x + aim.width / 2, aim.y + 120, { steps: 6 });
  await seat.page.waitForFunction(
    (text) =>
      new RegExp(text).test(document.querySelector("[aria-live=assertive]")?.textContent ?? ""),
    over.source,
  );
  await seat.page.mouse.up();
}

test("lanes are made and put in order, cards are moved by mouse, keys and menu, and the other's board follows", async () => {
  await bia.says("Vocês fazem bolo de fubá?");
  await davi.says("Bom dia");
  const rui = await shop.enters("rui", { at: "/tagsKanban" });
  for (const name of ["Novo pedido", "Pronto"]) {
    await rui.button("Nova tag do kanban").first().click();
    await rui.field("Nome").fill(name);
    await rui.button("Salvar").click();
    await rui.page.getByRole("cell", { name, exact: true }).waitFor();
  }
  await passes(rui, "kanban tags");
  await rui.link("Abrir o kanban").click();
  const ana = await shop.enters("ana", { at: "/kanban", theme: "dark" });
  await cardIn(rui, "Sem etapa", "Bia").getByText("Vocês fazem bolo de fubá?").waitFor();
  await cardIn(ana, "Sem etapa", "Davi").waitFor();

  await drags(rui, cardIn(rui, "Sem etapa", "Bia"), "Novo pedido", /sobre a coluna Novo pedido/);
  await rui.sees("Ticket Tag Adicionado com Sucesso!");
  await cardIn(ana, "Novo pedido", "Bia").waitFor();
  await rui.button("Desfazer").click();
  await cardIn(ana, "Sem etapa", "Bia").waitFor();

  await main(ana, "Sem etapa", "Bia").focus();
  await ana.page.keyboard.press("Space");
  await ana.page.keyboard.press("ArrowRight");
  await ana.page.waitForFunction(() => document.activeElement?.matches("[data-main]"));
  await ana.page.keyboard.press("Space");
  await cardIn(rui, "Novo pedido", "Bia").waitFor();
  await cardIn(ana, "Novo pedido", "Bia")
    .getByRole("button", { name: "Mover Atendimento de Bia" })
    .click();
  await ana.page.getByRole("menuitemradio", { name: "Sem etapa" }).click();
  await ana.sees("Ticket Tag Removido!");
  await cardIn(rui, "Sem etapa", "Bia").waitFor();

  // The card of a customer who writes moves up, and another card shows its new message.
  await davi.says("Separa dez pães?");
  await cardIn(rui, "Sem etapa", "Davi").getByText("Separa dez pães?").waitFor();

  // Only admins move lanes: by their headings, and by keys alone from their menus.
  expect(await ana.page.getByRole("button", { name: /^Mover a coluna/ }).count()).toBe(0);
  await drags(rui, lane(rui, "Pronto").locator("header"), "Novo pedido", /Coluna Pronto, 1 de 2/);
  await ana.page.waitForFunction(() =>
    document.querySelectorAll("[data-lane] h2")[1]?.textContent?.startsWith("Pronto"),
  );
  expect(await order(rui)).toEqual(["Sem etapa", "Pronto", "Novo pedido"]);
  await rui.page.getByRole("button", { name: "Mover a coluna Pronto" }).focus();
  await rui.page.keyboard.press("Enter");
  await rui.page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menuitem");
  await rui.page.keyboard.press("Enter");
  await ana.page.waitForFunction(() =>
    document.querySelectorAll("[data-lane] h2")[1]?.textContent?.startsWith("Novo pedido"),
  );
  await rui.page.waitForFunction(
    () => document.activeElement?.getAttribute("aria-label") === "Mover a coluna Pronto",
  );

  await passes(rui, "the kanban");
  await sound(ana, "the kanban in the dark");
  expect([rui.loads(), ana.loads()]).toEqual([1, 1]);
  await rui.link("Abrir o atendimento de Bia").click();
  await rui.waitsAt(/\/tickets\/[0-9a-f-]{36}$/);
});

test("of two who move a card the second is told where it went, and filters say what they leave out", async () => {
  await davi.says("Oi de novo");
  const ana = await shop.enters("ana", { at: "/kanban?queueIds=99", size: phone, theme: "dark" });
  await ana.sees("Nenhum atendimento aqui");
  await ana.goes("/kanban");
  const { id } = (
    await shop.call<{ tickets: { id: number; contact: { name: string } }[] }>(
      "GET",
      "/ticket/kanban?tagId=0",
    )
  ).tickets.find(({ contact }) => contact.name === "Davi")!;
  const [{ id: tagId }] = (await shop.call<{ lista: [{ id: number }] }>("GET", "/tags/kanban"))
    .lista;
  await cardIn(ana, "Sem etapa", "Davi").waitFor();
  // Another user is faster: their call arrives between the drop and the answer.
  ana.expects(409);
  await ana.page.route(
    "**/api/ticket/kanban/*",
    async (route) => {
      await shop.call("PUT", `/ticket/kanban/${id}`, { tagId });
      await route.continue();
    },
    { times: 1 },
  );
  await cardIn(ana, "Sem etapa", "Davi")
    .getByRole("button", { name: "Mover Atendimento de Davi" })
    .click();
  await ana.page.getByRole("menuitemradio", { name: "Pronto" }).click();
  await ana.page.getByRole("alert").getByText("Outra pessoa já moveu este atendimento.").waitFor();
  await cardIn(ana, "Novo pedido", "Davi").waitFor();
  await passes(ana, "the kanban on a phone");

  await ana.page.setViewportSize(smallPhone);
  await ana.field("Até").fill("");
  await ana.field("De").fill("01/01/2020");
  await ana.field("Até").fill("31/01/2020");
  await ana.button("Todos os dias (mais 2)").click();
  await cardIn(ana, "Novo pedido", "Davi").waitFor();
  await passes(ana, "the kanban on a small phone");
});

import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

const shop = await openShop();

/** Waits until the last presence that someone got of their ticket is this. */
const hears = ({ frames }: Seat, names: string[]) =>
  eventually(
    () => {
      const people = frames.findLast(({ event }) => event === "presence")?.people as
        | { name: string }[]
        | undefined;
      return people?.map(({ name }) => name).join() === names.join() || undefined;
    },
    `${names.join(" and ")} at the ticket`,
  );

/** Hides the page, or shows it again. */
const shows = ({ page }: Seat, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    visible ? "visible" : "hidden",
  );

test("an agent of another queue sees no ticket and gets no notification", async () => {
  const caio = await shop.enters("caio");
  const ana = await shop.enters("ana");
  await caio.tab("Aguardando").click();
  await ana.tab("Aguardando").click();
  await shop.customer("Bia").says("Segredo do balcão");
  await shop.customer("Davi", "orders").says("Um bolo para sábado");
  await caio.row("Davi").waitFor();
  await ana.row("Bia").waitFor();
  expect(await caio.row("Bia").count()).toBe(0);
  await caio.tab(/^Aguardando 1$/).waitFor();

  await ana.accepts("Bia");
  await ana.writes("Bia", "Fica entre nós");
  await shop.customer("Bia").receives(/entre nós/);
  await shop.customer("Davi", "orders").says("Com cobertura");
  await caio.row("Davi").getByText("Com cobertura").waitFor();

  const [, uuid = ""] = /tickets\/(.+)$/.exec(ana.page.url())!;
  const received = JSON.stringify(caio.frames);
  expect(received).toContain("Um bolo para sábado");
  // He does see the contact Bia: all users see all contacts.
  for (const secret of ["Segredo do balcão", "Fica entre nós", uuid])
    expect(received).not.toContain(secret);

  caio.expects(404);
  await caio.goes(`/tickets/${uuid}`);
  await caio.page
    .getByRole("alert")
    .getByText(/^Acesso não permitido\./)
    .waitFor();
  await caio.waitsAt("/tickets");
  expect(await caio.page.getByText("Segredo do balcão").count()).toBe(0);
});

test("of two who accept at once one gets it, and the other is told who", async () => {
  await shop.customer("Elis").says("Quem me atende?");
  const seats = { Ana: await shop.enters("ana"), Lia: await shop.enters("lia") };
  const both = meeting(2);
  for (const seat of Object.values(seats)) {
    // The preview of the conversation may come too late as well.
    seat.expects(409, 404);
    await seat.page.route(/\/api\/tickets\/\d+$/, async (route) => {
      await both();
      await route.continue();
    });
    await seat.tab("Aguardando").click();
  }
  await Promise.all(Object.values(seats).map((seat) => seat.button("Aceitar Elis").click()));
  const winner = await Promise.any(
    (["Ana", "Lia"] as const).map(async (winner) => {
      const loser = winner === "Ana" ? seats.Lia : seats.Ana;
      await loser.page
        .getByRole("alert")
        .getByText(`${winner} aceitou este atendimento antes.`)
        .waitFor();
      return { winner: seats[winner], loser };
    }),
  );
  await winner.winner.composer("Elis").waitFor();
  await winner.loser.tab(/^Aguardando 0$/).waitFor();
  expect(await winner.loser.row("Elis").count()).toBe(0);
  expect(await winner.loser.conversation("Elis").count()).toBe(0);
  expect(winner.loser.page.url()).toEndWith("/tickets");
});

test("a ticket whose connection was deleted is moved to another", async () => {
  const davi = shop.customer("Davi", "orders");
  await davi.says("E o bolo?");
  const caio = await shop.enters("caio");
  await caio.tab("Aguardando").click();
  await caio.accepts("Davi");
  await caio.writes("Davi", "Sai já");
  await davi.receives(/Sai já/);
  await shop.call("DELETE", `/whatsapp/${shop.lines.orders}`);
  await caio.sees("A conexão deste atendimento foi excluída.");
  await caio.page
    .getByRole("combobox", { name: "Continuar por" })
    .selectOption({ label: "Balcão da padaria" });
  await caio.button("Continuar").click();
  await caio.composer("Davi").waitFor();
  await caio.writes("Davi", "Seguimos por aqui");
  await shop.customer("Davi").receives(/Seguimos por aqui/);
});

test("a user is shown at a ticket while its page is visible", async () => {
  await shop.customer("Rita").says("Oi");
  const lia = await shop.enters("lia");
  await lia.accepts("Rita");
  await hears(lia, ["Lia"]);
  const rui = await shop.enters("rui", { at: new URL(lia.page.url()).pathname });
  await hears(lia, ["Lia", "Rui"]);
  await hears(rui, ["Lia", "Rui"]);
  await shows(rui, false);
  await hears(lia, ["Lia"]);
  await shows(rui, true);
  await hears(lia, ["Lia", "Rui"]);
  await rui.page.evaluate(() => history.pushState(null, "", "/tags"));
  await hears(lia, ["Lia"]);
  await rui.page.evaluate(() => history.back());
  await hears(lia, ["Lia", "Rui"]);
  await rui.leaves();
  await hears(lia, ["Lia"]);
});

test("typing on the practice phone is shown to agents, and agents' typing on the phone", async () => {
  const rita = shop.customer("Rita");
  await rita.says("Tem broa?");
  const ana = await shop.enters("ana");
  const lia = await shop.enters("lia");
  await lia.row("Rita").click();
  await hears(lia, ["Lia"]);
  const ticketId = lia.frames.findLast(({ event }) => event === "presence")?.ticketId;
  const typing = (state: string) =>
    eventually(
      () =>
        lia.frames.findLast(({ event }) => event === "contactTyping")?.state === state || undefined,
      `the customer to be ${state}`,
    );

  const rui = await shop.enters("rui", { at: "/healthz", clock: true });
  await rui.page.evaluate(
    ([line, number]) =>
      localStorage.setItem(`practice:${line}`, JSON.stringify({ number, name: "Rita" })),
    [shop.lines.counter, rita.number] as const,
  );
  await rui.goes(`/practice/${shop.lines.counter}`);
  const pen = rui.page.getByRole("textbox", { name: "Mensagem de Rita para a loja" });
  await pen.pressSequentially("Duas ");
  await typing("composing");
  await rui.waits(4000);
  await typing("paused");
  await pen.pressSequentially("broas");
  await typing("composing");
  await pen.fill("");
  await typing("paused");

  const types = (typing: boolean) =>
    lia.page.evaluate(
      async (frame) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
        await new Promise((resolve) => (socket.onopen = resolve));
        socket.send(JSON.stringify({ event: "auth", token: localStorage.getItem("token") }));
        await new Promise((resolve) => (socket.onmessage = resolve));
        socket.send(JSON.stringify(frame));
      },
      { event: "typing", ticketId, typing },
    );
  await rui.sees("Conta comercial");
  // The test repeats it as the shop's pages do: a page whose clock moves may be signing in again.
  await eventually(async () => {
    await types(true);
    await Bun.sleep(300);
    return (await rui.page.getByText("digitando…").count()) > 0 || undefined;
  }, "the shop to be typing");
  // No event reports that they stopped.
  await rui.waits(15_000);
  await rui.sees("Conta comercial");
  expect(ana.frames.some(({ event }) => event === "contactTyping" || event === "presence")).toBe(
    false,
  );
});

/** Opens for all once so many have arrived. */
function meeting(size: number) {
  let come = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    if (++come === size) resolve();
    return promise;
  };
}

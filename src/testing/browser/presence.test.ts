import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

const shop = await openShop();

/** Waits until the last presence that someone got of their ticket is this. */
const hears = ({ frames }: Seat, names: string[]) =>
  eventually(() => {
    const people = frames.findLast(({ event }) => event === "presence")?.people as { name: string }[] | undefined;
    return people?.map(({ name }) => name).join() === names.join() || undefined;
  }, `${names.join(" and ")} at the ticket`);

/** Hides the page, or shows it again. */
const shows = ({ page }: Seat, visible: boolean) =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visible ? "visible" : "hidden");

test("a user is shown at a ticket while its page is visible", async () => {
  await shop.customer("Bia").says("Oi");
  const lia = await shop.enters("lia");
  await lia.accepts("Bia");
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
  const bia = shop.customer("Bia");
  await bia.says("Tem broa?");
  const ana = await shop.enters("ana");
  const lia = await shop.enters("lia");
  await lia.row("Bia").click();
  await hears(lia, ["Lia"]);
  const ticketId = lia.frames.findLast(({ event }) => event === "presence")?.ticketId;
  const told = (state: string) => eventually(() => lia.frames.findLast(({ event }) => event === "contactTyping")?.state === state || undefined, `the customer to be ${state}`);

  const rui = await shop.enters("rui", { at: `/practice/${shop.lines.counter}`, clock: true });
  const pen = rui.page.getByRole("textbox", { name: "Mensagem de Bia para a loja" });
  await pen.pressSequentially("Duas ");
  await told("composing");
  await rui.waits(4000);
  await told("paused");
  await pen.pressSequentially("broas");
  await told("composing");
  await pen.fill("");
  await told("paused");

  const types = (typing: boolean) =>
    lia.page.evaluate(async (frame) => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
      await new Promise((resolve) => (socket.onopen = resolve));
      socket.send(JSON.stringify({ event: "auth", token: localStorage.getItem("token") }));
      await new Promise((resolve) => (socket.onmessage = resolve));
      socket.send(JSON.stringify(frame));
    }, { event: "typing", ticketId, typing });
  await rui.sees("Conta comercial");
  // As the shop's pages do, which repeat it: a page whose clock is put on may be signing in again.
  await eventually(async () => {
    await types(true);
    await Bun.sleep(300);
    return (await rui.page.getByText("digitando…").count()) > 0 || undefined;
  }, "the shop to be typing");
  // No event says that they stopped.
  await rui.waits(15_000);
  await rui.sees("Conta comercial");
  expect(ana.frames.some(({ event }) => event === "contactTyping" || event === "presence")).toBe(false);
});

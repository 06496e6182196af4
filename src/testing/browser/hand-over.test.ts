import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { desk, type Seat } from "./seat.ts";
import { soundInBothThemes } from "./sound.ts";

const shop = await openShop();

test("a colleague who is given a conversation hears of it, finds it marked, and opens it", async () => {
  const ana = await shop.attends("ana", "Elis", { size: desk });
  await shop.customer("Elis").says("Tem bolo de fubá?");
  await ana.bubble("Tem bolo de fubá?").waitFor();
  const path = new URL(ana.page.url()).pathname;
  const lia = await shop.enters("lia", { at: "/tags", before: listen });
  await isLive(lia);
  // The browser gives sound only after a press.
  await lia.page.getByRole("heading", { name: "Tags" }).click();
  const rings = () => lia.page.evaluate(() => (window as unknown as { rings: number }).rings);
  expect(await rings()).toBe(0);

  await ana.page.keyboard.press("Alt+t");
  const dialog = ana.dialog("Transferir Elis");
  await dialog.getByRole("option", { name: /^Lia/ }).click();
  await dialog.getByRole("button", { name: /^Transferir/ }).click();
  await ana.sees("Elis agora está com Lia");

  await lia.sees("Ana passou Elis para você");
  await eventually(async () => (await rings()) === 1 || undefined, "the ring");
  await lia.button("Notificações: 1").click();
  const bell = lia.dialog("Notificações");
  await bell.getByText("Tem bolo de fubá?").waitFor();
  await soundInBothThemes(lia, "the bell with a hand-over");
  await lia.page.keyboard.press("Escape");
  await lia.goes("/tickets");
  await lia.row("Elis").getByText("Ana passou para você").waitFor();
  await lia.button("Notificações: 1").click();
  await bell.getByRole("button", { name: /Ana passou Elis/ }).click();
  await lia.waitsAt(path);
  await lia.button("Notificações").waitFor();
  await lia.row("Elis").getByText("Ana passou para você").waitFor({ state: "detached" });
});

test("a transfer that is undone leaves no trace with the colleague", async () => {
  const ana = await shop.attends("ana", "Gil", { size: desk });
  const lia = await shop.enters("lia", { at: "/tags", size: desk });
  await isLive(lia);
  await ana.page.keyboard.press("Alt+t");
  const dialog = ana.dialog("Transferir Gil");
  await dialog.getByRole("option", { name: /^Lia/ }).click();
  await dialog.getByRole("button", { name: /^Transferir/ }).click();
  await lia.sees("Ana passou Gil para você");
  await ana.button("Desfazer").click();
  await lia.button("Notificações").waitFor();
});

/** Waits until a person's socket is open: a toast tells only what comes after that. */
const isLive = (seat: Seat) =>
  eventually(
    async () => seat.frames.some(({ event }) => event === "ready") || undefined,
    "the socket to be open",
  );

/** Counts the rings of a page, by their first note. */
function listen() {
  const page = window as unknown as { rings: number };
  page.rings = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    if (this.frequency.value === 880) page.rings += 1;
    start.call(this, when);
  };
}

import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import type { Name } from "./calls.ts";
import { sellingFrom } from "./counter.ts";

/**
 * The most that opening the inbox may cost: calls of the API (without the socket), and bytes of
 * JSON before compression.
 */
const most = { calls: 6, bytes: 60_000 };

const shop = await openShop();

test("while a slow socket signs in no list is read twice, and nothing that happens meanwhile is missed", async () => {
  await shop.customer("Abel").says("Bom dia");
  const ana = await shop.enters("ana", { at: "/healthz", own: true });
  const { promise: mayPass, resolve: passes } = Promise.withResolvers<void>();
  await ana.page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (frame) => {
      await mayPass;
      server.send(frame);
    });
  });
  const urls: string[] = [];
  ana.page.on(
    "request",
    (request) => request.url().includes("/api/tickets?") && urls.push(request.url()),
  );
  await ana.goes("/tickets");
  await ana.tab(/^Aguardando 1$/).click();
  await ana.row("Abel").waitFor();
  await shop.customer("Beto").says("Tem broa?");
  passes();
  await ana.tab(/^Aguardando 2$/).waitFor();
  await ana.row("Beto").waitFor();
  await ana.page.waitForLoadState("networkidle");
  expect(urls.toSorted()).toEqual([...new Set(urls)].toSorted());
});

test("a browser that can't run the page, or gets only a part of it, says so and what helps", async () => {
  const { page, expects } = await shop.stranger({ own: true });
  expects(/ERR_FAILED/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  const help = page.getByText(/^Esta página ainda não abriu/);
  expect(await help.isVisible()).toBe(false);
  // CSS shows this after five seconds.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await help.waitFor();
});

test("opening the inbox of a shop at work takes six calls, for who owns the box as for who serves", async () => {
  const counter = await sellingFrom(shop.call);
  for (const name of [
    "Cida",
    "Dora",
    "Enzo",
    "Fabi",
    "Gil",
    "Hugo",
    "Iara",
    "Joca",
    "Kika",
    "Lino",
  ])
    await shop.customer(name).says("Bom dia, tem bolo de fubá hoje?");
  await counter.sells("Cida", { "Bolo de fubá": 1 });
  await counter.sells("Dora", { "Bolo de fubá": 2 });
  await shop.call("POST", "/announcements", {
    title: "Aviso",
    text: "Manutenção amanhã cedo",
    priority: 1,
    status: true,
  });
  const ana = await shop.handOf("ana");
  const { users } = await ana<{ users: { id: number; name: string }[] }>("GET", "/users");
  await ana("POST", "/chats", {
    title: "Balcão",
    users: users.filter(({ name }) => name === "Lia"),
  });
  for (const name of ["zefa", "rui", "ana"] as const) {
    const { calls, bytes } = await opens(name);
    expect([name, calls.length <= most.calls || calls, bytes <= most.bytes || bytes]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

/** Records the calls of a browser while a user's inbox opens. */
async function opens(name: Name | "zefa") {
  const seat = await shop.enters(name, { at: "/healthz" });
  const calls: string[] = [];
  const sizes: Promise<number>[] = [];
  seat.page.on("response", (answer) => {
    const { pathname, search } = new URL(answer.url());
    if (!pathname.startsWith("/api/")) return;
    calls.push(pathname + search);
    sizes.push(answer.body().then(({ byteLength }) => byteLength));
  });
  await seat.goes("/tickets");
  await seat.tab(/^Aguardando \d/).click();
  await seat.row("Kika").waitFor();
  await seat.page.waitForLoadState("networkidle");
  return { calls, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
}

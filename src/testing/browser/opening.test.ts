import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";

const shop = await openShop();

test("while a slow socket signs in no list is read twice, and nothing that happens meanwhile is missed", async () => {
  await shop.customer("Abel").says("Bom dia");
  const ana = await shop.enters("ana", { at: "/profile", own: true });
  const { promise: mayPass, resolve: passes } = Promise.withResolvers<void>();
  await ana.page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (frame) => {
      await mayPass;
      server.send(frame);
    });
  });
  const asked: string[] = [];
  ana.page.on("request", (request) => request.url().includes("/api/tickets?") && asked.push(request.url()));
  await ana.goes("/tickets");
  await ana.tab(/^Aguardando 1$/).click();
  await ana.row("Abel").waitFor();
  await shop.customer("Beto").says("Tem broa?");
  passes();
  await ana.tab(/^Aguardando 2$/).waitFor();
  await ana.row("Beto").waitFor();
  await ana.page.waitForLoadState("networkidle");
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
});

import { expect, spyOn } from "bun:test";
import { Practice } from "../channel/practice/practice.ts";
import { afterwards, balcao, box, builders, test } from "../testing/world.ts";

async function twoLines() {
  const shop = await box();
  const { id } = builders(shop.store).connection({ name: "Segunda", provider: "practice" });
  const isUp = () => [balcao, id].map((line) => shop.connectionManager.channel(1, line) !== undefined);
  return { ...shop, second: id, isUp };
}

test("a connection that is deleted while its company's come up keeps no other down", async () => {
  const { connectionManager, store, isUp } = await twoLines();
  const opening = connectionManager.openCompany(1);
  store.sqlite.run("PRAGMA foreign_keys = OFF");
  store.sqlite.run("DELETE FROM connections WHERE id = ?", [balcao]);
  await opening;
  expect(isUp()).toEqual([false, true]);
});

test("a company that is let in again while its connections stop has all of them up in the end", async () => {
  const { connectionManager, isUp } = await twoLines();
  await connectionManager.openCompany(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = spyOn(Practice.prototype, "stop").mockImplementationOnce(() => promise);
  afterwards(() => stop.mockRestore());
  const both = [connectionManager.stopCompany(1), connectionManager.openCompany(1)];
  resolve();
  await Promise.all(both);
  expect(isUp()).toEqual([true, true]);
});

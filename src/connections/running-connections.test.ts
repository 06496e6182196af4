import { expect, spyOn } from "bun:test";
import { Practice } from "../channel/practice/practice.ts";
import { find } from "../modules/connections/connections.ts";
import { afterwards, balcao, box, builders, test, until } from "../testing/world.ts";

type Shown = { status: string; qrcode: string };

async function twoLines() {
  const shop = await box();
  const { id } = builders(shop.db).connection({ name: "Segunda", provider: "practice" });
  const isUp = () =>
    [balcao, id].map((line) => shop.connectionManager.channel(1, line) !== undefined);
  return { ...shop, second: id, isUp };
}

test("a connection that is deleted while its company's come up keeps no other down", async () => {
  const { connectionManager, db, isUp } = await twoLines();
  const opening = connectionManager.openCompany(1);
  db.sqlite.run("PRAGMA foreign_keys = OFF");
  db.sqlite.run("DELETE FROM connections WHERE id = ?", [balcao]);
  await opening;
  expect(isUp()).toEqual([false, true]);
});

for (const isRestarted of [false, true])
  test(`a company that is let in again while its connections stop has all of them up in the end, its first one restarted before: ${isRestarted}`, async () => {
    const { connectionManager, isUp } = await twoLines();
    await connectionManager.openCompany(1);
    if (isRestarted) await connectionManager.start(1, balcao);
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = spyOn(Practice.prototype, "stop").mockImplementationOnce(() => promise);
    afterwards(() => stop.mockRestore());
    const both = [connectionManager.stopCompany(1), connectionManager.openCompany(1)];
    resolve();
    await Promise.all(both);
    expect(isUp()).toEqual([true, true]);
  });

test("a QR code that was asked for before its connection's turn at the start stays good", async () => {
  const { connectionManager, db, second, as } = await twoLines();
  const { id: third } = builders(db).connection({ name: "Terceira", provider: "practice" });
  const { promise, resolve } = Promise.withResolvers<void>();
  // The first connection takes its time to come up.
  const start = spyOn(Practice.prototype, "start").mockImplementationOnce(() => promise);
  afterwards(() => start.mockRestore());
  for (const linked of [balcao, third]) connectionManager.network(1).link(linked, true);
  const opening = connectionManager.openCompany(1);
  await until(() => start.mock.calls.length > 0);
  const replies = [
    await as("rui").post<Shown>(`/whatsappsession/${second}`),
    await as("rui").put<Shown>(`/whatsappsession/${third}`),
  ];
  expect(replies).toMatchObject(
    replies.map(() => ({
      status: 200,
      body: { status: "qrcode", qrcode: expect.stringContaining("balcao-practice") },
    })),
  );
  resolve();
  await opening;
  expect([second, third].map((id) => find(db, id).qrcode)).toEqual(
    replies.map(({ body }) => body.qrcode),
  );
});

import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { ballastOf, layBallast } from "./ballast.ts";
import { leastSpace } from "../kit/files/space.ts";
import { folder, box, test } from "../testing/world.ts";
import { DiskGuard } from "./disk-guard.ts";

test("below the least space the guard says so, and takes it back with some to spare", async () => {
  let free = 2 * leastSpace;
  const guard = new DiskGuard(folder(), () => free);
  const at = async (space: number) => {
    free = space;
    await guard.look();
    return guard.low;
  };
  expect([
    await at(2 * leastSpace),
    await at(leastSpace - 1),
    await at(leastSpace + 1),
    await at(1.2 * leastSpace),
    await at(leastSpace + 1),
  ]).toEqual([false, true, true, false, false]);
});

test("the reserve is given back when next to nothing is free", async () => {
  const data = folder();
  await layBallast(data);
  let free = leastSpace - 1;
  const guard = new DiskGuard(data, () => free);
  await guard.look();
  expect(existsSync(ballastOf(data))).toBe(true);
  free = 1000;
  await guard.look();
  expect(existsSync(ballastOf(data))).toBe(false);
});

test("while the disk is low new things are refused in words, reading and clearing up go on, and it recovers alone", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { id } = (await rui.post<{ id: number }>("/tags", { name: "Antes", color: "#112233" }))
    .body;
  shop.disk.low = true;
  expect(await rui.post("/tags", { name: "Depois", color: "#112244" })).toMatchObject({
    status: 503,
    body: { error: "ERR_DISK_FULL" },
  });
  expect(await rui.put(`/tags/${id}`, { name: "Depois", color: "#112233" })).toMatchObject({
    status: 503,
  });
  expect(await rui.get("/tags")).toMatchObject({ status: 200, body: { tags: [{ id }] } });
  expect(await fetch(`${shop.url}/readyz`)).toMatchObject({ status: 503 });
  expect(
    (
      await shop.stranger.post("/auth/login", {
        email: "ninguem@x.com.br",
        password: "errada-errada",
      })
    ).status,
  ).toBe(401);
  expect(await rui.delete(`/tags/${id}`)).toMatchObject({ status: 200 });
  shop.disk.low = false;
  expect(await rui.post("/tags", { name: "Depois", color: "#112244" })).toMatchObject({
    status: 201,
  });
});

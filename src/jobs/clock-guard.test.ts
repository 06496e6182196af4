import { expect } from "bun:test";
import { minute, test, world } from "../testing/world.ts";
import { ClockGuard } from "./clock-guard.ts";

test("campaigns pause when the clock goes back, not when it is corrected", () => {
  const shop = world();
  const reasons = () =>
    shop.db.sqlite
      .query<{ pauseReason: string | null }, []>("SELECT pauseReason FROM campaigns")
      .all()
      .map(({ pauseReason }) => pauseReason);
  shop.db.sqlite.run(
    "INSERT INTO campaigns (name, status, createdAt, updatedAt) VALUES ('Roda', 'EM_ANDAMENTO', 0, 0), ('Espera', 'PROGRAMADA', 0, 0)",
  );
  let steady = 0;
  const guard = new ClockGuard(shop.dbs, () => steady);
  const pass = (ms: number, wall = ms) => {
    steady += ms;
    shop.clock.pass(wall);
    guard.look();
    return reasons();
  };
  expect(pass(minute)).toEqual([null, null]);
  expect(pass(minute, -3 * minute)).toEqual([null, null]);
  expect(pass(minute, 60 * minute)).toEqual([null, null]);
  expect(pass(minute, -60 * minute)).toEqual(["clock", null]);
  expect(shop.events.at(-1)).toMatchObject({ event: "campaign", action: "update" });
});

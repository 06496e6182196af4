import { expect } from "bun:test";
import { day, hour, atendimento, test, world } from "../../testing/world.ts";
import * as settings from "../settings/settings.ts";
import { usualWeek } from "../hours/fields.ts";
import { write } from "../hours/hours.ts";
import { openHours } from "./open-hours.ts";
import { queues } from "./table.ts";

const at = (text: string) => Date.parse(`${text}-03:00`);

test("the open hours around now are those of the week and the holidays, cut at fifteen days", () => {
  const shop = world();
  write(shop.db, {
    schedules: usualWeek,
    holidays: [{ date: "2026-11-23", yearly: false, label: "", hours: [["10:00", "11:00"]] }],
  });
  const { company, counted, queues } = openHours(shop.db);
  expect([counted, queues]).toEqual(["disabled", []]);
  // From Friday on: Saturday until noon, Sunday closed, a short Monday.
  expect(company.filter(([from]) => from >= at("2026-11-20T00:00")).slice(0, 4)).toEqual([
    [at("2026-11-20T08:00"), at("2026-11-20T18:00")],
    [at("2026-11-21T08:00"), at("2026-11-21T12:00")],
    [at("2026-11-23T10:00"), at("2026-11-23T11:00")],
    [at("2026-11-24T08:00"), at("2026-11-24T18:00")],
  ]);
  const now = shop.clock.now();
  expect([company[0]![0], company.at(-1)![1]]).toEqual([now - 15 * day, now + 15 * day]);
});

test("where queues have hours, each has its own", () => {
  const shop = world();
  settings.write(shop.db, "scheduleType", "queue");
  const night = usualWeek.map((each) => ({ ...each, startTime: "20:00", endTime: "02:00" }));
  shop.db.update(queues).set({ schedules: night }).run();
  const { counted, queues: each } = openHours(shop.db);
  expect([counted, each.map(({ id }) => id)]).toEqual(["queue", [atendimento, 2]]);
  const today = each[0]!.spans.find(([from]) => from === at("2026-11-20T20:00"))!;
  expect(today[1] - today[0]).toBe(6 * hour);
});

import { expect, test } from "bun:test";
import { brazilianZones, otherZones, zoneName } from "./zones.ts";

const summer = Date.parse("2026-07-01T12:00:00Z");
const winter = Date.parse("2026-12-01T12:00:00Z");

test("a zone is named by its place, with its offset of the day", () => {
  expect(
    [
      "America/Sao_Paulo",
      "America/Noronha",
      "Asia/Kolkata",
      "UTC",
      "America/Argentina/Buenos_Aires",
    ].map((zone) => zoneName(zone, winter)),
  ).toEqual([
    "São Paulo (GMT−3)",
    "Fernando de Noronha (GMT−2)",
    "Kolkata (GMT+5:30)",
    "UTC (GMT)",
    "Buenos Aires (GMT−3)",
  ]);
  expect([zoneName("Europe/Lisbon", summer), zoneName("Europe/Lisbon", winter)]).toEqual([
    "Lisbon (GMT+1)",
    "Lisbon (GMT)",
  ]);
});

test("every zone is offered once, by its part of the world", () => {
  const others = otherZones();
  expect(others.map(([region]) => region).slice(0, 2)).toEqual(["America", "Europe"]);
  const all = [...brazilianZones, ...others.flatMap(([, zones]) => zones)];
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(
    expect.arrayContaining([
      "America/Sao_Paulo",
      "America/New_York",
      "Asia/Tokyo",
      "Pacific/Auckland",
    ]),
  );
});

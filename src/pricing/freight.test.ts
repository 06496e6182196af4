import { describe, expect, test } from "bun:test";
import { distance, freightOf } from "./freight.ts";

const [se, congonhas, galeao] = [
  { latitude: -23.5505, longitude: -46.6333 },
  { latitude: -23.6261, longitude: -46.6564 },
  { latitude: -22.809, longitude: -43.2506 },
];
const unknown = { latitude: null, longitude: null };

test("distances as maps give them", () => {
  expect(distance(se, se)).toBe(0);
  expect(distance(se, congonhas)! / 100).toBeCloseTo(8.73, 1);
  expect(distance(congonhas, galeao)! / 100).toBeCloseTo(359, -1);
  expect(
    distance({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })! / 100,
  ).toBeCloseTo(20_015, 0);
  // Five millionths of a degree are 0.56 hundredths of a kilometre.
  expect(distance({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 0.00005 })).toBe(1);
});

test.each(["latitude", "longitude"] as const)("without a %s there is no distance", (missing) => {
  expect(distance({ ...se, [missing]: null }, galeao)).toBeUndefined();
  expect(distance(se, { ...galeao, [missing]: null })).toBeUndefined();
});

test("what a way costs by distance: nothing where there are no tiers, and unknown to nowhere", () => {
  const tiers = [{ saleValue: null, minKm: 100, deliveryFee: 700 }];
  expect(freightOf(tiers, "km", 0, se, unknown)).toBeUndefined();
  expect(freightOf([], "km", 0, se, unknown)).toBe(0);
  // A tier by value alone does not count by distance.
  expect(freightOf([{ saleValue: 0, minKm: null, deliveryFee: 700 }], "km", 0, se, unknown)).toBe(
    0,
  );
});

test("of two fees from one value on, the lower one counts", () => {
  const tier = (deliveryFee: number) => ({ saleValue: 1000, minKm: null, deliveryFee });
  for (const tiers of [
    [tier(900), tier(700)],
    [tier(700), tier(900)],
  ])
    expect(freightOf(tiers, "value", 1000, se, se)).toBe(700);
});

describe("fees by district", () => {
  const tier = (neighborhood: string | null, deliveryFee: number) => ({
    saleValue: null,
    minKm: null,
    neighborhood,
    deliveryFee,
  });
  const feeIn = (neighborhood: string | undefined, ...tiers: ReturnType<typeof tier>[]) =>
    freightOf(tiers, "neighborhood", 0, se, { ...unknown, neighborhood });

  test("a district is found without regard to case, accents and spaces", () => {
    const tiers = [tier("Santa Cecília", 700), tier("Vila Buarque", 900)];
    expect(feeIn(" santa cecilia ", ...tiers)).toBe(700);
    expect(feeIn("Vila Buarque", ...tiers)).toBe(900);
    expect(feeIn("Santa Cecília", tier("Santa Cecília", 700))).toBe(700);
  });

  test("of two fees of a district, the lower one counts", () => {
    expect(feeIn("Centro", tier("Centro", 900), tier("centro", 700))).toBe(700);
  });

  test("another district, and none, have no fee where there are fees by district", () => {
    expect(feeIn("Lapa", tier("Centro", 900))).toBeUndefined();
    expect(feeIn(undefined, tier("Centro", 900))).toBeUndefined();
  });

  test("nothing is charged where there are no fees by district", () => {
    expect(feeIn("Centro")).toBe(0);
    expect(feeIn("Centro", tier(null, 900))).toBe(0);
    expect(feeIn("Centro", tier("", 900))).toBe(0);
  });
});

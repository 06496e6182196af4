import { expect, test } from "bun:test";
import { dot } from "../../testing/world.ts";
import { placeBody, placeOf } from "./places.ts";

const bakery = { latitude: -23.550520, longitude: -46.633308, name: "Padaria Pão Quente", address: "Rua das Palmeiras, 120", live: false };

test("a location has three parts, and a fourth when it has a name", () => {
  expect(placeBody({ ...bakery, name: "", address: "" })).toBe("|https://maps.google.com/maps?q=-23.55052%2C-46.633308&z=17&hl=pt-BR|-23.55052, -46.633308");
  expect(placeBody({ ...bakery, thumbnail: dot })).toBe(
    `data:image/png;base64,${Buffer.from(dot).toString("base64")}|https://maps.google.com/maps?q=-23.55052%2C-46.633308&z=17&hl=pt-BR|-23.55052, -46.633308|Padaria Pão Quente\nRua das Palmeiras, 120`,
  );
});

test("a stored location is read back", () => {
  expect(placeOf(placeBody(bakery))).toEqual(bakery);
  expect(placeOf(placeBody({ ...bakery, name: "" }))).toEqual({ ...bakery, name: "" });
  expect(placeOf(placeBody({ ...bakery, latitude: 0, longitude: 0.0000001 }))).toMatchObject({ latitude: 0, longitude: 0 });
  for (const body of ["", "Rua das Palmeiras", "a|b|c", "||1e5, 2"]) expect(placeOf(body)).toBeUndefined();
});

test("a received location can't break its format or leave the globe", () => {
  const odd = placeBody({ latitude: Number.NaN, longitude: 999, name: "A|B\nC", address: "x".repeat(1000), live: true, thumbnail: new TextEncoder().encode("<svg onload=alert(1)>") });
  expect(odd).toBe(`|https://maps.google.com/maps?q=0%2C180&z=17&hl=pt-BR|0, 180|A B C\n${"x".repeat(300)}`);
  const large = new Uint8Array(32 * 1024 + 1);
  large.set([0xff, 0xd8, 0xff]);
  expect(placeBody({ ...bakery, thumbnail: large })).toStartWith("|https:");
  expect(placeBody({ ...bakery, thumbnail: large.subarray(0, 32 * 1024) })).toStartWith("data:image/jpeg;base64,");
});

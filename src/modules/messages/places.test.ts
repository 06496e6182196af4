import { expect, test } from "bun:test";
import { dot } from "../../testing/world.ts";
import { placeBody, placeFrom } from "./places.ts";

const bakery = {
  latitude: -23.55052,
  longitude: -46.633308,
  name: "Padaria Pão Quente",
  address: "Rua das Palmeiras, 120",
  live: false,
};

test("a place is kept with its picture", () => {
  const { live: _, ...place } = bakery;
  expect(placeFrom(bakery)).toEqual({ ...place, thumbnail: null });
  expect(placeFrom({ ...bakery, thumbnail: dot })).toEqual({
    ...place,
    thumbnail: `data:image/png;base64,${Buffer.from(dot).toString("base64")}`,
  });
});

test("a stranger's place is on the globe, and its picture is one", () => {
  const odd = placeFrom({
    latitude: Number.NaN,
    longitude: 999,
    name: "A|B\nC",
    address: "x".repeat(1000),
    live: true,
    thumbnail: new TextEncoder().encode("<svg onload=alert(1)>"),
  });
  expect(odd).toEqual({
    latitude: 0,
    longitude: 180,
    name: "A B C",
    address: "x".repeat(300),
    thumbnail: null,
  });
  expect(placeFrom({ ...bakery, latitude: 0, longitude: 0.0000001 })).toMatchObject({
    latitude: 0,
    longitude: 0,
  });
  const large = new Uint8Array(32 * 1024 + 1);
  large.set([0xff, 0xd8, 0xff]);
  expect(placeFrom({ ...bakery, thumbnail: large }).thumbnail).toBeNull();
  expect(placeFrom({ ...bakery, thumbnail: large.subarray(0, 32 * 1024) }).thumbnail).toStartWith(
    "data:image/jpeg;base64,",
  );
});

test("in the contract's form a place is three parts, and a fourth when it has a name", () => {
  expect(placeBody(placeFrom({ ...bakery, name: "", address: "" }))).toBe(
    "|https://maps.google.com/maps?q=-23.55052%2C-46.633308&z=17&hl=pt-BR|-23.55052, -46.633308",
  );
  expect(placeBody(placeFrom({ ...bakery, thumbnail: dot }))).toBe(
    `data:image/png;base64,${Buffer.from(dot).toString("base64")}|https://maps.google.com/maps?q=-23.55052%2C-46.633308&z=17&hl=pt-BR|-23.55052, -46.633308|Padaria Pão Quente\nRua das Palmeiras, 120`,
  );
});

import { expect, test } from "bun:test";
import { parseCoordinates, mapUrl, coordinatesText } from "./locations.ts";

const link = "https://maps.google.com/maps?q=-23.55052%2C-46.63331&z=17&hl=pt-BR";
const shop = { latitude: -23.55052, longitude: -46.63331 };

test("a place opens on a map", () => {
  expect(mapUrl(shop)).toBe(
    "https://www.google.com/maps/search/?api=1&query=-23.55052%2C-46.63331",
  );
});

test.each([
  ["-23.55052, -46.63331", shop],
  ["(-23.55052 -46.63331)", shop],
  ["-23.55052;-46.63331", shop],
  ["https://www.google.com/maps/@-23.55052,-46.63331,17z", shop],
  ["https://www.google.com/maps/place/Padaria/@1,2,17z/data=!3d-23.55052!4d-46.63331", shop],
  ["https://www.google.com/maps?q=-23.55052,-46.63331", shop],
  [link, shop],
  ["0, 0", { latitude: 0, longitude: 0 }],
  ["91, 0", null],
  ["0, 181", null],
  ["-23.55052", null],
  ["Rua 7, 120", null],
  ["", null],
])("%p as coordinates", (text, expected) => {
  expect(parseCoordinates(text)).toEqual(expected);
});

test("they are written to the metre", () => {
  expect(coordinatesText({ latitude: -23.550520123, longitude: -46.6 })).toBe("-23.55052, -46.6");
});

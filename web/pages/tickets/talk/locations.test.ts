import { expect, test } from "bun:test";
import { parseCoordinates, mapUrl, parseLocation, coordinatesText } from "./locations.ts";

const link = "https://maps.google.com/maps?q=-23.55052%2C-46.63331&z=17&hl=pt-BR";
const shop = { latitude: -23.55052, longitude: -46.63331 };

test("a location is its coordinates, its picture and its name", () => {
  expect(parseLocation(`data:image/jpeg;base64,/9j/4AA= | ${link}|-23.55052, -46.63331 |Padaria | Centro`)).toEqual({ at: shop, label: "Padaria|Centro", thumbnail: "data:image/jpeg;base64,/9j/4AA=" });
  expect(parseLocation(`|${link}|-23.55052, -46.63331`)).toEqual({ at: shop, label: "", thumbnail: null });
});

test("coordinates stand in for each other, and a text that holds none stays a text", () => {
  expect(parseLocation(` | ${link}`).at).toEqual(shop);
  expect(parseLocation("Rua das Palmeiras, 120")).toEqual({ at: null, label: "Rua das Palmeiras, 120", thumbnail: null });
  expect(parseLocation("")).toEqual({ at: null, label: "", thumbnail: null });
});

test("nothing of a stranger's becomes an address", () => {
  for (const picture of ["https://evil.example/p.png", "data:image/svg+xml;base64,PHN2Zz4=", "data:text/html;base64,PHA+", 'data:image/png;base64,AA" onerror="x']) {
    expect(parseLocation(`${picture}|javascript:alert(1)|-23.55052, -46.63331`)).toEqual({ at: shop, label: "", thumbnail: null });
  }
  expect(mapUrl(shop)).toBe("https://www.google.com/maps/search/?api=1&query=-23.55052%2C-46.63331");
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

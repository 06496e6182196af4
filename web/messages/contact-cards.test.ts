import { expect, test } from "bun:test";
import { toContactForm } from "./contact-cards.ts";

test.each([
  ["11988880001", "5511988880001"],
  ["1133334444", "551133334444"],
  ["5511988880001", "5511988880001"],
  ["12125551234", "12125551234"],
  ["351912345678", "351912345678"],
  ["4791234567", "4791234567"],
  ["190", "190"],
])("the number %s of a card is saved as %s", (number, saved) => {
  expect(toContactForm({ name: "João", number }).number).toBe(saved);
});

test("a card without a name is saved by its number, and a long name is cut where the form cuts it", () => {
  expect(toContactForm({ name: " ", number: "11988880001" }).name).toBe("5511988880001");
  expect(toContactForm({ name: "J".repeat(120), number: "190" }).name).toHaveLength(100);
});

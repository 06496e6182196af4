import { expect, test } from "bun:test";
import { same, whole } from "./cards.ts";

test.each([
  ["11988880001", "5511988880001"],
  ["1133334444", "551133334444"],
  ["5511988880001", "5511988880001"],
  ["12125551234", "12125551234"],
  ["351912345678", "351912345678"],
  ["4791234567", "4791234567"],
  ["190", "190"],
])("the number %s of a card is saved as %s", (number, saved) => {
  expect(whole({ name: "João", number }).number).toBe(saved);
});

test("a card without a name is saved by its number, and a long name is cut where the form cuts it", () => {
  expect(whole({ name: " ", number: "11988880001" }).name).toBe("5511988880001");
  expect(whole({ name: "J".repeat(80), number: "190" }).name).toHaveLength(50);
});

test("the ninth digit makes no other person", () => {
  expect(same("5511988880001", "551188880001")).toBe(true);
  expect(same("+55 11 98888-0001", "5511988880001")).toBe(true);
  expect(same("5511988880001", "5511988880002")).toBe(false);
  expect(same("12125551234", "2125551234")).toBe(false);
});

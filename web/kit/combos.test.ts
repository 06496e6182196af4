import { expect, test } from "bun:test";
import {
  comboOf,
  matches,
  isModifier,
  question,
  sameCombo,
  unsuitable,
  keyNames,
} from "./combos.ts";

const press = (code: string, held = "", key = "") => ({
  code,
  key,
  ctrlKey: held.includes("c"),
  metaKey: held.includes("m"),
  altKey: held.includes("a"),
  shiftKey: held.includes("s"),
});

test("a combination is known by its place, whatever letter it types", () => {
  const resolve = { code: "KeyE", alt: true };
  expect(matches(resolve, press("KeyE", "a", "´"))).toBe(true);
  expect(
    [press("KeyE", "as"), press("KeyE", "ca"), press("KeyE"), press("KeyR", "a")].map((other) =>
      matches(resolve, other),
    ),
  ).toEqual([false, false, false, false]);
  expect(sameCombo(comboOf(press("KeyK", "m")), { code: "KeyK", ctrl: true })).toBe(true);
});

test("the question mark is known by what it types, wherever it is", () => {
  expect(matches(question, press("Slash", "s", "?"))).toBe(true);
  expect(matches(question, press("KeyW", "a", "?"))).toBe(false);
});

test("a shortcut is no letter alone, no AltGr, and nothing that browsers and fields use", () => {
  const reasons = [
    press("KeyJ"),
    press("KeyJ", "s"),
    press("KeyJ", "ca"),
    press("KeyC", "c"),
    press("KeyT", "cs"),
    press("Enter", "c"),
    press("ArrowUp", "a"),
  ].map((one) => unsuitable(comboOf(one)));
  expect(reasons).toEqual([
    "single",
    "single",
    "altGr",
    "reserved",
    "reserved",
    "reserved",
    "reserved",
  ]);
  expect(
    [press("KeyJ", "a"), press("KeyU", "cs"), press("F2"), press("Digit4", "a")].map((one) =>
      unsuitable(comboOf(one)),
    ),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

test("what is only held down is no combination yet", () => {
  expect(
    ["ControlLeft", "AltRight", "ShiftLeft", "MetaLeft", ""].map((code) => isModifier({ code })),
  ).toEqual([true, true, true, true, true]);
  expect(isModifier({ code: "KeyA" })).toBe(false);
});

test("a combination is written as on its keys", () => {
  expect([
    keyNames({ code: "KeyE", alt: true, shift: true }),
    keyNames({ code: "Digit2", alt: true }),
    keyNames(question),
    keyNames({ code: "F2" }),
  ]).toEqual([["Alt", "Shift", "E"], ["Alt", "2"], ["?"], ["F2"]]);
});

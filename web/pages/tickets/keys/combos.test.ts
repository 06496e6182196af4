import { expect, test } from "bun:test";
import { comboOf, fits, isHeld, question, sameCombo, unfit, written } from "./combos.ts";

const press = (code: string, held = "", key = "") => ({ code, key, ctrlKey: held.includes("c"), metaKey: held.includes("m"), altKey: held.includes("a"), shiftKey: held.includes("s") });

test("a combination is known by its place, whatever letter it types", () => {
  const resolve = { code: "KeyE", alt: true };
  expect(fits(resolve, press("KeyE", "a", "´"))).toBe(true);
  expect([press("KeyE", "as"), press("KeyE", "ca"), press("KeyE"), press("KeyR", "a")].map((other) => fits(resolve, other))).toEqual([false, false, false, false]);
  expect(sameCombo(comboOf(press("KeyK", "m")), { code: "KeyK", ctrl: true })).toBe(true);
});

test("the question mark is known by what it types, wherever it is", () => {
  expect(fits(question, press("Slash", "s", "?"))).toBe(true);
  expect(fits(question, press("KeyW", "a", "?"))).toBe(false);
});

test("a shortcut is no letter alone, no AltGr, and nothing that browsers and fields use", () => {
  const reasons = [press("KeyJ"), press("KeyJ", "s"), press("KeyJ", "ca"), press("KeyC", "c"), press("KeyT", "cs"), press("Enter", "c"), press("ArrowUp", "a")].map((one) => unfit(comboOf(one)));
  expect(reasons).toEqual(["single", "single", "altGr", "reserved", "reserved", "reserved", "reserved"]);
  expect([press("KeyJ", "a"), press("KeyU", "cs"), press("F2"), press("Digit4", "a")].map((one) => unfit(comboOf(one)))).toEqual([undefined, undefined, undefined, undefined]);
});

test("what is only held down is no combination yet", () => {
  expect(["ControlLeft", "AltRight", "ShiftLeft", "MetaLeft", ""].map((code) => isHeld({ code }))).toEqual([true, true, true, true, true]);
  expect(isHeld({ code: "KeyA" })).toBe(false);
});

test("a combination is written as on its keys", () => {
  expect([written({ code: "KeyE", alt: true, shift: true }), written({ code: "Digit2", alt: true }), written(question), written({ code: "F2" })]).toEqual([["Alt", "Shift", "E"], ["Alt", "2"], ["?"], ["F2"]]);
});

import { expect, test } from "bun:test";
import { seals } from "./seal.ts";

const key = new Uint8Array(32).fill(1);
const salt = new Uint8Array(32).fill(2);
const text = Buffer.from("pão quente às seis");

test("what is sealed opens in its own place, and nowhere else", () => {
  const ours = seals(key, salt, "bread");
  const sealed = ours.seal([7, "secret"], text);
  expect(ours.open([7, "secret"], sealed)).toEqual(text);
  expect(sealed.includes("quente")).toBe(false);
  expect(ours.seal([7, "secret"], text)).not.toEqual(sealed);
  for (const other of [
    seals(new Uint8Array(32), salt, "bread"),
    seals(key, new Uint8Array(32), "bread"),
    seals(key, salt, "cake"),
  ])
    expect(() => other.open([7, "secret"], sealed)).toThrow();
  for (const place of [
    [8, "secret"],
    [7, "token"],
    ["7", "secret"],
  ])
    expect(() => ours.open(place, sealed)).toThrow();
  for (const at of [0, 12, sealed.length - 1])
    expect(() =>
      ours.open(
        [7, "secret"],
        sealed.map((byte, index) => (index === at ? byte ^ 1 : byte)),
      ),
    ).toThrow();
});

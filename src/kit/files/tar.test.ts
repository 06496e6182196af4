import { expect } from "bun:test";
import { test } from "../../testing/world.ts";
import { partsOf, tarOf } from "./tar.ts";

const readOf = (bytes: Uint8Array) =>
  Array.fromAsync(partsOf(new Blob([new Uint8Array(bytes)])), ({ name, content }) =>
    content.text().then((text) => `${name}: ${text}`),
  ).catch(String);

test("what was packed comes out again, and what is cut off is refused", async () => {
  const whole = Buffer.concat(
    await Array.fromAsync(
      tarOf([
        { name: "a.txt", content: Buffer.from("Oi") },
        { name: "b.txt", content: Buffer.alloc(0) },
      ]),
    ),
  );
  expect(await readOf(whole)).toEqual(["a.txt: Oi", "b.txt: "]);
  expect(await readOf(whole.subarray(0, 1024))).toBe("Error: the archive is cut off");
  expect(await readOf(whole.subarray(0, 513))).toBe("Error: the archive is cut off");
});

for (const [size, reason] of [
  ["-0000001000", "a part of it has no size"],
  ["", "a part of it has no size"],
  ["1e3", "a part of it has no size"],
  ["77777777777", "cut off"],
] as const) {
  test(`a part that says that it has ${size || "no"} bytes is refused`, async () => {
    const packed = Buffer.concat(
      await Array.fromAsync(tarOf([{ name: "a.txt", content: Buffer.from("Oi") }])),
    );
    packed.fill(0, 124, 136).write(size, 124);
    const sum = packed
      .subarray(0, 512)
      .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    packed.write(`${sum.toString(8).padStart(6, "0")}\0`, 148);
    expect(await readOf(packed)).toContain(reason);
  });
}

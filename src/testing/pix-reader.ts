import { expect } from "bun:test";

type Parts = { [id: string]: string | Parts };

/** Reads a code field by field and checks its end, without any of our own code. */
export function readPixCode(code: string): Parts {
  expect(code).toMatch(/^[\x20-\x7e]{1,512}$/);
  const { "63": checksum, ...parts } = fields(code, ["26", "62"]);
  expect(checksum).toBe(slowCrc(code.slice(0, -4)));
  return parts;
}

function fields(text: string, nested: string[] = []): Parts {
  const parts: Parts = {};
  let rest = text;
  while (rest) {
    const [, id, size] = /^(\d\d)(\d\d)/.exec(rest)!;
    const value = rest.slice(4, 4 + Number(size));
    expect(value).toHaveLength(Number(size));
    expect(parts[id!]).toBeUndefined();
    parts[id!] = nested.includes(id!) ? fields(value) : value;
    rest = rest.slice(4 + Number(size));
  }
  return parts;
}

/** The checksum as the division of a polynomial by x¹⁶ + x¹² + x⁵ + 1, digit by digit. */
function slowCrc(text: string): string {
  const bits = [...text]
    .flatMap((letter) => [...letter.charCodeAt(0).toString(2).padStart(8, "0")].map(Number))
    .concat(Array.from({ length: 16 }, () => 0));
  for (let index = 0; index < 16; index++) bits[index]! ^= 1;
  const divisor = [...(0x11021).toString(2)].map(Number);
  for (let index = 0; index < bits.length - 16; index++)
    if (bits[index]) divisor.forEach((bit, at) => (bits[index + at]! ^= bit));
  return Number.parseInt(bits.slice(-16).join(""), 2).toString(16).toUpperCase().padStart(4, "0");
}

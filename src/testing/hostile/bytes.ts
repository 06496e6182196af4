/**
 * A file that is made to hurt its reader: `make` writes its bytes, at most `most` of them. `name`
 * says how the file is wrong.
 */
export type HostileFile = { name: string; extension: string; make(): Buffer };

/** The most bytes of a hostile file, which every door takes. */
export const most = 10 * 1024 * 1024 - 64 * 1024;

export const u8 = (...values: number[]) => Buffer.from(values);
export const u16 = (value: number) => number(value, 2, "BE");
export const u32 = (value: number) => number(value, 4, "BE");
export const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
export const le16 = (value: number) => number(value, 2, "LE");
export const le32 = (value: number) => number(value, 4, "LE");
export const text = (value: string) => Buffer.from(value, "latin1");
export const zeros = (size: number) => Buffer.alloc(size);
export const max32 = 0xffffffff;

/** Joins parts in order: texts as latin1. */
export const join = (...parts: (Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? text(part) : part)));

/** Repeats one part as often as fits into so many bytes. */
export const repeated = (part: Uint8Array | string, size = most) => {
  const bytes = typeof part === "string" ? text(part) : part;
  return Buffer.alloc(Math.floor(size / bytes.length) * bytes.length, bytes);
};

/** Wraps `core` so many times. */
export function nested(
  wrap: (inner: Buffer) => Buffer,
  times: number,
  core: Buffer = Buffer.alloc(0),
) {
  let inner = core;
  for (let time = 0; time < times; time++) inner = wrap(inner);
  return inner;
}

function number(value: number, size: number, order: "BE" | "LE") {
  const bytes = Buffer.alloc(size);
  if (order === "BE") bytes.writeUIntBE(value, 0, size);
  else bytes.writeUIntLE(value, 0, size);
  return bytes;
}

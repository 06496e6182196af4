import { randomBytes, scryptSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { privateFolder, writeWhole } from "../../kit/files/disk.ts";
import { seals } from "../../kit/files/seal.ts";

// Without I, L, O and U, which are misread.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The cost of a key that is derived from a code. Tests that derive many keys lower it. */
export const keyCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** 160 random bits, as people write them down: eight groups of four. */
export const newCode = () =>
  [...randomBytes(32)]
    .map((byte) => letters[byte % 32])
    .join("")
    .match(/.{4}/g)!
    .join("-");

/**
 * The code that opens this box's copies on another machine. It is made once and printed on the
 * recovery sheet.
 */
export function recoveryCode(data: string): string {
  const stored = knownCode(data);
  if (stored) return stored;
  privateFolder(join(data, "secrets"));
  writeWhole(pathOf(data), `${newCode()}\n`);
  return knownCode(data)!;
}

/** The code of the box in a folder; undefined where the folder has none. */
export function knownCode(data: string): string | undefined {
  const path = pathOf(data);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

/**
 * The codes that open copies of the box in a folder: its own first, then those from before a
 * restore.
 */
export function knownCodes(data: string): string[] {
  const own = knownCode(data);
  const older = existsSync(olderPathOf(data))
    ? readFileSync(olderPathOf(data), "utf8").split("\n").filter(Boolean)
    : [];
  return [...(own ? [own] : []), ...older];
}

/**
 * Writes the code that opened the copy into the restored box, so that its printed sheet stays
 * valid. The codes of the box that it replaces stay as older codes. Returns whether that box had
 * another code. rules.md#restore
 */
export function carryCodes(root: string, data: string, code: string): boolean {
  const had = knownCode(data);
  const own = grouped(code);
  const older = new Set([...knownCodes(root), ...knownCodes(data)].map(grouped));
  older.delete(own);
  privateFolder(join(root, "secrets"));
  writeWhole(pathOf(root), `${own}\n`);
  if (older.size > 0) writeWhole(olderPathOf(root), `${[...older].join("\n")}\n`);
  return had !== undefined && grouped(had) !== own;
}

const pathOf = (data: string) => join(data, "secrets", "recovery-code");

const olderPathOf = (data: string) => join(data, "secrets", "older-recovery-codes");

/** Seals bytes under a code that people keep. */
export function sealWithCode(code: string, bytes: Uint8Array): Buffer {
  const salt = randomBytes(16);
  return Buffer.concat([magic, salt, sealsOf(code, salt).seal([], bytes)]);
}

/** Throws where the code is wrong or a byte has changed. */
export function openWithCode(code: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new WrongCode();
  const from = magic.length + 16;
  try {
    return sealsOf(code, bytes.subarray(magic.length, from)).open([], bytes.subarray(from));
  } catch {
    throw new WrongCode();
  }
}

export class WrongCode extends Error {
  constructor() {
    super("the recovery code does not open it");
  }
}

const magic = Buffer.from("balcao-sealed-1\n");

const sealsOf = (code: string, salt: Uint8Array) =>
  seals(scryptSync(plain(code), salt, 32, keyCost), salt, "copy");

/** A typed code without its dashes, in capitals, and with look-alike letters replaced. */
export const plain = (code: string) =>
  code
    .toUpperCase()
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1")
    .replace(/[^0-9A-Z]/g, "");

/** The code in groups of four, as the sheet prints it. */
const grouped = (code: string) => plain(code).replace(/.{4}(?=.)/g, "$&-");

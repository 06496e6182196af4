import { createHash, hkdfSync } from "node:crypto";

// The functions that the WhatsApp library takes from its WebAssembly module, under the same names.
// The executable uses these instead: the module holds a whole implementation of the protocol,
// twice.

type Salted = { salt?: Uint8Array | null; info?: string | null };

export const md5 = (bytes: Uint8Array) => new Uint8Array(createHash("md5").update(bytes).digest());

export const hkdf = (key: Uint8Array, length: number, { salt, info }: Salted) =>
  new Uint8Array(hkdfSync("sha256", key, salt ?? new Uint8Array(32), info ?? "", length));

/**
 * The keys by which an account's settings are sealed and signed on their way between its devices.
 */
export function expandAppStateKeys(key: Uint8Array) {
  const all = hkdf(key, 160, { info: "WhatsApp Mutation Keys" });
  const part = (index: number) => all.slice(index * 32, (index + 1) * 32);
  return {
    indexKey: part(0),
    valueEncryptionKey: part(1),
    valueMacKey: part(2),
    snapshotMacKey: part(3),
    patchMacKey: part(4),
  };
}

/** The hash of a set, in any order of additions and removals: sums of 64 numbers of 16 bits. */
export class LTHashAntiTampering {
  /** Throws on a base that is no such hash. */
  subtractThenAdd(base: Uint8Array, subtracted: Uint8Array[], added: Uint8Array[]): Uint8Array {
    if (base.length !== 128)
      throw new Error(`a hash of 128 bytes is wanted, not of ${base.length}`);
    const sums = new Uint16Array(new Uint8Array(base).buffer);
    const mix = (each: Uint8Array, sign: 1 | -1) => {
      for (const [index, number] of new Uint16Array(
        hkdf(each, 128, { info: "WhatsApp Patch Integrity" }).buffer,
      ).entries())
        sums[index]! += sign * number;
    };
    for (const each of subtracted) mix(each, -1);
    for (const each of added) mix(each, 1);
    return new Uint8Array(sums.buffer);
  }
}

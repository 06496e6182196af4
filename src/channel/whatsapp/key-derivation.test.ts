import { expect, test } from "bun:test";
import * as module from "whatsapp-rust-bridge";
import * as ours from "./key-derivation.ts";

// Its own types are wider.
const library = module as unknown as typeof ours;

// Each time the same bytes, of any length.
const some = (seed: number, length = 32) =>
  Uint8Array.from({ length }, (_, index) => Bun.hash.crc32(`${seed} ${index}`));
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

test("keys and hashes are those of the WhatsApp library's own module", () => {
  for (const seed of seeds) {
    const key = some(seed, seed);
    expect(ours.md5(key)).toEqual(library.md5(key));
    for (const length of [32, 64, 112]) {
      for (const salted of [
        {},
        { info: "WhatsApp Image Keys" },
        { salt: some(seed + 100), info: "" },
        { salt: Buffer.from(key), info: "é\u0001" },
      ])
        expect(ours.hkdf(key, length, salted)).toEqual(library.hkdf(key, length, salted));
    }
    const { indexKey, valueEncryptionKey, valueMacKey, snapshotMacKey, patchMacKey } =
      library.expandAppStateKeys(key);
    expect(ours.expandAppStateKeys(key)).toEqual({
      indexKey,
      valueEncryptionKey,
      valueMacKey,
      snapshotMacKey,
      patchMacKey,
    });
  }
});

test("a set's hash is that of the WhatsApp library's own module, and a wrong one is refused", () => {
  const [one, other] = [new ours.LTHashAntiTampering(), new library.LTHashAntiTampering()];
  let hash: Uint8Array = Buffer.alloc(128);
  for (const seed of seeds) {
    const added = [some(seed), Buffer.from(some(seed + 1, 20))];
    const subtracted = seed % 3 === 0 ? [some(seed + 2)] : [];
    const next = one.subtractThenAdd(hash, subtracted, added);
    expect(next).toEqual(other.subtractThenAdd(hash, subtracted, added));
    expect(one.subtractThenAdd(next, added, subtracted)).toEqual(new Uint8Array(hash));
    hash = next;
  }
  for (const each of [one, other])
    expect(() => each.subtractThenAdd(new Uint8Array(100), [], [])).toThrow("128");
});

test("what the executable has in the module's place has all that the library takes from it", async () => {
  const folder = `${import.meta.dir}/../../../node_modules/@whiskeysockets/baileys/lib`;
  const taken = new Set<string>();
  for await (const file of new Bun.Glob("**/*.js").scan({ cwd: folder, absolute: true })) {
    for (const [, names] of (await Bun.file(file).text()).matchAll(
      /(?:import|export) \{([^}]*)\} from ['"]whatsapp-rust-bridge['"]/g,
    ))
      for (const name of names!.split(",")) taken.add(name.trim());
  }
  expect([...taken].sort()).toEqual(Object.keys(ours).sort());
});

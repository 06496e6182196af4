import { Curve, initAuthCreds } from "@whiskeysockets/baileys";
import { expect, test } from "bun:test";

await import("./verify-signature.ts");

const { private: secret, public: key } = initAuthCreds().signedIdentityKey;
const message = Buffer.from("WhatsAppLongTerm1");
const signature = Curve.sign(secret, message);
const forged = Buffer.from(signature);
forged[10]! ^= 1;

test("a true signature is taken, with either form of the key", () => {
  expect([
    Curve.verify(key, message, signature),
    Curve.verify(Buffer.concat([Buffer.from([5]), key]), message, signature),
  ]).toEqual([true, true]);
});

test("a key's sign is in its signature, and either is taken", () => {
  const signs = new Set<number>();
  for (let count = 0; signs.size < 2; count++) {
    const { private: mine, public: open } = initAuthCreds().signedIdentityKey;
    const signed = Curve.sign(mine, message);
    signs.add(signed[63]! & 128);
    expect(Curve.verify(open, message, signed)).toBe(true);
  }
});

test("a forged signature, another's and one of something else are refused", () => {
  const other = initAuthCreds().signedIdentityKey.public;
  const cases = [
    [key, message, forged],
    [other, message, signature],
    [key, Buffer.from("WhatsAppLongTerm2"), signature],
  ] as const;
  for (const [of, what, by] of cases) expect(Curve.verify(of, what, by)).toBe(false);
});

test("what is no signature is refused", () => {
  for (const none of [Buffer.alloc(0), signature.subarray(1), undefined as never])
    expect(Curve.verify(key, message, none)).toBe(false);
  expect(Curve.verify(Buffer.alloc(3), message, signature)).toBe(false);
});

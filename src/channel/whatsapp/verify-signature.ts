import { Curve } from "@whiskeysockets/baileys";
import { createPublicKey, verify } from "node:crypto";

/** The field that both forms of the curve are over. */
const prime = 2n ** 255n - 19n;
/** The DER prefix of an Ed25519 key. */
const keyHead = Buffer.from("302a300506032b6570032100", "hex");

// Baileys expects libsignal to throw at a wrong signature, and libsignal returns false: WhatsApp's
// certificate and the account that links
// us would go unchecked. Nor is its own check of use: in JavaScript it holds the event loop for 20
// ms, twice at each login.
Curve.verify = (key, message, signature) => {
  try {
    return isSigned(untyped(key), message, signature);
  } catch {
    return false;
  }
};

/**
 * XEdDSA, https://signal.org/docs/specifications/xeddsa: the X25519 key as an Ed25519 one, whose
 * sign is the signature's last bit.
 */
function isSigned(key: Buffer, message: Uint8Array, signature: Uint8Array): boolean {
  const u = BigInt(`0x${key.toReversed().toHex()}`) & (2n ** 255n - 1n);
  const y = ((u - 1n + prime) * power(u + 1n, prime - 2n)) % prime;
  const edwards = Buffer.from(y.toString(16).padStart(64, "0"), "hex").reverse();
  const unsigned = Buffer.from(signature);
  edwards[31]! |= unsigned[63]! & 128;
  unsigned[63]! &= 127;
  return verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([keyHead, edwards]), format: "der", type: "spki" }),
    unsigned,
  );
}

/** A key without the byte that names its type. */
function untyped(key: Uint8Array): Buffer {
  const bare = Buffer.from(key.length === 33 && key[0] === 5 ? key.subarray(1) : key);
  if (bare.length !== 32) throw new Error("no key");
  return bare;
}

/** A base to an exponent, in the field. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (
    let [square, left] = [base % prime, exponent];
    left > 0n;
    square = (square * square) % prime, left >>= 1n
  )
    if (left & 1n) result = (result * square) % prime;
  return result;
}

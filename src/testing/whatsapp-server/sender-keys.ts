import { Curve, hkdf, hmacSign, proto, type KeyPair } from "@whiskeysockets/baileys";
import { verifySignature } from "libsignal/src/curve.js";
import { createCipheriv, createDecipheriv, randomInt } from "node:crypto";
import { Unreadable } from "./ratchet.ts";

/** The key with which a member writes to a group. */
export type OwnKey = { id: number; chain: Buffer; next: number; pair: KeyPair };
/** The part of it that the other members hold. */
export type TheirKey = {
  id: number;
  chain: Buffer;
  next: number;
  verify: Buffer;
  skipped: Map<number, Buffer>;
};

const version = Buffer.of(0x33);
const signatureSize = 64;

export const ownKey = (): OwnKey => ({
  id: randomInt(2 ** 31 - 1),
  chain: Buffer.from(Curve.generateKeyPair().private),
  next: 0,
  pair: Curve.generateKeyPair(),
});

/**
 * Builds the message that a member sends each device of the others once, under its session with
 * them.
 */
export const handOut = ({ id, chain, next, pair }: OwnKey): Buffer =>
  Buffer.concat([
    version,
    proto.SenderKeyDistributionMessage.encode({
      id,
      iteration: next,
      chainKey: chain,
      signingKey: Buffer.concat([Buffer.of(5), pair.public]),
    }).finish(),
  ]);

export function handed(message: Uint8Array): TheirKey {
  const { id, iteration, chainKey, signingKey } = proto.SenderKeyDistributionMessage.decode(
    message.subarray(1),
  );
  return {
    id: id!,
    chain: Buffer.from(chainKey!),
    next: iteration!,
    verify: Buffer.from(signingKey!),
    skipped: new Map(),
  };
}

/** Encrypts for the group, and advances the key. */
export function sealForGroup(key: OwnKey, plain: Uint8Array): Buffer {
  const { cipher, iv } = messageKeys(hmacSign(Buffer.of(1), key.chain));
  const aes = createCipheriv("aes-256-cbc", cipher, iv);
  const body = proto.SenderKeyMessage.encode({
    id: key.id,
    iteration: key.next,
    ciphertext: Buffer.concat([aes.update(plain), aes.final()]),
  }).finish();
  const signed = Buffer.concat([version, body]);
  key.chain = hmacSign(Buffer.of(2), key.chain);
  key.next += 1;
  return Buffer.concat([signed, Curve.sign(key.pair.private, signed)]);
}

/** Decrypts a member's message, and advances its key. Throws Unreadable. */
export function openFromGroup(keys: TheirKey[], message: Buffer): Buffer {
  const signed = message.subarray(0, -signatureSize);
  const { id, iteration, ciphertext } = proto.SenderKeyMessage.decode(signed.subarray(1));
  const key = keys.find((one) => one.id === id);
  if (!key) throw new Unreadable("session");
  if (!verifySignature(key.verify, signed, message.subarray(-signatureSize)))
    throw new Unreadable("mac");
  const { cipher, iv } = messageKeys(seedOf(key, iteration!));
  const aes = createDecipheriv("aes-256-cbc", cipher, iv);
  return Buffer.concat([aes.update(ciphertext!), aes.final()]);
}

function seedOf(key: TheirKey, iteration: number): Buffer {
  if (iteration < key.next) {
    const seed = key.skipped.get(iteration);
    if (!seed) throw new Unreadable("replay");
    key.skipped.delete(iteration);
    return seed;
  }
  while (true) {
    const seed = hmacSign(Buffer.of(1), key.chain);
    key.chain = hmacSign(Buffer.of(2), key.chain);
    key.next += 1;
    if (key.next > iteration) return seed;
    key.skipped.set(key.next - 1, seed);
  }
}

function messageKeys(seed: Buffer) {
  const all = Buffer.from(hkdf(seed, 48, { salt: Buffer.alloc(32), info: "WhisperGroup" }));
  return { iv: all.subarray(0, 16), cipher: all.subarray(16, 48) };
}

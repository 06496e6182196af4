import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts bytes so that only this box can read them, and only under the same label. */
export type Seals = {
  seal(label: readonly (string | number)[], bytes: Uint8Array): Buffer;
  /** Throws when it was sealed with another key or label. */
  open(label: readonly (string | number)[], sealed: Uint8Array): Buffer;
};

/**
 * AES-256-GCM with a key of its own for each purpose, made of the box's (32 bytes). `salt`: so that
 * no two owners share a key.
 */
export function seals(boxKey: Uint8Array, salt: Uint8Array, purpose: string): Seals {
  const key = new Uint8Array(hkdfSync("sha256", boxKey, salt, purpose, 32));
  return {
    seal(label, bytes) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(written(label));
      const sealed = [cipher.update(bytes), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    },
    open(label, sealed) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12))
        .setAAD(written(label))
        .setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    },
  };
}

const written = (label: readonly (string | number)[]) => Buffer.from(JSON.stringify(label));

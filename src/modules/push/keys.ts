import { createECDH, hkdfSync } from "node:crypto";

/** The key pair by which push services know the box (VAPID, RFC 8292), as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * The box's pair, which follows from its secret: devices stay subscribed when a backup is restored
 * on another machine.
 */
export function pushKeys(secret: Uint8Array): PushKeys {
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync("sha256", secret, "", `push ${attempt}`, 32));
    const pair = createECDH("prime256v1");
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // One in four billion numbers is no private key of this curve.
      continue;
    }
    return {
      publicKey: pair.getPublicKey().toString("base64url"),
      privateKey: scalar.toString("base64url"),
    };
  }
}

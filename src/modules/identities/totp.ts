import { createHmac, timingSafeEqual } from "node:crypto";

const seconds = 30;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The 30-second step of an instant (ms). RFC 6238 */
export const stepAt = (now: number) => Math.floor(now / 1000 / seconds);

/** The six digits of a step. RFC 4226 §5.3 */
export function digitsOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/**
 * The step that has these digits: the current, the previous or the next one, since phones' clocks
 * differ a little. Undefined when none has.
 */
export function stepOf(secret: Uint8Array, digits: string, now: number): number | undefined {
  const current = stepAt(now);
  return [current, current - 1, current + 1].find((step) =>
    timingSafeEqual(Buffer.from(digitsOf(secret, step)), Buffer.from(digits)),
  );
}

/** Base32 of RFC 4648 §6, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** The URI that authenticator apps read from a QR code. */
export function uriOf(secret: Uint8Array, account: string): string {
  const issuer = "Balcão";
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: "SHA1",
    digits: "6",
    period: String(seconds),
  });
  // Some apps read a plus as a plus, not as a blank.
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${query.toString().replaceAll("+", "%20")}`;
}

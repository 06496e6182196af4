import { createHmac } from "node:crypto";

/**
 * Headers that prove who posted a body, and when: `X-Balcao-Signature: sha256=` and, in hex, the
 * HMAC-SHA256 of `X-Balcao-Timestamp` (epoch seconds), a full stop
 * and the body. `now` in epoch ms.
 */
export function signedHeaders(secret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  return {
    "x-balcao-timestamp": timestamp,
    "x-balcao-signature": `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  };
}

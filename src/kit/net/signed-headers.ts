import { createHmac } from "node:crypto";

/**
 * Headers that prove the sender and the time of a body. `X-Balcao-Timestamp` has the epoch seconds.
 * `X-Balcao-Signature` has `sha256=` and, in hex, the HMAC-SHA256 of the timestamp, a full stop and
 * the body. `now` in epoch ms.
 */
export function signedHeaders(secret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  return {
    "x-balcao-timestamp": timestamp,
    "x-balcao-signature": `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  };
}

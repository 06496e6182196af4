import type { Quota } from "../../kit/http/auth-context.ts";
import { Fault } from "../../kit/fault.ts";

const minute = 60_000;

/** How many tokens are remembered. */
const maxBuckets = 10_000;

/**
 * Limits the requests of each token: a burst of `perMinute`, refilled evenly over a minute. Throws
 * busy, with the seconds until the next request is allowed. rules.md#api-limits
 */
export function rateLimiter() {
  const buckets = new Map<number, { left: number; at: number }>();
  return (tokenId: number, perMinute: number, now: number): Quota => {
    const { left, at } = buckets.get(tokenId) ?? { left: perMinute, at: now };
    const refilled = Math.min(perMinute, left + (Math.max(0, now - at) / minute) * perMinute);
    if (buckets.size > maxBuckets) buckets.clear();
    const rest = refilled < 1 ? refilled : refilled - 1;
    buckets.set(tokenId, { left: rest, at: now });
    if (refilled >= 1)
      return {
        left: Math.floor(rest),
        reset: Math.ceil(((perMinute - rest) * minute) / perMinute / 1000),
      };
    const seconds = Math.ceil(((1 - refilled) * minute) / perMinute / 1000);
    throw new Fault("busy", "ERR_TOO_MANY_REQUESTS", {
      message: `Requisições demais. Aguarde ${seconds} s`,
      details: { seconds },
    });
  };
}

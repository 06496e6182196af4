/**
 * The restrictions that a network may put on a number for a while: no first messages at all, or at
 * most so many new conversations.
 */
export const restrictionKinds = ["reachout", "quota"] as const;

export type RestrictionKind = (typeof restrictionKinds)[number];

/**
 * A restriction that the network puts on a connection. `until`: ISO 8601, null while its end is
 * unknown; `used` of `of` new conversations have begun. rules.md#restrictions
 */
export type Restriction = {
  kind: RestrictionKind;
  until: string | null;
  used: number | null;
  of: number | null;
};

/**
 * The size of the official channel's daily audience, and the network's grade for the number, both
 * in the network's own words.
 */
export type ConnectionLimit = { tier: string | null; quality: string | null };

/**
 * The time (epoch ms) until which a connection begins no conversation; Infinity while its end is
 * unknown, 0 when it may begin one. A quota with room left is only a warning.
 */
export function restrictionEnd(restriction: Restriction | null, now: number): number {
  if (!restriction) return 0;
  const { kind, until, used, of } = restriction;
  if (kind === "quota" && used !== null && of !== null && used < of) return 0;
  const at = until === null ? Infinity : Date.parse(until);
  return at > now ? at : 0;
}

/**
 * The restrictions that a network may put on a number for a while: not to write first at all, or to
 * begin at most so many conversations.
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
 * Until when (epoch ms) a connection begins no conversation; Infinity while nobody knows, 0 when it
 * may. A quota that has room left is only a warning.
 */
export function restrictedUntil(restriction: Restriction | null, now: number): number {
  if (!restriction) return 0;
  const { kind, until, used, of } = restriction;
  if (kind === "quota" && used !== null && of !== null && used < of) return 0;
  const at = until === null ? Infinity : Date.parse(until);
  return at > now ? at : 0;
}

/** Why a copy was made. */
export const reasons = ["schedule", "hand", "migration", "upgrade"] as const;
export type CopyReason = (typeof reasons)[number];

/** A box whose last good copy is older than so many ms tells its owner. rules.md#backups */
export const staleAfter = 26 * 3_600_000;

/** What kept a drill from going well: no known code opens the copy, something of it is damaged or missing, or it is whole and does not work as a box. */
export const drillFailures = ["code", "damaged", "start"] as const;
export type DrillFailure = (typeof drillFailures)[number];

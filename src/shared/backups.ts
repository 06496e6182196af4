/** Why a copy was made. */
export const reasons = ["schedule", "hand", "migration", "upgrade"] as const;
export type CopyReason = (typeof reasons)[number];

/** A box whose last good copy is older than so many ms tells its owner. rules.md#backups */
export const staleAfter = 26 * 3_600_000;

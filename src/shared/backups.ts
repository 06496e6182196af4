/** Why a copy was made. */
export const reasons = ["schedule", "hand", "migration", "upgrade"] as const;
export type CopyReason = (typeof reasons)[number];

/** A box whose last good copy is older than so many ms tells its owner. rules.md#backups */
export const staleAfter = 26 * 3_600_000;

/**
 * What kept a drill from going well: no known code opens the copy, something of it is damaged or
 * missing, or it is whole and does not work as a box.
 */
export const drillFailures = ["code", "damaged", "start"] as const;
export type DrillFailure = (typeof drillFailures)[number];

/**
 * What kept a copy from a place besides the box: the disk or share is not there, it is full, the
 * box may not write there or may not go there, it does not answer, there is no such bucket, or what
 * was written reads back as something else.
 */
export const awayFailures = [
  "gone",
  "full",
  "denied",
  "closed",
  "unreachable",
  "bucket",
  "damaged",
] as const;
export type AwayFailure = (typeof awayFailures)[number];

/** By its code, what kept a copy from being made here, or from being complete. */
export const copyFailures = [
  "ERR_BACKUP_NO_SPACE",
  "ERR_BACKUP_RUNNING",
  "ERR_DISK_FULL",
  "ERR_COPY_UNREAD",
  "ERR_COPY_PARTIAL",
  "ERR_COPY_AWAY",
] as const;

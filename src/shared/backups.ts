/** The reasons to make a copy. */
export const reasons = ["schedule", "hand", "migration", "upgrade"] as const;
export type CopyReason = (typeof reasons)[number];

/** A box warns its owner when its last good copy is older than so many ms. rules.md#backups */
export const staleAfter = 26 * 3_600_000;

/**
 * The reasons why a drill fails: no existing code opens the copy; something in it is damaged or
 * missing. Or it is whole but does not work as a box.
 */
export const drillFailures = ["code", "damaged", "start"] as const;
export type DrillFailure = (typeof drillFailures)[number];

/**
 * The reasons why a copy does not reach a place besides the box. In this order: the disk or share
 * is gone; it is full; the box may not write there; the box may not go there. Then: it does not
 * answer; the bucket does not exist; the copy reads back as something else.
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

/** The codes of a copy that was not made here, or is not complete. */
export const copyFailures = [
  "ERR_BACKUP_NO_SPACE",
  "ERR_BACKUP_RUNNING",
  "ERR_DISK_FULL",
  "ERR_COPY_UNREAD",
  "ERR_COPY_PARTIAL",
  "ERR_COPY_AWAY",
] as const;

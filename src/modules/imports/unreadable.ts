import type { UnreadableReason } from "./limits.ts";

/** Thrown by whatever reads a file that it can't read. */
export class Unreadable extends Error {
  constructor(readonly why: UnreadableReason) {
    super(why);
  }
}

import type { Tx } from "./company-db.ts";

/**
 * Puts open tickets that their holders can no longer see back among the waiting ones. Each verb
 * that changes what users see calls it, in its own transaction. rules.md#assignee-must-see
 */
export type ReleaseUnseenTickets = (tx: Tx) => void;

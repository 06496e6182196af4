import type { Tx } from "./company-db.ts";

/**
 * Puts open tickets that their holders can no longer see back among those that wait. Whatever
 * changes what people see calls it, in its own transaction. rules.md#assignee-must-see
 */
export type ReleaseUnseenTickets = (tx: Tx) => void;

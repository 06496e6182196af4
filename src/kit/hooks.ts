import type { Tx } from "./store.ts";

/** Gives back what people hold and no longer see. For whatever takes sight away, inside its own transaction. */
export type ReleaseUnseenTickets = (tx: Tx) => void;

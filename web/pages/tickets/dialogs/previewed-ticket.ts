import { signal } from "@preact/signals-react";
import type { Ticket } from "../types.ts";

/** The ticket whose conversation is previewed without opening it. */
export const previewedTicket = signal<Ticket | null>(null);

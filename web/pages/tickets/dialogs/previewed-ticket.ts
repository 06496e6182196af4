import { signal } from "@preact/signals-react";
import type { Ticket } from "../types.ts";

/** The conversation that one looks into without opening it. */
export const previewedTicket = signal<Ticket | null>(null);

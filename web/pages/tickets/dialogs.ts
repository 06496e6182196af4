import { signal } from "@preact/signals-react";
import type { Contact } from "./types.ts";

/** With whom a new ticket is being made, and whether the keys are explained. */
export const asking = signal<"anyone" | Contact | null>(null);
export const helping = signal(false);

/** What is being sent besides words and files, and to which ticket. */
export const sharing = signal<{ ticketId: number; what: "place" | "contacts" } | null>(null);

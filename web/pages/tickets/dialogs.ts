import { signal } from "@preact/signals-react";

/** Whether a new ticket is being made, and whether the keys are explained. */
export const asking = signal(false);
export const helping = signal(false);

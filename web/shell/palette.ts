import { signal } from "@preact/signals-react";

/** Whether one is asked where to go and what to do. */
export const palette = signal(false);

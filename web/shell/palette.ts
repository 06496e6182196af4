import { signal } from "@preact/signals-react";

/** Whether the palette is open. */
export const palette = signal(false);

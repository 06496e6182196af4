import { signal } from "@preact/signals-react";

/**
 * The open dialogs, the topmost last. Toasts move inside it, to be clickable and read aloud over
 * it.
 */
export const dialogs = signal<HTMLDialogElement[]>([]);

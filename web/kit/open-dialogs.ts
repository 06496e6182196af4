import { signal } from "@preact/signals-react";

/**
 * The open dialogs, the topmost last. Toasts move into it: outside they could not be clicked or
 * read aloud.
 */
export const dialogs = signal<HTMLDialogElement[]>([]);

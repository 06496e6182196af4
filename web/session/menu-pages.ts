import { signal } from "@preact/signals-react";

/**
 * The pages of the menu. The menu sets it: its table of screens loads every page, so a page cannot
 * import it.
 */
export const menuPages = signal<() => { href: string; label: string }[]>(() => []);

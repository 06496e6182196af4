import type { ReactNode } from "react";

/** A line of the gallery: a part or a page in one of its states. */
export type Story = { name: string; show: () => ReactNode };

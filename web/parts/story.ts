import type { ReactNode } from "react";

/** An entry of the gallery: a part or a page in one state. */
export type Story = { name: string; show: () => ReactNode };

import { signal } from "@preact/signals-react";
import type { ReactNode } from "react";

/** A line above every page, which code that loads on demand puts there. */
export const note = signal<ReactNode>(null);

import type { ReactNode } from "react";

/** Parts of a story beside each other. */
export const Side = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Warns of a possible mistake; the form still submits. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <p data-warning className="text-waiting text-small flex items-start gap-1.5">
    <TriangleAlert size={16} aria-hidden className="mt-px shrink-0" />
    <span className="min-w-0 break-words">{children}</span>
  </p>
);

import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** The state of a test: "no" before it, "going" while it runs, then its result. */
export type TestState = "no" | "going" | { well: string } | { badly: string };

export function TestResult({ tried, children }: { tried: TestState; children?: ReactNode }) {
  return (
    <div role="status" className="flex items-start gap-1.5 empty:hidden">
      {typeof tried === "object" && "well" in tried && (
        <>
          <CircleCheck size={18} aria-hidden className="text-primary mt-px shrink-0" />
          <span className="min-w-0 flex-1 break-words whitespace-pre-line">
            {tried.well}
            {children}
          </span>
        </>
      )}
      {typeof tried === "object" && "badly" in tried && (
        <>
          <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
          <span className="min-w-0 flex-1 break-words">{tried.badly}</span>
        </>
      )}
    </div>
  );
}

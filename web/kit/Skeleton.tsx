import { type ReactNode, useEffect, useState } from "react";

/** A grey shape of what comes. Give it the size of the real thing. */
export const Skeleton = ({ className = "" }: { className?: string }) => <span aria-hidden className={`skeleton block ${className}`} />;

/** Shows its children only when the wait is long enough to be felt. */
export function Late({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return late ? children : null;
}

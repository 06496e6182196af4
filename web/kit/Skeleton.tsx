import { type ReactNode, useEffect, useState } from "react";

/** A grey shape of what comes. Give it the size of the real thing. */
export const Skeleton = ({ className = "" }: { className?: string }) => (
  <span aria-hidden className={`skeleton block ${className}`} />
);

/** Shows its children only when the wait is long enough to be felt. */
export function Delayed({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return isShown ? children : null;
}

import { type ReactNode, useEffect, useState } from "react";

/** A grey placeholder. Give it the size of the real content. */
export const Skeleton = ({ className = "" }: { className?: string }) => (
  <span aria-hidden className={`skeleton block ${className}`} />
);

/** Shows its children only after a noticeable wait. */
export function Delayed({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return isShown ? children : null;
}

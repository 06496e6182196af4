/** Marks a menu entry that needs attention. `text` tells screen readers why. */
export const AlertBadge = ({ text, className = "" }: { text: string; className?: string }) => (
  <span
    title={text}
    className={`bg-warning text-warning-content grid size-4.5 shrink-0 place-items-center rounded-full text-xs font-bold ${className}`}
  >
    <span aria-hidden>!</span>
    <span className="sr-only">{text}</span>
  </span>
);

/**
 * The mark of an entry that wants a look. What it wants is in `text`, for those who can't see it.
 */
export const AlertBadge = ({ text, className = "" }: { text: string; className?: string }) => (
  <span
    title={text}
    className={`bg-warning text-warning-content grid size-4.5 shrink-0 place-items-center rounded-full text-xs font-bold ${className}`}
  >
    <span aria-hidden>!</span>
    <span className="sr-only">{text}</span>
  </span>
);

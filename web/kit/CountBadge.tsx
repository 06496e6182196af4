/** A count on the main colour. `text` names the counted things for screen readers. */
export const CountBadge = ({
  count,
  text,
  className = "h-5 min-w-5 shrink-0 px-1.5",
}: {
  count: number;
  text?: string;
  className?: string;
}) => (
  <span
    className={`bg-primary text-primary-content tabular grid place-items-center rounded-full text-xs font-semibold ${className}`}
  >
    <span aria-hidden>{count > 99 ? "99+" : count}</span>
    {text && <span className="sr-only">{text}</span>}
  </span>
);

/** Over the corner of an icon. */
export const cornerBadge = "absolute h-4.5 min-w-4.5 px-1";

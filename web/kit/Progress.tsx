/** A bar with its words: how much of a whole is done. */
export function Progress({ label, value, of }: { label: string; value: number; of: number }) {
  const percent = of === 0 ? 0 : Math.min(100, Math.round((value / of) * 100));
  return (
    <span
      role="img"
      aria-label={label}
      className="bg-base-300 block h-1.5 w-full overflow-hidden rounded-full"
    >
      <span className="bg-primary block h-full rounded-full" style={{ width: `${percent}%` }} />
    </span>
  );
}

/**
 * A field that people neither see nor reach, but spam programs fill in. rules.md#strangers-limits
 */
export const Trap = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (filled: string) => void;
}) => (
  <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
    <input
      name="website"
      tabIndex={-1}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
);

import { type ReactNode, useId } from "react";

type Props<Value extends string | number> = {
  legend: string;
  options: { value: Value; label: ReactNode }[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string;
  part: string;
};

/** Chooses one of a few options. Arrows move between them; Enter saves the form. */
export function ChipChoice<Value extends string | number>({
  legend,
  options,
  value,
  onChange,
  error,
  part,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset data-part={part} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="border-(--field-line) has-checked:border-primary has-checked:bg-primary/10 has-focus-visible:outline-primary inline-flex min-h-8 max-w-full cursor-pointer items-center rounded-lg border px-3 py-1 has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={`${id}-choice`}
              className="sr-only"
              checked={option.value === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className="min-w-0 truncate">{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-error text-small mt-1">
          {error}
        </p>
      )}
    </fieldset>
  );
}

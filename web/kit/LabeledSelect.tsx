import { useId } from "react";

type Props = {
  label: string;
  value: number | null;
  options: { id: number; name: string }[];
  onChange: (id: number | null) => void;
  empty?: string;
  error?: string;
  autoFocus?: boolean;
};

/** A select for a short list, with its label and error. */
export function LabeledSelect({ label, value, options, onChange, empty, error, autoFocus }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        id={id}
        data-autofocus={autoFocus || undefined}
        className={`select ${error ? "select-error" : ""}`}
        value={value ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {error}
        </p>
      )}
    </div>
  );
}

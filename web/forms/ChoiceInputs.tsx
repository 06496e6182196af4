import { useTranslation } from "../kit/text.ts";
import type { Field } from "./form.ts";

type RadioProps = {
  name: string;
  choices: NonNullable<Field["choices"]>;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
};

/** Radio cards for a few choices, each with an explanation. */
export function RadioCards({ name, choices, value, onChange, autoFocus }: RadioProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {choices.map(({ value: one, label, hint, icon: Icon }) => (
        <label
          key={one}
          className="border-(--field-line) has-checked:border-primary has-checked:bg-primary/8 has-focus-visible:outline-primary rounded-card flex cursor-pointer items-start gap-3 border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
        >
          <Icon size={18} aria-hidden className="text-muted mt-px shrink-0" />
          <span className="min-w-0 flex-1">
            <span className="font-medium">{t(label)}</span>
            {hint && <span className="text-muted text-small block">{t(hint)}</span>}
          </span>
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            data-autofocus={(autoFocus && one === value) || undefined}
            className="radio radio-primary radio-sm shrink-0 outline-none"
            onChange={() => onChange(one)}
          />
        </label>
      ))}
    </div>
  );
}

type CheckboxProps = {
  name: string;
  options: NonNullable<Field["options"]>;
  value: number[];
  inline?: boolean;
  disabled?: boolean;
  onChange: (value: number[]) => void;
};

/** Checkboxes for any number of a list; the result is in the list's order. */
export function CheckboxList({
  name,
  options,
  value,
  inline = false,
  disabled = false,
  onChange,
}: CheckboxProps) {
  const { t } = useTranslation();
  if (options.length === 0) return <p className="text-muted">{t("common.nothingToChoose")}</p>;
  const toggle = (id: number) =>
    onChange(
      options
        .map((option) => option.id)
        .filter((one) => (one === id ? !value.includes(one) : value.includes(one))),
    );
  return (
    <ul
      className={`border-(--field-line) rounded-card border p-1 ${inline ? "flex flex-wrap" : "max-h-44 overflow-y-auto"}`}
    >
      {options.map(({ id, name: called, color }) => (
        <li key={id}>
          <label className="menu-item has-focus-visible:bg-hover">
            <input
              type="checkbox"
              name={name}
              checked={value.includes(id)}
              disabled={disabled}
              className="checkbox checkbox-primary checkbox-sm"
              onChange={() => toggle(id)}
            />
            {color && (
              <span
                aria-hidden
                className="size-2.5 shrink-0 rounded-full"
                style={{ background: color }}
              />
            )}
            <span className="truncate">{called}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

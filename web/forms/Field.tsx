import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { type Field as Definition, errorKey, type FormValue } from "./form.ts";
import { lazyComponent } from "../kit/lazy-component.ts";
import { PhoneInput } from "../kit/PhoneInput.tsx";
import { useTranslation } from "../kit/text.ts";

// What the sign-in does not show. Whoever is signed in has it at hand.
const { Lazy: RareInput, preload: preloadRareInput } = lazyComponent(
  async () => (await import("./RareInput.tsx")).RareInput,
);
const { Lazy: LazyTabs, preload: preloadTabs } = lazyComponent(
  async () => (await import("../kit/Tabs.tsx")).Tabs<string>,
);

export const FormTabs = LazyTabs;
export const preloadInputs = () => Promise.all([preloadRareInput(), preloadTabs()]);

type Props = {
  field: Definition;
  value: FormValue;
  /** A code, see form.ts */
  error?: string;
  onChange: (value: FormValue) => void;
  onBlur?: () => void;
  /** Below the input: a strength bar, a preview. */
  children?: ReactNode;
  autoFocus?: boolean;
};

/** Label, input, hint and error of one value, tied together for screen readers. */
export function Field({ field, value, error, onChange, onBlur, children, autoFocus }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const id = useId();
  const {
    name,
    type = "text",
    label,
    hint,
    note,
    required,
    disabled,
    max,
    min,
    autoComplete,
    placeholder,
    prefix = type === "money" ? "R$" : undefined,
  } = field;
  const described =
    [hint && `${id}-hint`, note && `${id}-note`, error && `${id}-error`]
      .filter(Boolean)
      .join(" ") || undefined;
  const common = {
    id,
    name,
    "aria-describedby": described,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-required": required || undefined,
    "data-autofocus": autoFocus || undefined,
    disabled,
    onBlur,
  };

  const rare = { field, common, value, onChange, autoFocus };

  const noted = note && (
    <span id={`${id}-note`} className="text-muted text-small wrap-anywhere">
      {note}
    </span>
  );

  if (type === "custom") return children;

  if (type === "switch") {
    return (
      <div>
        <div className="flex items-start justify-between gap-4 py-1">
          <div className="min-w-0 flex-1">
            <label htmlFor={id} className="block cursor-pointer">
              <span className="font-medium">{t(label)}</span>
              {hint && (
                <span id={`${id}-hint`} className="text-muted text-small block">
                  {t(hint)}
                </span>
              )}
            </label>
            {noted}
          </div>
          <input
            {...common}
            type="checkbox"
            role="switch"
            className="toggle toggle-primary mt-0.5"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        </div>
        {children}
      </div>
    );
  }

  const below = (
    <>
      {children}
      <div className="flex items-start gap-4">
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-small mt-1 min-w-0 flex-1">
            {t(hint)}
          </p>
        )}
        {field.showLength && <Counter length={String(value ?? "").length} max={max} />}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t(errorKey(field, error), { n: error === "too_long" ? max : min })}
        </p>
      )}
    </>
  );

  if (type === "choice" || type === "many") {
    return (
      <fieldset aria-describedby={described}>
        <legend className="mb-1 font-medium">
          {t(label)}
          {!required && <Optional words={field.optional} />}
        </legend>
        {noted}
        <RareInput {...rare} />
        {below}
      </fieldset>
    );
  }

  if (type === "picture") {
    return (
      <div>
        <RareInput {...rare} />
        {noted}
        {below}
      </div>
    );
  }

  const text = String(value ?? "");
  const typed = {
    ...common,
    value: text,
    autoComplete: autoComplete ?? "off",
    placeholder: placeholder && t(placeholder),
  };
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-medium">
          {t(label)}
          {!required && type !== "select" && <Optional words={field.optional} />}
        </label>
        {noted}
      </div>
      {isRare(type) ? (
        <RareInput {...rare} />
      ) : type === "tel" ? (
        <PhoneInput
          {...typed}
          className={`input ${error ? "input-error" : ""}`}
          onChange={onChange}
        />
      ) : type === "textarea" ? (
        <textarea
          {...typed}
          rows={field.rows ?? 5}
          className={`textarea ${error ? "textarea-error" : ""}`}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <span className={`input ${error ? "input-error" : ""}`}>
          {prefix && <span className="text-muted">{prefix}</span>}
          <input
            {...typed}
            list={field.suggestions && `${id}-list`}
            type={isNumeric(type) || (type === "password" && shown) ? "text" : type}
            inputMode={type === "number" ? "numeric" : isNumeric(type) ? "decimal" : undefined}
            spellCheck={type === "email" || type === "password" ? false : undefined}
            autoCapitalize={type === "email" || type === "password" ? "none" : undefined}
            onChange={(event) =>
              onChange(prefix ? event.target.value.replace(prefix, "") : event.target.value)
            }
          />
          {type === "percent" && <span className="text-muted">%</span>}
          {type === "password" && (
            <button
              type="button"
              className="btn btn-ghost btn-square btn-xs -mr-1.5"
              aria-label={t(shown ? "common.hidePassword" : "common.showPassword")}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
            </button>
          )}
        </span>
      )}
      {field.suggestions && (
        <datalist id={`${id}-list`}>
          {field.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {below}
    </div>
  );
}

const isRare = (type: Definition["type"]) =>
  type === "color" ||
  type === "secret" ||
  type === "resource" ||
  type === "date" ||
  type === "time" ||
  type === "select";
const isNumeric = (type: Definition["type"]) =>
  type === "number" || type === "money" || type === "percent";

const Counter = ({ length, max = Infinity }: { length: number; max?: number }) => (
  <p
    className={`text-small tabular mt-1 ml-auto shrink-0 ${length > max ? "text-error" : "text-muted"}`}
  >
    {length} / {max}
  </p>
);

/** What stands after the label of what may be left empty. */
export function Optional({ words = "common.optional" }: { words?: string }) {
  const { t } = useTranslation();
  return <span className="text-muted text-small font-normal"> ({t(words)})</span>;
}

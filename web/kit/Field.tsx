import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ColorInput } from "./ColorInput.tsx";
import { type Field as Definition, message, type Value } from "./form.ts";
import { Many, OneOf } from "./Options.tsx";
import { PhoneInput } from "./PhoneInput.tsx";

type Props = {
  field: Definition;
  value: Value | undefined;
  /** A code, see form.ts */
  error?: string;
  onChange: (value: Value) => void;
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
  const { name, type = "text", label, hint, required, disabled, max, min, autoComplete, placeholder, prefix } = field;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const common = {
    id,
    name,
    "aria-describedby": described,
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
    "data-autofocus": autoFocus || undefined,
    disabled,
    onBlur,
  };

  if (type === "switch") {
    return (
      <div className="flex items-start justify-between gap-4 py-1">
        <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
          <span className="font-medium">{t(label)}</span>
          {hint && (
            <span id={`${id}-hint`} className="text-muted text-small block">
              {t(hint)}
            </span>
          )}
        </label>
        <input {...common} type="checkbox" role="switch" className="toggle toggle-primary mt-0.5" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      </div>
    );
  }

  const below = (
    <>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-small mt-1">
          {t(hint)}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t(message(field, error), { n: error === "too_long" ? max : min })}
        </p>
      )}
    </>
  );

  if (type === "choice" || type === "many") {
    return (
      <fieldset aria-describedby={described}>
        <legend className="mb-1 font-medium">
          {t(label)}
          {!required && <Optional />}
        </legend>
        {type === "choice" ? (
          <OneOf name={name} choices={field.choices ?? []} value={String(value ?? "")} onChange={onChange} autoFocus={autoFocus} />
        ) : (
          <Many name={name} options={field.options ?? []} value={Array.isArray(value) ? value : []} onChange={onChange} />
        )}
        {below}
      </fieldset>
    );
  }

  const text = String(value ?? "");
  const typed = { ...common, value: text, autoComplete: autoComplete ?? "off", placeholder: placeholder && t(placeholder) };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {t(label)}
        {!required && <Optional />}
      </label>
      {type === "color" ? (
        <ColorInput {...common} value={text} onChange={onChange} />
      ) : type === "tel" ? (
        <PhoneInput {...typed} className={`input ${error ? "input-error" : ""}`} onChange={onChange} />
      ) : type === "textarea" ? (
        <textarea {...typed} rows={5} className={`textarea ${error ? "textarea-error" : ""}`} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <span className={`input ${error ? "input-error" : ""}`}>
          {prefix && <span className="text-muted">{prefix}</span>}
          <input
            {...typed}
            type={type === "number" || (type === "password" && shown) ? "text" : type}
            inputMode={type === "number" ? "numeric" : undefined}
            spellCheck={type === "email" || type === "password" ? false : undefined}
            autoCapitalize={type === "email" || type === "password" ? "none" : undefined}
            onChange={(event) => onChange(prefix ? event.target.value.replace(prefix, "") : event.target.value)}
          />
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
      {below}
    </div>
  );
}

function Optional() {
  const { t } = useTranslation();
  return <span className="text-muted text-small font-normal"> ({t("common.optional")})</span>;
}

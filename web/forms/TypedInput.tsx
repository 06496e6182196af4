import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { PhoneInput } from "../kit/PhoneInput.tsx";
import { useTranslation } from "../kit/text.ts";
import type { Field } from "./form.ts";

/** The attributes that every input of a field has. */
export type Common = {
  id: string;
  name: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": boolean | undefined;
  "data-autofocus": boolean | undefined;
  disabled: boolean | undefined;
  onBlur: (() => void) | undefined;
};

type TypedProps = {
  field: Field;
  common: Common;
  value: string;
  onChange: (value: string) => void;
};

/** An input for text, numbers, a phone or a password. */
export function TypedInput({ field, common, value, onChange }: TypedProps) {
  const { t } = useTranslation();
  const { type = "text", suggestions, placeholder, autoComplete = "off" } = field;
  const typed = { ...common, value, autoComplete, placeholder: placeholder && t(placeholder) };
  const errorClass = (kind: string) => (common["aria-invalid"] ? `${kind} ${kind}-error` : kind);
  return (
    <>
      {type === "tel" ? (
        <PhoneInput {...typed} className={errorClass("input")} onChange={onChange} />
      ) : type === "textarea" ? (
        <textarea
          {...typed}
          rows={field.rows ?? 5}
          className={errorClass("textarea")}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Line field={field} typed={typed} className={errorClass("input")} onChange={onChange} />
      )}
      {suggestions && (
        <datalist id={`${common.id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

type LineProps = {
  field: Field;
  typed: Common & { value: string };
  className: string;
  onChange: (value: string) => void;
};

/** A one-line input, with a prefix and a suffix. */
function Line({ field, typed, className, onChange }: LineProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const { type = "text", suggestions, prefix = type === "money" ? "R$" : undefined } = field;
  const isPlain = type === "email" || type === "password";
  return (
    <span className={className}>
      {prefix && <span className="text-muted">{prefix}</span>}
      <input
        {...typed}
        list={suggestions && `${typed.id}-list`}
        type={isNumeric(type) || (type === "password" && isShown) ? "text" : type}
        inputMode={type === "number" ? "numeric" : isNumeric(type) ? "decimal" : undefined}
        spellCheck={isPlain ? false : undefined}
        autoCapitalize={isPlain ? "none" : undefined}
        onChange={({ target }) =>
          onChange(prefix ? target.value.replace(prefix, "") : target.value)
        }
      />
      {type === "percent" && <span className="text-muted">%</span>}
      {type === "password" && (
        <button
          type="button"
          className="btn btn-ghost btn-square btn-xs -mr-1.5"
          aria-label={t(isShown ? "common.hidePassword" : "common.showPassword")}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </button>
      )}
    </span>
  );
}

const isNumeric = (type: Field["type"]) =>
  type === "number" || type === "quantity" || type === "money" || type === "percent";

import { Lock } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "../kit/text.ts";
import type { FormValue } from "./form.ts";

type Props = {
  id: string;
  name: string;
  label: string;
  /** Undefined keeps the stored value; an empty text clears it. */
  value: string | undefined;
  stored?: boolean;
  rows?: number;
  required?: boolean;
  error?: boolean;
  onChange: (value: FormValue) => void;
  onBlur?: () => void;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
};

/** A write-only value: the user keeps, replaces or clears it, and never sees it. */
export function SecretInput({
  label,
  value,
  stored = false,
  rows,
  required,
  error,
  onChange,
  ...input
}: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [replacing, setReplacing] = useState(false);
  const cleared = stored && value === "";

  // The focused element disappears, so the focus moves to its replacement.
  const change = (next: FormValue, isReplacing: boolean) => {
    setReplacing(isReplacing);
    onChange(next);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>("input, textarea, button")?.focus(),
    );
  };
  const keepButton = (label: string) => (
    <button type="button" className="btn btn-ghost btn-sm" onClick={() => change(undefined, false)}>
      {t(label)}
    </button>
  );

  if (cleared || (stored && value === undefined && !replacing)) {
    return (
      <div
        ref={box}
        role="group"
        aria-label={label}
        aria-describedby={input["aria-describedby"]}
        className={`${error ? "border-error" : "border-(--field-line)"} flex min-h-10 flex-wrap items-center gap-x-1 rounded-(--radius-field) border py-0.5 pr-1 pl-3`}
      >
        <Lock size={16} aria-hidden className="text-muted mr-1 shrink-0" />
        <span data-secret className={`min-w-0 flex-1 ${cleared ? "text-waiting" : "text-muted"}`}>
          {t(cleared ? "common.secret.cleared" : "common.secret.stored")}
        </span>
        {cleared && keepButton("common.secret.keep")}
        {!cleared && (
          <button
            name={input.name}
            type="button"
            className="btn btn-ghost btn-sm"
            onClick={() => change(undefined, true)}
          >
            {t("common.secret.replace")}
          </button>
        )}
        {!cleared && !required && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => change("", false)}>
            {t("common.secret.clear")}
          </button>
        )}
      </div>
    );
  }

  const typed = { ...input, value: value ?? "", spellCheck: false, autoCapitalize: "none" };
  // An empty field does not clear the stored value.
  const type = (text: string) => onChange(stored && text === "" ? undefined : text);
  return (
    <div ref={box}>
      {rows ? (
        <textarea
          {...typed}
          rows={rows}
          autoComplete="off"
          className={`textarea font-mono ${error ? "textarea-error" : ""}`}
          onChange={(event) => type(event.target.value)}
        />
      ) : (
        <input
          {...typed}
          type="password"
          autoComplete="new-password"
          className={`input ${error ? "input-error" : ""}`}
          onChange={(event) => type(event.target.value)}
        />
      )}
      {stored && <div className="mt-1">{keepButton("common.secret.keep")}</div>}
    </div>
  );
}

import { type ReactNode, useId } from "react";
import * as forms from "./form.ts";
import { lazyComponent } from "../kit/lazy-component.ts";
import { useTranslation } from "../kit/text.ts";
import { type Common, TypedInput } from "./TypedInput.tsx";

// The sign-in page needs none of these inputs. They load after the sign-in.
const { Lazy: RareInput, preload: preloadRareInput } = lazyComponent(
  async () => (await import("./RareInput.tsx")).RareInput,
);
const { Lazy: LazyTabs, preload: preloadTabs } = lazyComponent(
  async () => (await import("../kit/Tabs.tsx")).Tabs<string>,
);

export const FormTabs = LazyTabs;
export const preloadInputs = () => Promise.all([preloadRareInput(), preloadTabs()]);

type Props = {
  field: forms.Field;
  value: forms.FormValue;
  /** A code, see form.ts */
  error?: string;
  onChange: (value: forms.FormValue) => void;
  onBlur?: () => void;
  /** Below the input: a strength bar, a preview. */
  children?: ReactNode;
  autoFocus?: boolean;
};

/** Label, input, hint and error of one value, linked for screen readers. */
export function Field({ field, value, error, onChange, onBlur, children, autoFocus }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { name, type = "text", label, hint, note, required, disabled } = field;
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
  const rare = <RareInput {...{ field, common, value, onChange, autoFocus }} />;
  const noted = note && (
    <span id={`${id}-note`} className="text-muted text-small wrap-anywhere">
      {note}
    </span>
  );
  const below = (
    <>
      {children}
      <Below field={field} id={id} value={value} error={error} />
    </>
  );

  if (type === "custom") return children;
  if (type === "switch")
    return (
      <Switch field={field} common={common} noted={noted} isOn={value === true} onChange={onChange}>
        {children}
      </Switch>
    );
  if (type === "choice" || type === "many") {
    return (
      <fieldset aria-describedby={described}>
        <legend className="mb-1 font-medium">
          {t(label)}
          {!required && <Optional words={field.optional} />}
        </legend>
        {noted}
        {rare}
        {below}
      </fieldset>
    );
  }
  if (type === "picture") {
    return (
      <div>
        {rare}
        {noted}
        {below}
      </div>
    );
  }
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
        rare
      ) : (
        <TypedInput field={field} common={common} value={String(value ?? "")} onChange={onChange} />
      )}
      {below}
    </div>
  );
}

type SwitchProps = {
  field: forms.Field;
  common: Common;
  noted: ReactNode;
  isOn: boolean;
  onChange: (value: boolean) => void;
  children: ReactNode;
};

function Switch({ field: { label, hint }, common, noted, isOn, onChange, children }: SwitchProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="flex items-start justify-between gap-4 py-1">
        <div className="min-w-0 flex-1">
          <label htmlFor={common.id} className="block cursor-pointer">
            <span className="font-medium">{t(label)}</span>
            {hint && (
              <span id={`${common.id}-hint`} className="text-muted text-small block">
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
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
      </div>
      {children}
    </div>
  );
}

/** The hint, the length and the error below an input. */
function Below({
  field,
  id,
  value,
  error,
}: Pick<Props, "field" | "value" | "error"> & { id: string }) {
  const { t } = useTranslation();
  const { hint, max, min, showLength } = field;
  return (
    <>
      <div className="flex items-start gap-4">
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-small mt-1 min-w-0 flex-1">
            {t(hint)}
          </p>
        )}
        {showLength && <Counter length={String(value ?? "").length} max={max} />}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t(forms.errorKey(field, error), { n: error === "too_long" ? max : min })}
        </p>
      )}
    </>
  );
}

const isRare = (type: forms.Field["type"]) =>
  type === "color" ||
  type === "secret" ||
  type === "resource" ||
  type === "date" ||
  type === "time" ||
  type === "select";
const Counter = ({ length, max = Infinity }: { length: number; max?: number }) => (
  <p
    className={`text-small tabular mt-1 ml-auto shrink-0 ${length > max ? "text-error" : "text-muted"}`}
  >
    {length} / {max}
  </p>
);

/** The text after the label of an optional input. */
export function Optional({ words = "common.optional" }: { words?: string }) {
  const { t } = useTranslation();
  return <span className="text-muted text-small font-normal"> ({t(words)})</span>;
}

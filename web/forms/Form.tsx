import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ApiError } from "../kit/api.ts";
import { Field, FormTabs } from "./Field.tsx";
import { byField, check, type Field as Definition, type FormValues, refusalText } from "./form.ts";
import { useTranslation } from "../kit/text.ts";

type Props<V extends FormValues> = {
  /** A function when they depend on the values. */
  fields: Definition[] | ((values: V) => Definition[]);
  values: V;
  /** Rejections with fields are shown at the fields, others above the button. */
  onSubmit: (values: V) => Promise<unknown>;
  /** Tells when there is something to lose. */
  onDirty?: (dirty: boolean) => void;
  /** What its button says; without it the button is elsewhere, by the form's id. */
  submit?: string;
  id?: string;
  busy?: string;
  onCancel?: () => void;
  /** By field name: what stands below its input, and may change values itself. */
  extras?: Partial<Record<string, (values: V, put: (more: Partial<V>) => void) => ReactNode>>;
  /** By field name: what stands over it, to part a long form. */
  headings?: Partial<Record<string, ReactNode>>;
  /** By field name: changes other values when this one changes, at once or later. */
  onFieldChange?: Partial<
    Record<
      string,
      (value: FormValues[string], setOthers: (more: Partial<V>) => void, before: V) => void
    >
  >;
  /** Above all: what the values will look like. */
  preview?: (values: V) => ReactNode;
  /** Below the fields: what a field alone can't hold. */
  children?: ReactNode;
  /** The main button as wide as the form. */
  wide?: boolean;
  /** Takes the focus when it appears, except where that would raise a keyboard over it. */
  focusFirst?: boolean;
};

/**
 * The one form. Checks a field when it is left, then as it changes; the first wrong one gets the
 * focus.
 */
export function Form<V extends FormValues>({
  fields: fieldsProp,
  values: first,
  onSubmit,
  onDirty,
  submit,
  busy,
  onCancel,
  extras,
  headings,
  onFieldChange,
  preview,
  children,
  wide,
  focusFirst,
  id: given,
}: Props<V>) {
  const { t } = useTranslation();
  const own = useId();
  const id = given ?? own;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const fields = typeof fieldsProp === "function" ? fieldsProp(values) : fieldsProp;
  const tabs = [...new Set(fields.flatMap(({ tab }) => tab ?? []))];
  const [chosen, setChosen] = useState(tabs[0]);
  const shownTab = tabs.find((one) => one === chosen) ?? tabs[0];
  const shown = fields.filter((field) => field.tab === shownTab);
  // One of its own says by itself whether it takes the focus.
  const firstPlain = shown.find(({ type }) => type !== "custom");

  useEffect(() => {
    if (focusFirst && !matchMedia("(pointer: coarse)").matches)
      form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  }, [focusFirst]);

  // An unchanged value is not checked here: a name from the network may be longer than a form
  // allows.
  const errorOf = (field: Definition, value: FormValues[string]) =>
    value && value === first[field.name] && !field.notBefore
      ? undefined
      : check(field, value, { ...values, [field.name]: value });

  const put = (more: Partial<V>) => {
    setValues((old) => ({ ...old, ...more }));
    setErrors((old) => ({
      ...old,
      ...Object.fromEntries(Object.keys(more).map((name) => [name, undefined])),
    }));
    onDirty?.(true);
  };

  const set = (field: Definition, value: FormValues[string]) => {
    setValues((old) => ({ ...old, [field.name]: value }));
    onFieldChange?.[field.name]?.(value, put, values);
    onDirty?.(true);
    if (errors[field.name]) setErrors((old) => ({ ...old, [field.name]: errorOf(field, value) }));
  };

  const showErrors = (found: Record<string, string | undefined>) => {
    setErrors(found);
    const wrong = fields.find(({ name }) => found[name]);
    if (wrong?.tab) setChosen(wrong.tab);
    if (wrong)
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>(`[name="${wrong.name}"]`)?.focus(),
      );
    return Boolean(wrong);
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setFailed(null);
    if (
      showErrors(
        Object.fromEntries(fields.map((field) => [field.name, errorOf(field, values[field.name])])),
      )
    )
      return;
    setSending(true);
    try {
      await onSubmit(values);
      onDirty?.(false);
    } catch (error) {
      const atFields = error instanceof ApiError && showErrors(byField(fields, error.fields));
      if (!atFields) setFailed(refusalText(error, fields));
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-4 in-[dialog]:min-h-full"
      aria-describedby={failed ? `${id}-failed` : undefined}
    >
      {preview?.(values)}
      {shownTab && (
        <FormTabs
          variant="line"
          label={t("common.parts")}
          values={tabs}
          value={shownTab}
          text={(one) => t(one)}
          invalid={fields.flatMap((field) => (field.tab && errors[field.name] ? [field.tab] : []))}
          onChange={setChosen}
        />
      )}
      {shown.map((field) => (
        <div key={field.name} className="contents">
          {headings?.[field.name]}
          <Field
            field={field}
            value={values[field.name]}
            error={errors[field.name]}
            autoFocus={field === firstPlain}
            onChange={(value) => set(field, value)}
            onBlur={() => {
              // An untouched field that is merely passed through is not wrong yet.
              if (values[field.name] !== first[field.name])
                setErrors((old) => ({ ...old, [field.name]: errorOf(field, values[field.name]) }));
            }}
          >
            {extras?.[field.name]?.(values, put)}
          </Field>
        </div>
      ))}
      {children}
      <div className={`flex flex-col gap-3 ${onCancel ? stickyFooter : ""}`}>
        <div role="alert" className={failed ? "" : "hidden"}>
          {failed && (
            <p
              id={`${id}-failed`}
              className="border-error/40 bg-error/8 flex items-start gap-2 rounded-lg border px-3 py-2.5"
            >
              <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
              <span className="min-w-0 break-words">{failed}</span>
            </p>
          )}
        </div>
        <div className={`flex gap-2 ${wide ? "" : "justify-end"}`}>
          {onCancel && (
            <button type="button" className="btn btn-ghost" onClick={onCancel}>
              {t("common.cancel")}
            </button>
          )}
          {submit && (
            <button
              type="submit"
              className={`btn btn-primary ${wide ? "btn-block" : ""}`}
              disabled={sending}
            >
              {sending && <span aria-hidden className="loading loading-spinner loading-sm" />}
              {sending && busy ? busy : submit}
            </button>
          )}
        </div>
      </div>
    </form>
  );
}

/** In a dialog, its footer: it stays visible however long the form is. */
const stickyFooter =
  "in-[dialog]:sticky in-[dialog]:-bottom-5 in-[dialog]:z-1 in-[dialog]:bg-base-100 in-[dialog]:border-line in-[dialog]:-mx-5 in-[dialog]:-mb-5 in-[dialog]:border-t in-[dialog]:px-5 in-[dialog]:py-3 in-[dialog]:mt-auto";

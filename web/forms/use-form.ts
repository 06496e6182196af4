import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../kit/api.ts";
import { byField, check, type Field, type FormValues, refusalText } from "./form.ts";

export type FormProps<V extends FormValues> = {
  /** A function when the fields depend on the values. */
  fields: Field[] | ((values: V) => Field[]);
  values: V;
  /** A rejection with fields shows at the fields, any other one above the button. */
  onSubmit: (values: V) => Promise<unknown>;
  /** Called with true when the form has unsaved changes. */
  onDirty?: (dirty: boolean) => void;
  /**
   * The label of the submit button. Without it the page has the button, linked by the form's id.
   */
  submit?: string;
  id?: string;
  busy?: string;
  onCancel?: () => void;
  /** By field name: content below the input, which can change values. */
  extras?: Partial<Record<string, (values: V, put: (more: Partial<V>) => void) => ReactNode>>;
  /** By field name: a heading above it, which divides a long form. */
  headings?: Partial<Record<string, ReactNode>>;
  /** By field name: changes other values when this one changes, at once or later. */
  onFieldChange?: Partial<
    Record<
      string,
      (value: FormValues[string], setOthers: (more: Partial<V>) => void, before: V) => void
    >
  >;
  /** A preview of the values, above the fields. */
  preview?: (values: V) => ReactNode;
  /** Content below the fields. */
  children?: ReactNode;
  /** The submit button is as wide as the form. */
  wide?: boolean;
  /**
   * Focuses the first field when the form appears, unless an on-screen keyboard would then cover
   * the form.
   */
  focusFirst?: boolean;
  /** The tab at first. */
  firstTab?: string;
  /** Called when the user chooses a tab. */
  onTab?: (tab: string) => void;
};

/** The state of a form: its values, errors and submission. */
export function useForm<V extends FormValues>({
  fields: fieldsProp,
  values: first,
  onSubmit,
  onDirty,
  onFieldChange,
  focusFirst,
  firstTab,
}: FormProps<V>) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const fields = typeof fieldsProp === "function" ? fieldsProp(values) : fieldsProp;
  const tabs = [...new Set(fields.flatMap(({ tab }) => tab ?? []))];
  const [chosen, setChosen] = useState(firstTab);
  const shownTab = tabs.find((one) => one === chosen) ?? tabs[0];
  const visible = fields.filter((field) => field.tab === shownTab);

  useEffect(() => {
    if (focusFirst && !matchMedia("(pointer: coarse)").matches)
      form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  }, [focusFirst]);

  // An unchanged value is not checked: a name from the network may exceed the form's limit.
  const errorOf = (field: Field, value: FormValues[string]) =>
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

  const set = (field: Field, value: FormValues[string]) => {
    setValues((old) => ({ ...old, [field.name]: value }));
    onFieldChange?.[field.name]?.(value, put, values);
    onDirty?.(true);
    if (errors[field.name]) setErrors((old) => ({ ...old, [field.name]: errorOf(field, value) }));
  };

  const showErrors = (problems: Record<string, string | undefined>) => {
    setErrors(problems);
    const wrong = fields.find(({ name }) => problems[name]);
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
    const results = fields.map((field) => [field.name, errorOf(field, values[field.name])]);
    if (showErrors(Object.fromEntries(results))) return;
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

  return {
    form,
    values,
    errors,
    failed,
    sending,
    tabs,
    shownTab,
    shown: visible,
    invalidTabs: fields.flatMap(({ name, tab }) => (tab && errors[name] ? [tab] : [])),
    setChosen,
    put,
    set,
    /** Checks a field on blur. An untouched field has no error yet. */
    leave: (field: Field) => {
      if (values[field.name] !== first[field.name])
        setErrors((old) => ({ ...old, [field.name]: errorOf(field, values[field.name]) }));
    },
    send,
  };
}

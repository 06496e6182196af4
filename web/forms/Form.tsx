import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { Field, FormTabs } from "./Field.tsx";
import type { FormValues } from "./form.ts";
import { useTranslation } from "../kit/text.ts";
import { type FormProps, useForm } from "./use-form.ts";

/**
 * The form component of all pages. It checks a field on blur, and after that at each change. The
 * first field with an error gets the focus.
 */
export function Form<V extends FormValues>(props: FormProps<V>) {
  const { extras, headings, preview, children, id: given } = props;
  const { t } = useTranslation();
  const own = useId();
  const id = given ?? own;
  const state = useForm(props);
  const { form, values, errors, failed, tabs, shownTab, shown: visible } = state;
  // A custom field takes the focus by itself.
  const firstPlain = visible.find(({ type }) => type !== "custom");

  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={(event) => void state.send(event)}
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
          invalid={state.invalidTabs}
          onChange={(tab) => {
            state.setChosen(tab);
            props.onTab?.(tab);
          }}
        />
      )}
      {visible.map((field) => (
        <div key={field.name} className="contents">
          {headings?.[field.name]}
          <Field
            field={field}
            value={values[field.name]}
            error={errors[field.name]}
            autoFocus={field === firstPlain}
            onChange={(value) => state.set(field, value)}
            onBlur={() => state.leave(field)}
          >
            {extras?.[field.name]?.(values, state.put)}
          </Field>
        </div>
      ))}
      {children}
      <Footer {...props} id={id} failed={failed} sending={state.sending} />
    </form>
  );
}

type FooterProps = Pick<FormProps<FormValues>, "submit" | "busy" | "onCancel" | "wide"> & {
  id: string;
  failed: string | null;
  sending: boolean;
};

function Footer({ id, failed, sending, submit, busy, onCancel, wide }: FooterProps) {
  const { t } = useTranslation();
  return (
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
  );
}

/** In a dialog the form's buttons are a footer that stays visible under a long form. */
const stickyFooter =
  "in-[dialog]:sticky in-[dialog]:-bottom-5 in-[dialog]:z-1 in-[dialog]:bg-base-100 in-[dialog]:border-line in-[dialog]:-mx-5 in-[dialog]:-mb-5 in-[dialog]:border-t in-[dialog]:px-5 in-[dialog]:py-3 in-[dialog]:mt-auto";

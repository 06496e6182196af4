import { useId, useState } from "react";
import { variablesOf } from "../../../src/shared/templates.ts";
import type { FormValues } from "../../forms/form.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { ApiError } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { TemplateBubble } from "../../parts/templates/TemplateBubble.tsx";
import type { Template } from "../../parts/templates/types.ts";
import { fieldsOf, partsOf, valuesOf } from "./template-values.ts";

type Props = {
  listing: Listing<Template>;
  title: string;
  row: Template | null;
  whatsappId: number;
  onClose: () => void;
};

/** Makes or changes a template, with a preview and an example of each variable. */
export function TemplateDialog({ title, row, whatsappId, onClose }: Props) {
  const { t } = useTranslation();
  const [first] = useState(() => valuesOf(row));
  const [examples, setExamples] = useState<Record<string, string>>(row?.examples ?? {});
  const [isChanged, setChanged] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const edit = useEdit(row, () => partsOf(first, row?.examples ?? {}, row));

  const save = async (values: FormValues) => {
    setErrors({});
    try {
      const path = row ? "/templates" : `/templates?whatsappId=${whatsappId}`;
      await saveEdit(path, edit, partsOf(values, examples, row));
    } catch (thrown) {
      if (thrown instanceof ApiError) setErrors(thrown.fields);
      throw thrown;
    }
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      size="large"
      listing={{
        fields: fieldsOf(row),
        preview: (values) => {
          const parts = partsOf(values, examples, row);
          return <TemplateBubble template={parts} values={exampleUse(parts.examples)} />;
        },
      }}
      extras={{
        body: (values) => {
          const parts = partsOf(values, examples, row);
          const head = variablesOf(parts.header?.text ?? "");
          return (
            <Examples
              names={[...new Set([...head, ...variablesOf(parts.body)])]}
              values={examples}
              errors={errors}
              onChange={(name, value) => {
                setExamples({ ...examples, [name]: value });
                setErrors({ ...errors, [`examples.${name}`]: "" });
                setChanged(true);
              }}
            />
          );
        },
      }}
      values={first}
      changed={isChanged}
      onSave={save}
      onClose={onClose}
    />
  );
}

function Examples({
  names,
  values,
  errors,
  onChange,
}: {
  names: string[];
  values: Record<string, string>;
  errors: Record<string, string>;
  onChange: (name: string, value: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  if (names.length === 0) return null;
  return (
    <fieldset className="mt-3 flex flex-col gap-2">
      <legend className="mb-1 font-medium">{t("templates.examples")}</legend>
      <p className="text-muted text-small">{t("templates.examplesHint")}</p>
      {names.map((name) => (
        <label key={name} className="flex flex-wrap items-center gap-2">
          <code className="min-w-24 font-mono text-sm break-all">{`{{${name}}}`}</code>
          <input
            className={`input min-w-0 flex-1 ${errors[`examples.${name}`] ? "input-error" : ""}`}
            value={values[name] ?? ""}
            maxLength={200}
            aria-label={t("templates.exampleOf", { name })}
            aria-invalid={errors[`examples.${name}`] ? true : undefined}
            aria-describedby={errors[`examples.${name}`] ? `${id}-${name}` : undefined}
            onChange={({ target }) => onChange(name, target.value)}
          />
          {errors[`examples.${name}`] && (
            <span id={`${id}-${name}`} className="text-error text-small w-full">
              {t("templates.errors.example")}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** The examples as values, so that the preview reads as a customer's message. */
function exampleUse(examples: Record<string, string>) {
  const values = Object.entries(examples).flatMap(([name, text]) => (text ? [{ name, text }] : []));
  return { header: values, body: values };
}

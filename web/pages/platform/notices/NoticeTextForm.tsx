import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import {
  filledNotice,
  type NoticeKind,
  noticeKinds,
  noticeVariables,
} from "../../../../src/shared/billing-notices.ts";
import { type Language, languages } from "../../../../src/shared/languages.ts";
import { Form } from "../../../forms/Form.tsx";
import type { Field, FormValues } from "../../../forms/form.ts";
import { saveOnly } from "../../../forms/save-edit.ts";
import { brand } from "../../../kit/brand.ts";
import { date, language, languageNames, money, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import type { Settings } from "./types.ts";

const fields: Field[] = [
  { name: "subject", label: "notices.subject", type: "text", required: true, max: 150 },
  { name: "body", label: "notices.body", type: "textarea", rows: 7, required: true, max: 2000 },
];

/** The text of each notice in each language, with a preview beside it. */
export function NoticeTextForm({
  settings,
  onSaved,
}: {
  settings: Settings;
  onSaved: (settings: Settings) => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const [kind, setKind] = useState<NoticeKind>("created");
  const [chosen, setChosen] = useState<Language>(language.value);
  const own = settings.texts[kind]?.[chosen];
  const text = own ?? settings.usual[kind][chosen];
  const put = async (next: FormValues | null) => {
    const { [chosen]: _, ...others } = settings.texts[kind] ?? {};
    const ofKind = next
      ? { ...others, [chosen]: { subject: String(next.subject), body: String(next.body) } }
      : others;
    const texts = { ...settings.texts, [kind]: ofKind };
    onSaved(await saveOnly<Settings>("/billing-notices/settings", settings, { texts }));
    toast.success(t("common.updated"));
  };
  return (
    <section aria-labelledby="notice-texts" className="card-quiet flex flex-col gap-3 px-4 py-4">
      <h2 id="notice-texts" className="font-semibold">
        {t("notices.texts")}
      </h2>
      <div className="flex flex-wrap gap-3">
        <Choice
          label={t("notices.kind")}
          value={kind}
          values={noticeKinds}
          text={(one) => t(`notices.kinds.${one}`)}
          onChange={setKind}
        />
        <Choice
          label={t("notices.language")}
          value={chosen}
          values={languages}
          text={(one) => languageNames[one]}
          onChange={setChosen}
        />
      </div>
      <p className="text-muted text-small">
        {t("notices.variables", {
          words: noticeVariables.map((name) => `{${name}}`).join(" "),
          interpolation: { escapeValue: false },
        })}
      </p>
      <Form
        key={`${kind} ${chosen} ${settings.updatedAt}`}
        fields={fields}
        values={{ subject: text.subject, body: text.body }}
        submit={t("common.save")}
        onSubmit={put}
        extras={{ body: (values) => <Preview values={values} /> }}
      />
      {own && (
        <button
          type="button"
          className="btn btn-ghost btn-sm self-start"
          onClick={() => void put(null).catch(toast.error)}
        >
          {t("notices.useUsual")}
        </button>
      )}
    </section>
  );
}

/** The text as a company reads it, with an example's values. */
function Preview({ values }: { values: FormValues }) {
  useSignals();
  const { t } = useTranslation();
  const example = {
    company: t("notices.exampleCompany"),
    number: "318",
    plan: t("notices.examplePlan"),
    value: money("199.90"),
    date: date("2026-12-10T12:00:00"),
    days: "3",
    link: `${location.origin}/invoices`,
    box: brand.value.name,
  };
  return (
    <div aria-label={t("notices.preview")} role="group" className="bg-base-200 mt-3 rounded-lg p-4">
      <p className="text-muted text-small mb-1">{t("notices.preview")}</p>
      <p className="font-medium wrap-anywhere">
        {filledNotice(String(values.subject ?? ""), example)}
      </p>
      <p className="mt-2 wrap-anywhere whitespace-pre-line">
        {filledNotice(String(values.body ?? ""), example)}
      </p>
    </div>
  );
}

function Choice<Value extends string>({
  label,
  value,
  values,
  text,
  onChange,
}: {
  label: string;
  value: Value;
  values: readonly Value[];
  text: (value: Value) => string;
  onChange: (value: Value) => void;
}) {
  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">{label}</span>
      <select
        className="select w-auto"
        value={value}
        onChange={({ target }) => {
          const next = values.find((one) => one === target.value);
          if (next) onChange(next);
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {text(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

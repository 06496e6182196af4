import { ArrowLeft, Search } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { templateValue } from "../../../src/shared/templates.ts";
import { api, ApiError } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { errorText, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { languageName } from "./language-name.ts";
import { TemplateBubble } from "./TemplateBubble.tsx";
import texts from "./texts.json";
import { choiceOf, placesOf, type Place, type Template, type TemplateChoice } from "./types.ts";

addTexts(texts);

type Props = {
  whatsappId: number;
  /** Fills in the variables of a value, as the server will. */
  fill: (text: string) => string;
  /** The variables that a value may hold, with their names for people. */
  words: { name: string; label: string }[];
  /** The label of the button that takes the template. */
  submit: string;
  /** Throws where the server refuses the values. */
  onPick: (choice: TemplateChoice, template: Template) => Promise<unknown> | void;
  onClose: () => void;
};

/** Chooses an approved template of a connection, and its values, with a live preview. */
export function TemplatePicker({ whatsappId, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Template | null>(null);
  return (
    <Dialog title={t("templatePicker.title")} onClose={onClose} size="large">
      {chosen ? (
        <Values {...props} template={chosen} onBack={() => setChosen(null)} onClose={onClose} />
      ) : (
        <Choices whatsappId={whatsappId} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

function Choices({
  whatsappId,
  onChoose,
}: {
  whatsappId: number;
  onChoose: (template: Template) => void;
}) {
  const { t, tag } = useTranslation();
  const [typed, setTyped] = useState("");
  const { templates, failed, retry } = useTemplates(whatsappId, typed);
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <label className="input w-full">
        <Search size={16} aria-hidden className="text-muted" />
        <input
          type="search"
          data-autofocus
          value={typed}
          maxLength={200}
          placeholder={t("templatePicker.search")}
          aria-label={t("templatePicker.search")}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      {failed !== undefined && <LoadError error={failed} onRetry={retry} />}
      {templates?.length === 0 && (
        <p className="text-muted">{t(typed ? "templatePicker.noMatch" : "templatePicker.none")}</p>
      )}
      <ul className="flex flex-col gap-2">
        {templates?.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              disabled={!template.isPlain}
              className="border-line hover:bg-base-200 rounded-card w-full border p-3 text-left disabled:opacity-60"
              onClick={() => onChoose(template)}
            >
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium break-all">{template.name}</span>
                <span className="text-muted text-small">
                  {t(`templatePicker.categories.${template.category}`)} ·{" "}
                  {languageName(template.language, tag)}
                </span>
              </span>
              <span className="text-muted mt-0.5 line-clamp-2 break-words">{template.body}</span>
              {!template.isPlain && (
                <span className="text-waiting text-small">{t("templatePicker.notPlain")}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Values({
  template,
  fill,
  words,
  submit,
  onPick,
  onBack,
  onClose,
}: Omit<Props, "whatsappId"> & { template: Template; onBack: () => void }) {
  const { t } = useTranslation();
  const places = placesOf(template);
  const [values, setValues] = useState(() => firstValues(places, words));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState("");
  const [isBusy, run] = useBusy();
  const filled = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, templateValue(fill(value))]),
  );
  const pick = () => {
    const missing = places.filter(({ key }) => !filled[key]);
    setErrors(Object.fromEntries(missing.map(({ key }) => [key, "required"])));
    if (missing.length > 0) return undefined;
    return run(async () => {
      try {
        await onPick(choiceOf(template, values), template);
        onClose();
      } catch (thrown) {
        setErrors(fieldsOf(thrown));
        setRefusal(errorText(thrown));
      }
    });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void pick();
      }}
    >
      <button type="button" className="btn btn-sm btn-ghost self-start" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden />
        {t("templatePicker.back")}
      </button>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <p className="font-medium break-all">{template.name}</p>
          {places.length === 0 && <p className="text-muted">{t("templatePicker.noValues")}</p>}
          {places.map((place) => (
            <ValueField
              key={place.key}
              place={place}
              words={words}
              value={values[place.key] ?? ""}
              error={errors[place.key]}
              onChange={(value) => {
                setValues({ ...values, [place.key]: value });
                setErrors({ ...errors, [place.key]: "" });
              }}
            />
          ))}
        </div>
        <TemplateBubble template={template} values={previewOf(template, filled)} />
      </div>
      {refusal && (
        <p role="alert" className="text-error">
          {refusal}
        </p>
      )}
      <button type="submit" className="btn btn-primary self-end" disabled={isBusy}>
        {submit}
      </button>
    </form>
  );
}

function ValueField({
  place: { name, example },
  words,
  value,
  error,
  onChange,
}: {
  place: Place;
  words: Props["words"];
  value: string;
  error?: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {/^\d+$/.test(name)
          ? t("templatePicker.number", { n: name })
          : name || t("templatePicker.code")}
      </label>
      <input
        id={id}
        className={`input w-full ${error ? "input-error" : ""}`}
        value={value}
        maxLength={1024}
        list={`${id}-words`}
        placeholder={example && t("templatePicker.example", { example })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-words`}>
        {words.map((word) => (
          <option key={word.name} value={`{{${word.name}}}`} label={word.label} />
        ))}
      </datalist>
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t("templatePicker.required")}
        </p>
      )}
    </div>
  );
}

function useTemplates(whatsappId: number, typed: string) {
  const [templates, setTemplates] = useState<Template[]>();
  const [failed, setFailed] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isLate = false;
    const query = new URLSearchParams({
      whatsappId: String(whatsappId),
      state: "APPROVED",
      searchParam: typed.trim(),
    });
    api.get<{ records: Template[] }>(`/templates?${query}`).then(
      ({ records }) => {
        if (isLate) return;
        setTemplates(records);
        setFailed(undefined);
      },
      (thrown: unknown) => {
        if (!isLate) setFailed(thrown);
      },
    );
    return () => {
      isLate = true;
    };
  }, [whatsappId, typed, tries]);
  return { templates, failed, retry: () => setTries(tries + 1) };
}

/** Values that the names of the variables suggest. */
function firstValues(places: Place[], words: Props["words"]): Record<string, string> {
  const has = (name: string) => words.some((word) => word.name === name);
  return Object.fromEntries(
    places.flatMap(({ key, name }) => {
      const guess = guesses.find(([pattern, word]) => pattern.test(name) && has(word))?.[1];
      return guess ? [[key, `{{${guess}}}`]] : [];
    }),
  );
}

const guesses: [RegExp, string][] = [
  [/^(nome|name|nombre|cliente|customer|primeiro_nome|first_name)$/i, "firstName"],
  [/^(pedido|order|numero_pedido|order_number)$/i, "order"],
  [/^(valor|total|price|precio)$/i, "order_total"],
  [/^(loja|empresa|company|shop|tienda)$/i, "name_company"],
  [/^(protocolo|protocol)$/i, "protocol"],
];

/** The use for the preview: places without a value show the name of their variable. */
function previewOf(template: Template, filled: Record<string, string>) {
  const named = Object.fromEntries(
    placesOf(template).map(({ key, name }) => [key, filled[key] || `{{${name}}}`]),
  );
  const { header, body } = choiceOf(template, named);
  return { header, body };
}

const fieldsOf = (thrown: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((thrown instanceof ApiError && thrown.fields) || {}).map(([field, code]) => [
      field.replace(/^template\./, ""),
      code,
    ]),
  );

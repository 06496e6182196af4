import { useSignals } from "@preact/signals-react/runtime";
import { Bot, Plug, Users } from "lucide-react";
import { useRef } from "react";
import { Field } from "../../forms/Field.tsx";
import * as forms from "../../forms/form.ts";
import { RadioCards } from "../../forms/ChoiceInputs.tsx";
import { plan } from "../../session/session.ts";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";
import { TextVariables } from "../../parts/TextVariables.tsx";
import { ias, integrations } from "../../parts/answerers.ts";
import { scheduleType } from "./queue-context.ts";
import { type Draft, fields } from "./draft.ts";
import { SharePart } from "./SharePart.tsx";

type Props = {
  draft: Draft;
  wrong: Record<string, string>;
  onChange: (change: Partial<Draft>) => void;
  /** The user left a field. `code` is its error, if any. */
  onLeft: (name: string, code: string | undefined) => void;
};

/** A queue's name, colour, texts, and answerer. */
export function DataTab({ draft, wrong, onChange, onLeft }: Props) {
  useSignals();
  const box = useRef<HTMLDivElement>(null);
  const field = (name: keyof typeof fields) => {
    const definition: forms.Field = fields[name];
    const long = definition.type === "textarea";
    return (
      <Field
        field={definition}
        value={draft[name]}
        error={wrong[name]}
        onChange={(value) => onChange({ [name]: String(value ?? "") })}
        onBlur={() => onLeft(name, forms.check(definition, draft[name]))}
      >
        {long && (
          <TextVariables
            text={draft[name]}
            field={() => box.current?.querySelector<HTMLTextAreaElement>(`textarea[name=${name}]`)}
          />
        )}
      </Field>
    );
  };

  return (
    <div ref={box} className="flex flex-col gap-5">
      {field("name")}
      {field("color")}
      {field("greetingMessage")}
      {scheduleType.value === "queue" && field("outOfHoursMessage")}
      {field("complationMessage")}
      {field("ratingMessage")}
      <Answerer draft={draft} wrong={wrong} onChange={onChange} />
      <SharePart draft={draft} onChange={onChange} />
    </div>
  );
}

/** Chooses the answerer of the queue: people and the menu, an integration, or an AI. */
function Answerer({
  draft: { integrationId, promptId },
  wrong,
  onChange,
}: Pick<Props, "draft" | "wrong" | "onChange">) {
  useSignals();
  const { t } = useTranslation();
  const { useOpenAi = false, useIntegrations = false } = plan.value ?? {};
  const answerer = integrationId !== null ? "integration" : promptId !== null ? "ia" : "people";
  const choices = [
    {
      value: "people",
      label: "queues.answers.people",
      hint: "queues.answers.peopleHint",
      icon: Users,
    },
    ...(useOpenAi || promptId !== null
      ? [{ value: "ia", label: "queues.answers.ia", hint: "queues.answers.iaHint", icon: Bot }]
      : []),
    ...(useIntegrations || integrationId !== null
      ? [
          {
            value: "integration",
            label: "queues.answers.integration",
            hint: "queues.answers.integrationHint",
            icon: Plug,
          },
        ]
      : []),
  ];
  if (choices.length === 1) return null;
  const answerers = { ia: ias.value ?? [], integration: integrations.value ?? [] };
  const choose = (value: string) =>
    onChange({
      promptId: value === "ia" ? (promptId ?? answerers.ia[0]?.id ?? null) : null,
      integrationId:
        value === "integration" ? (integrationId ?? answerers.integration[0]?.id ?? null) : null,
    });
  const offered = choices.filter(
    ({ value }) =>
      value === "people" ||
      value === answerer ||
      answerers[value === "ia" ? "ia" : "integration"].length > 0,
  );
  const none = [
    useOpenAi && ias.value?.length === 0 && "queues.answers.noIa",
    useIntegrations && integrations.value?.length === 0 && "queues.answers.noIntegration",
  ].filter((key) => key !== false);

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{t("queues.answers.title")}</legend>
      {offered.length > 1 ? (
        <RadioCards name="answers" choices={offered} value={answerer} onChange={choose} />
      ) : (
        <p>{t("queues.answers.peopleHint")}</p>
      )}
      {answerer === "ia" && (
        <LabeledSelect
          label={t("queues.answers.whichIa")}
          value={promptId}
          options={answerers.ia}
          error={wrong.promptId && t("errors.ERR_NOT_FOUND_REFERENCE")}
          onChange={(id) => onChange({ promptId: id })}
        />
      )}
      {answerer === "integration" && (
        <LabeledSelect
          label={t("queues.answers.whichIntegration")}
          value={integrationId}
          options={answerers.integration}
          error={wrong.integrationId && t("errors.ERR_NOT_FOUND_REFERENCE")}
          onChange={(id) => onChange({ integrationId: id })}
        />
      )}
      {none.map((key) => (
        <p key={key} className="text-muted text-small">
          {t(key)}
        </p>
      ))}
    </fieldset>
  );
}

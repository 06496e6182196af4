import { useSignals } from "@preact/signals-react/runtime";
import { useId, useRef } from "react";
import { reminderLength } from "../../../src/shared/reminders.ts";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";
import { queues, tags } from "../../lists/company-lists.ts";
import { TextVariables } from "../TextVariables.tsx";
import type { StepDraft } from "./drafts.ts";
import { durationOf } from "./step-words.ts";

type Props = {
  step: StepDraft;
  errors: Record<string, string>;
  onChange: (change: Partial<StepDraft>) => void;
};

/** The fields of one step. */
export function StepFields(props: Props) {
  switch (props.step.kind) {
    case "text":
      return <Words {...props} name="text" max={4000} withVariables />;
    case "note":
      return <Words {...props} name="note" max={1000} />;
    case "tag":
    case "untag":
      return <TagField {...props} />;
    case "queue":
      return <QueueField {...props} />;
    case "snooze":
      return <Minutes {...props} />;
    case "reminder":
      return (
        <>
          <Minutes {...props} />
          <Words {...props} name="reminder" max={reminderLength} />
        </>
      );
    case "resolve":
      return <Farewell {...props} />;
  }
}

type WordsProps = Props & { name: "text" | "note" | "reminder"; max: number; withVariables?: true };

function Words({ step, errors, onChange, name, max, withVariables }: WordsProps) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const error = errors.text ?? errors.note;
  return (
    <div className="mt-2">
      <label htmlFor={id} className="mb-1 block font-medium">
        {t(`macroSteps.fields.${name}`)}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        maxLength={max}
        value={step.text}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`textarea field-sizing-content max-h-48 min-h-15 w-full ${error ? "textarea-error" : ""} ${name === "note" ? "border-muted border-dashed" : ""}`}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      {withVariables && <TextVariables text={step.text} field={() => field.current} />}
      {error && (
        <p id={`${id}-error`} className="text-error text-small mt-1">
          {t(`macroSteps.wrong.${error}`)}
        </p>
      )}
    </div>
  );
}

function TagField({ step, errors, onChange }: Props) {
  useSignals();
  const { t } = useTranslation();
  return (
    <Choice
      label={t("macroSteps.fields.tag")}
      value={step.tagId}
      rows={tags.rows.value}
      error={errors.tagId}
      onChange={(tagId) => onChange({ tagId })}
    />
  );
}

function QueueField({ step, errors, onChange }: Props) {
  useSignals();
  const { t } = useTranslation();
  return (
    <Choice
      label={t("macroSteps.fields.queue")}
      value={step.queueId}
      rows={queues.rows.value}
      error={errors.queueId}
      onChange={(queueId) => onChange({ queueId })}
    />
  );
}

type ChoiceProps = {
  label: string;
  value: number | null;
  rows: { id: number; name: string }[] | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
};

/** A row that was deleted is no choice any more, and says so. */
function Choice({ label, value, rows, error, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const isGone = value !== null && rows !== null && !rows.some(({ id }) => id === value);
  const code = isGone ? "gone" : error && "invalid";
  return (
    <div className="mt-2">
      <LabeledSelect
        label={label}
        value={isGone ? null : value}
        options={rows ?? []}
        empty={t("macroSteps.choose")}
        error={code && t(`macroSteps.wrong.${code}`)}
        onChange={onChange}
      />
    </div>
  );
}

const hour = 60;
const day = 24 * hour;
const durations = [15, 30, hour, 2 * hour, 4 * hour, 8 * hour, day, 2 * day, 3 * day, 7 * day];

/** The choice of the next day's opening, among those in minutes. */
const opening = -1;

function Minutes({ step, onChange }: Props) {
  const { t } = useTranslation();
  const { minutes } = step;
  const all = [...new Set([...durations, ...(minutes === null ? [] : [minutes])])].toSorted(
    (one, other) => one - other,
  );
  return (
    <div className="mt-2">
      <LabeledSelect
        label={t("macroSteps.fields.when")}
        value={step.until ? opening : minutes}
        options={[
          ...(step.kind === "snooze" ? [{ id: opening, name: t("macroSteps.untilOpening") }] : []),
          ...all.map((each) => ({
            id: each,
            name: t("macroSteps.in", { time: durationOf(each) }),
          })),
        ]}
        empty={step.kind === "snooze" ? t("macroSteps.untilReply") : undefined}
        onChange={(chosen) =>
          onChange(
            chosen === opening
              ? { minutes: null, until: "opening" }
              : { minutes: chosen, until: undefined },
          )
        }
      />
    </div>
  );
}

function Farewell({ step, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className="mt-2">
      <LabeledSelect
        label={t("macroSteps.fields.farewell")}
        value={step.silent ? 1 : 0}
        options={[
          { id: 0, name: t("macroSteps.withFarewell") },
          { id: 1, name: t("macroSteps.silent") },
        ]}
        onChange={(chosen) => onChange({ silent: chosen === 1 })}
      />
    </div>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import {
  macroStepKinds,
  maxMacroSteps,
  misplacedStep,
  type MacroStepKind,
} from "../../../src/shared/macros.ts";
import { useChoices } from "../../forms/choices.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { queues, tags } from "../../lists/company-lists.ts";
import { moved, newDraft, type StepDraft } from "./drafts.ts";
import { StepFields } from "./StepFields.tsx";
import { stepIcons } from "./step-words.ts";

type Props = {
  steps: StepDraft[];
  onChange: (steps: StepDraft[]) => void;
  /** The refusals of the server, by their fields: `steps.1.tagId`. */
  errors: Record<string, string>;
};

/** The steps of a macro or an automation: added, filled in, moved and removed. */
export function StepsEditor({ steps, onChange, errors }: Props) {
  useSignals();
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [status, setStatus] = useState("");
  useChoices(tags);
  useChoices(queues);
  const misplaced = misplacedStep(steps);

  const focusStep = (key: number) =>
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-step="${key}"] :is(textarea, select, input)`)
        ?.focus(),
    );
  const add = (kind: MacroStepKind) => {
    const draft = newDraft(kind);
    onChange([...steps, draft]);
    focusStep(draft.key);
  };
  const move = (index: number, by: number) => {
    const next = moved(steps, index, by);
    if (!next) return;
    const focusedElement = document.activeElement;
    onChange(next);
    // A browser takes the focus from an element that moves.
    requestAnimationFrame(() => focusedElement instanceof HTMLElement && focusedElement.focus());
    setStatus(t("macroSteps.movedTo", { n: index + by + 1 }));
  };
  const remove = (index: number) => {
    onChange(steps.toSpliced(index, 1));
    const neighbour = steps[index + 1] ?? steps[index - 1];
    if (neighbour) focusStep(neighbour.key);
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{t("macroSteps.title")}</legend>
      <ol ref={list} className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <StepCard
            key={step.key}
            step={step}
            index={index}
            count={steps.length}
            errors={errorsAt(errors, index, misplaced)}
            onChange={(change) => onChange(steps.with(index, { ...step, ...change }))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {steps.length > 1 && (
        <p className="text-muted text-small mt-1 pointer-coarse:hidden">{t("macroSteps.keys")}</p>
      )}
      {steps.length === 0 && (
        <p className={errors.steps ? "text-error" : "text-muted"}>{t("macroSteps.none")}</p>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
      {steps.length < maxMacroSteps && (
        <div className="mt-2">
          <Menu
            label={t("macroSteps.add")}
            align="start"
            tip={false}
            className="btn btn-sm"
            items={macroStepKinds.map((kind) => ({
              label: t(`macroSteps.kinds.${kind}`),
              icon: stepIcons[kind],
              onSelect: () => add(kind),
            }))}
          >
            <Plus size={16} aria-hidden />
            {t("macroSteps.add")}
          </Menu>
        </div>
      )}
    </fieldset>
  );
}

/** The errors of one step, by its own fields. */
const errorsAt = (
  errors: Record<string, string>,
  index: number,
  misplaced: number | undefined,
) => ({
  ...Object.fromEntries(
    Object.entries(errors).flatMap(([field, code]) => {
      const prefix = `steps.${index}.`;
      return field.startsWith(prefix) ? [[field.slice(prefix.length), code]] : [];
    }),
  ),
  ...(misplaced === index && { kind: "misplaced" }),
});

type CardProps = {
  step: StepDraft;
  index: number;
  count: number;
  errors: Record<string, string>;
  onChange: (change: Partial<StepDraft>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
};

function StepCard({ step, index, count, errors, onChange, onMove, onRemove }: CardProps) {
  const { t } = useTranslation();
  const n = index + 1;
  const Icon = stepIcons[step.kind];
  const kind = t(`macroSteps.kinds.${step.kind}`);

  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  };

  return (
    <li
      data-step={step.key}
      aria-label={t("macroSteps.step", { n, kind })}
      className={`rounded-card border px-3 py-2 ${errors.kind ? "border-error" : "border-line"}`}
      onKeyDown={onKey}
    >
      <div className="flex items-center gap-2">
        <span className="text-muted tabular w-4 text-center">{n}</span>
        <Icon size={16} aria-hidden className="text-muted shrink-0" />
        <span className="min-w-0 flex-1 truncate font-medium">{kind}</span>
        <IconButton
          label={t("macroSteps.up", { n })}
          icon={ArrowUp}
          aria-disabled={index === 0}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t("macroSteps.down", { n })}
          icon={ArrowDown}
          aria-disabled={index === count - 1}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(1)}
        />
        <IconButton label={t("macroSteps.remove", { n })} icon={X} onClick={onRemove} />
      </div>
      {errors.kind && (
        <p role="alert" className="text-error text-small mt-1">
          {t(`macroSteps.wrong.${errors.kind}`)}
        </p>
      )}
      <StepFields step={step} errors={errors} onChange={onChange} />
    </li>
  );
}

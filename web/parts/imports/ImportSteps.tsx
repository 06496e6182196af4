import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { Steps } from "../../kit/Steps.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { CheckStep } from "./CheckStep.tsx";
import { ColumnsStep } from "./ColumnsStep.tsx";
import { EndedImport, RunningImport } from "./Progress.tsx";
import { FileStep } from "./FileStep.tsx";
import { restore, useImport } from "./import.ts";
import { current, failed, type ImportSource, stage, type Stage, stages } from "./state.ts";
import texts from "./texts.json";

addTexts(texts);

/**
 * Imports rows from a spreadsheet in steps: file, columns, check, and progress. rules.md#imports
 */
export function ImportSteps({ source }: { source: ImportSource }) {
  useSignals();
  useImport(source);
  const at = stage.value;
  const body = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so the focus moves to the start of the step.
  useEffect(() => {
    if (document.activeElement === document.body) body.current?.focus();
  }, [at]);
  return (
    <div ref={body} tabIndex={-1} className="outline-none">
      {current.value === undefined ? (
        <LoadingImport />
      ) : (
        <>
          <StepsOfImport at={at} />
          {at === "file" && <FileStep />}
          {at === "columns" && <ColumnsStep />}
          {at === "check" && <CheckStep />}
          {at === "running" && current.value && <RunningImport running={current.value} />}
          {at === "ended" && current.value && <EndedImport ended={current.value} />}
        </>
      )}
    </div>
  );
}

/** Shows the import's current step; a running import is at the last step. */
export function StepsOfImport({ at }: { at: Stage }) {
  const { t } = useTranslation();
  const step =
    at === "ended" ? stages.length : at === "running" ? stages.length - 1 : stages.indexOf(at);
  return (
    <Steps
      label={t("common.steps")}
      names={stages.map((one) => t(`imports.steps.${one}`))}
      at={step}
    />
  );
}

function LoadingImport() {
  useSignals();
  const { t } = useTranslation();
  if (!failed.value) {
    return (
      <Delayed>
        <Skeleton className="h-56 w-full" />
      </Delayed>
    );
  }
  return (
    <div className="card-quiet" role="alert">
      <LoadError title={t("common.failed")} error={failed.value} onRetry={() => void restore()} />
    </div>
  );
}

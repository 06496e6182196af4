import { useSignals } from "@preact/signals-react/runtime";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { Page } from "../../../kit/Page.tsx";
import { LoadError } from "../../../kit/LoadError.tsx";
import { CheckStep } from "./CheckStep.tsx";
import { ColumnsStep } from "./ColumnsStep.tsx";
import { EndedImport, RunningImport } from "./Progress.tsx";
import { FileStep } from "./FileStep.tsx";
import { current, failed, restore, stage, type Stage, stages, useImport } from "./import.ts";

/** Contacts out of a spreadsheet: the file, its columns, a look at what will happen, and how it goes. rules.md#imports */
export function Import() {
  useSignals();
  useImport();
  const { t } = useTranslation();
  const at = stage.value;
  const body = useRef<HTMLDivElement>(null);
  // The button that led here is gone: the keyboard goes on where the step begins.
  useEffect(() => {
    if (document.activeElement === document.body) body.current?.focus();
  }, [at]);
  return (
    <Page title={t("imports.title")} lead={t("imports.lead")} parent={{ href: "/contacts", label: t("imports.back") }} width="medium">
      <div ref={body} tabIndex={-1} className="outline-none">
      {current.value === undefined ? (
        <LoadingImport />
      ) : (
        <>
          <Steps at={at} />
          {at === "file" && <FileStep />}
          {at === "columns" && <ColumnsStep />}
          {at === "check" && <CheckStep />}
          {at === "running" && current.value && <RunningImport running={current.value} />}
          {at === "ended" && current.value && <EndedImport ended={current.value} />}
        </>
      )}
      </div>
    </Page>
  );
}

export function Steps({ at: stage }: { at: Stage }) {
  const { t } = useTranslation();
  const at = stage === "running" ? stages.length - 1 : stages.indexOf(stage);
  return (
    <ol className="mb-5 flex flex-wrap gap-x-5 gap-y-2" aria-label={t("imports.steps.label")}>
      {stages.map((one, index) => {
        const done = index < at || stage === "ended";
        return (
          <li key={one} aria-current={index === at ? "step" : undefined} className={`flex items-center gap-2 ${index === at ? "font-semibold" : "text-muted"}`}>
            <span className={`tabular text-small grid size-6 shrink-0 place-items-center rounded-full ${done ? "bg-primary text-primary-content" : index === at ? "border-primary text-primary border-2" : "border-line border"}`}>
              {done ? <Check size={14} role="img" aria-label={t("imports.steps.done")} /> : index + 1}
            </span>
            {t(`imports.steps.${one}`)}
          </li>
        );
      })}
    </ol>
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

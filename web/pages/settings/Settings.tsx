import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { Page } from "../../kit/Page.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { can } from "../../session.ts";
import { OpeningHours } from "./OpeningHours.tsx";
import { Options } from "./Options.tsx";
import { failed, read, useSettings, values } from "./options.ts";

type Part = "options" | "hours";

/** The company's settings. rules.md#seen-settings */
export function Settings() {
  useSignals();
  useSettings();
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Part>("options");
  const known = values.value;
  const parts: Part[] = known?.scheduleType === "company" ? ["options", "hours"] : ["options"];
  const part = parts.includes(chosen) ? chosen : "options";

  return (
    <Page
      title={t("settings.title")}
      lead={t("settings.lead")}
      width="medium"
      filters={
        parts.length > 1 && (
          <div className="w-full max-w-sm">
            <Tabs variant="box" label={t("settings.title")} values={parts} value={part} text={(one) => t(`settings.tabs.${one}`)} onChange={setChosen} />
          </div>
        )
      }
    >
      {known ? (
        <div role={parts.length > 1 ? "tabpanel" : undefined} aria-label={parts.length > 1 ? t(`settings.tabs.${part}`) : undefined}>
          {part === "hours" ? (
            <fieldset disabled={!can("settings.write")} className="min-w-0">
              <OpeningHours />
            </fieldset>
          ) : (
            <Options />
          )}
        </div>
      ) : failed.value ? (
        <SettingsFailed problem={failed.value} onRetry={() => void read()} />
      ) : (
        <LoadingSettings />
      )}
    </Page>
  );
}

export function SettingsFailed({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  return (
    <div className="card-quiet" role="alert">
      <LoadError error={problem} onRetry={onRetry} />
    </div>
  );
}

export const LoadingSettings = () => (
  <Delayed>
    <div aria-busy className="card-quiet divide-line divide-y">
      {[40, 56, 48, 44, 52, 40].map((width, index) => (
        <div key={index} className="flex items-center justify-between gap-4 px-4 py-3.5">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-44" />
            <span style={{ width: `${width * 4}px` }} className="max-w-[50vw]">
              <Skeleton className="h-4 w-full" />
            </span>
          </div>
          <Skeleton className="h-6 w-10 rounded-full" />
        </div>
      ))}
    </div>
  </Delayed>
);

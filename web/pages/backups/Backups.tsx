import { useSignals } from "@preact/signals-react/runtime";
import { Save } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { safeMode } from "../../shell/backup-alerts.ts";
import { live } from "../../session/live.ts";
import { CopyList } from "./CopyList.tsx";
import { LastCopy } from "./LastCopy.tsx";
import { LastDrill } from "./LastDrill.tsx";
import { Places } from "./Places.tsx";
import { SafeModeCard } from "./SafeMode.tsx";
import { RecoverySheet } from "./RecoverySheet.tsx";
import texts from "./texts.json";
import type { Backups } from "./types.ts";

addTexts(texts);

/** The owner of the box sees its backups here. rules.md#backups */
export function BackupsPage() {
  useSignals();
  const { t } = useTranslation();
  const [state, setState] = useState<Backups | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api.get<Backups>("/backups").then(setState, setFailed);
  };
  useEffect(() => {
    read();
    const closers = [live.on("backups", read), live.on("ready", read)];
    return () => closers.forEach((close) => close());
  }, []);
  const copy = () => void api.post<Backups>("/backups").then(setState, toast.error);
  const action = (
    <button
      type="button"
      className="btn btn-primary"
      disabled={!state || state.running !== null}
      onClick={copy}
    >
      {state?.running === "copy" ? (
        <span aria-hidden className="loading loading-spinner loading-xs" />
      ) : (
        <Save size={18} aria-hidden />
      )}
      {t(state?.running === "copy" ? "backups.making" : "backups.make")}
    </button>
  );
  return (
    <Page title={t("backups.title")} lead={t("backups.lead")} width="medium" actions={action}>
      {safeMode.value && <SafeModeCard state={safeMode.value} />}
      {state ? (
        <BackupsView state={state} onChange={setState} />
      ) : failed ? (
        <LoadError error={failed} onRetry={read} />
      ) : (
        <Delayed>
          <Skeleton className="h-96 w-full" />
        </Delayed>
      )}
    </Page>
  );
}

export function BackupsView({
  state,
  onChange,
}: {
  state: Backups;
  onChange: (state: Backups) => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <LastCopy state={state} />
      <RecoverySheet sheetAt={state.sheetAt} />
      <LastDrill
        drill={state.drill}
        due={state.drillDueAt}
        running={state.running}
        canStart={state.copies.length > 0}
        onChange={onChange}
      />
      <Places state={state} onChange={onChange} />
      <CopyList copies={state.copies} />
    </div>
  );
}

import { useEffect, useState } from "react";
import { api } from "../../../kit/api.ts";
import { LoadError } from "../../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { addTexts } from "../../../kit/translations.ts";
import { NoticeLog } from "./NoticeLog.tsx";
import { NoticeForm } from "./NoticeForm.tsx";
import { NoticeTextForm } from "./NoticeTextForm.tsx";
import type { Settings } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

/** Notices to companies about their invoices, and their log. rules.md#billing-notices */
export function NoticesTab() {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api.get<Settings>("/billing-notices/settings").then(setSettings, setFailed);
  };
  useEffect(read, []);
  if (failed)
    return (
      <div className="card-quiet">
        <LoadError error={failed} onRetry={read} />
      </div>
    );
  if (!settings)
    return (
      <Delayed>
        <Skeleton className="h-72 w-full" />
      </Delayed>
    );
  return (
    <div className="flex flex-col gap-4">
      <NoticeForm settings={settings} onSaved={setSettings} />
      <NoticeTextForm settings={settings} onSaved={setSettings} />
      <NoticeLog />
    </div>
  );
}

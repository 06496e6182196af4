import { useEffect, useState } from "react";
import type { ReadSettings } from "../../../../src/modules/box/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { LoadError } from "../../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { BoxForm } from "./BoxForm.tsx";
import type { Plans } from "./fields.ts";
import { MailTest } from "./MailTest.tsx";

type Known = { settings: Wire<ReadSettings>; plans: Plans; unanswered: number };

/** The owner edits the settings of the box here. rules.md#box-settings */
export function BoxTab() {
  const [loaded, setLoaded] = useState<Known | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    Promise.all([
      api.get<Wire<ReadSettings>>("/box"),
      api.get<Plans>("/plans/list"),
      api.get<{ unanswered: number }>("/landing/leads"),
    ]).then(
      ([settings, plans, { unanswered }]) => setLoaded({ settings, plans, unanswered }),
      setFailed,
    );
  };
  useEffect(read, []);
  if (failed)
    return (
      <div className="card-quiet">
        <LoadError error={failed} onRetry={read} />
      </div>
    );
  if (!loaded)
    return (
      <Delayed>
        <Skeleton className="h-96 w-full" />
      </Delayed>
    );
  return (
    <>
      <BoxForm {...loaded} onSaved={(settings) => setLoaded({ ...loaded, settings })} />
      {loaded.settings.smtpHost.value !== null && (
        <MailTest key={JSON.stringify(loaded.settings)} />
      )}
    </>
  );
}

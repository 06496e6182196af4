import { useSignals } from "@preact/signals-react/runtime";
import {
  CircleCheck,
  CircleSlash,
  Clock,
  History,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import { Link } from "wouter";
import type { RunState } from "../../../src/shared/automations.ts";
import { api, ApiError } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { dateTime, errorText, useTranslation } from "../../kit/text.ts";
import { NextPage } from "../../lists/NextPage.tsx";
import { usePages } from "../../lists/use-pages.ts";
import type { Automation, AutomationRun } from "./automations.ts";

const pageSize = 20;

const icons: Record<RunState, LucideIcon> = {
  due: Clock,
  running: Clock,
  done: CircleCheck,
  skipped: CircleSlash,
  failed: TriangleAlert,
};
const colors: Record<RunState, string> = {
  due: "text-muted",
  running: "text-muted",
  done: "text-primary",
  skipped: "text-muted",
  failed: "text-error",
};

/** The log of an automation: each run with its outcome and reason, the newest first. */
export function Runs({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const { t } = useTranslation();
  const { rows, hasMore, state, more } = usePages<AutomationRun>(async (loaded) => {
    const page = await api.get<{ records: AutomationRun[]; hasMore: boolean }>(
      `/automations/${automation.id}/runs`,
      { pageNumber: Math.floor(loaded.length / pageSize) + 1 },
    );
    return { rows: page.records, hasMore: page.hasMore };
  });
  return (
    <Dialog title={t("automations.runsOf", { name: automation.name })} onClose={onClose}>
      {state === "ready" && rows.length === 0 && (
        <Empty icon={History} title={t("automations.noRuns")} />
      )}
      <RunList rows={rows} onClose={onClose} />
      <NextPage state={state} hasMore={hasMore} more={more} />
    </Dialog>
  );
}

export function RunList({ rows, onClose }: { rows: AutomationRun[]; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <ul className="divide-line divide-y">
      {rows.map((run) => {
        const Icon = icons[run.state];
        return (
          <li key={run.id} className="flex items-start gap-3 py-2.5">
            <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${colors[run.state]}`} />
            <span className="min-w-0 flex-1">
              <Link href={`/tickets/${run.ticket.uuid}`} className="link" onClick={onClose}>
                {run.contact.name}
              </Link>
              <span className="block break-words">{outcomeOf(run, t)}</span>
            </span>
            <time dateTime={run.doneAt ?? run.dueAt} className="text-muted text-small tabular">
              {dateTime(run.doneAt ?? run.dueAt)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}

function outcomeOf(
  { state, reason, step }: AutomationRun,
  t: ReturnType<typeof useTranslation>["t"],
): string {
  if (state === "skipped") return t(`automations.skipped.${reason}`);
  if (state !== "failed") return t(`automations.states.${state}`);
  const why = errorText(new ApiError(409, { error: reason ?? "" }));
  return step === null ? why : t("automations.failedAt", { n: step + 1, why });
}

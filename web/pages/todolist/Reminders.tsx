import { useSignals } from "@preact/signals-react/runtime";
import { AlarmClock } from "lucide-react";
import { useState } from "react";
import type { ReminderState } from "../../../src/shared/reminders.ts";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type List, useList } from "../../lists/list.ts";
import { LoadMore } from "../../lists/ListPage.tsx";
import { ReminderList } from "../../parts/reminders/ReminderList.tsx";
import type { Reminder } from "../../parts/reminders/reminders.ts";
import { goToTicket } from "../../shell/go-to-ticket.ts";

const views = ["open", "done"] as const satisfies ReminderState[];
type View = (typeof views)[number];

/** The reminders for or by the user, of all tickets that the user may see. rules.md#reminders */
export function Reminders() {
  const [view, setView] = useState<View>("open");
  const list = useList<Reminder>("reminders", {
    envelope: "records",
    query: { state: view },
    filtered: true,
  });
  return <RemindersView list={list} view={view} onView={setView} />;
}

export function RemindersView({
  list,
  view,
  onView,
}: {
  list: List<Reminder>;
  view: View;
  onView: (view: View) => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const rows = list.rows.value;
  return (
    <section aria-label={t("reminders.title")} className="card-quiet">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-3 pb-2">
        <h2 className="font-semibold">{t("reminders.title")}</h2>
        <div className="w-60 max-w-full">
          <Tabs
            variant="box"
            label={t("reminders.title")}
            values={views}
            value={view}
            text={(one) => t(`todo.reminders.${one}`)}
            onChange={onView}
          />
        </div>
      </div>
      <div
        role="tabpanel"
        aria-label={t(`todo.reminders.${view}`)}
        className="border-line border-t px-2 py-2"
      >
        {rows.length > 0 ? (
          <ReminderList rows={rows} onOpen={({ ticket }) => goToTicket(ticket)} />
        ) : list.failed.value ? (
          <LoadError
            error={list.failed.value}
            title={t("reminders.failed")}
            onRetry={list.reload}
          />
        ) : list.loading.value ? (
          <Delayed>
            <Skeleton className="m-2 h-9" />
          </Delayed>
        ) : (
          <Empty
            icon={AlarmClock}
            title={t(`todo.reminders.none.${view}`)}
            text={t("todo.reminders.how")}
          />
        )}
        <LoadMore list={list} />
      </div>
    </section>
  );
}

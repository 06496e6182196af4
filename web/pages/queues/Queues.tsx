import { useSignals } from "@preact/signals-react/runtime";
import { ListOrdered, Plus, Timer } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useRoute } from "wouter";
import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { onDemand } from "../../kit/on-demand.ts";
import { Page } from "../../kit/Page.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useChoices } from "../../forms/choices.ts";
import { connections, queues } from "../../lists/company-lists.ts";
import { useAnswerers } from "../../parts/answerers.ts";
import { addTexts } from "../../kit/translations.ts";
import { useCounts, useHoursSettings } from "./queue-context.ts";
import { useDrag } from "./drag.ts";
import { inOrder, keepOrder, moveOnScreen } from "./order.ts";
import { QueuePage } from "./QueuePage.tsx";
import { QueueRow } from "./QueueRow.tsx";
import type { Queue } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

const GoalsPage = onDemand(async () => (await import("./goals/GoalsPage.tsx")).GoalsPage);

/** The queues in the order of the menu, the queue at this address, or the goals of all. */
export function Queues() {
  const [, params] = useRoute("/queues/:id");
  if (params?.id === "goals") return <GoalsPage />;
  return params ? <QueueAtAddress requested={params.id} /> : <QueueList />;
}

/** A new queue gets its address when it is saved, without leaving the page. */
function QueueAtAddress({ requested }: { requested: string }) {
  const [, go] = useLocation();
  const [current, setCurrent] = useState({ requested, key: 0, made: "" });
  if (requested !== current.requested && requested !== current.made)
    setCurrent({ requested, key: current.key + 1, made: "" });
  useEffect(() => {
    if (current.made && requested === "new") go(`/queues/${current.made}`, { replace: true });
  }, [current.made]);
  return (
    <QueuePage
      key={current.key}
      requested={current.requested}
      onSaved={(id) => current.requested === "new" && setCurrent({ ...current, made: String(id) })}
    />
  );
}

function QueueList() {
  useSignals();
  useChoices(queues);
  useChoices(connections);
  useHoursSettings();
  useAnswerers();
  useCounts();
  return <QueuesView rows={queues.rows.value} failed={queues.failed.value} />;
}

export function QueuesView({ rows, failed }: { rows: Queue[] | null; failed: boolean }) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<Queue[] | null>(null);
  const [deleting, setDeleting] = useState<Queue | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const sorted = inOrder(rows ?? []);

  const announceMove = (id: number) => {
    const all = inOrder(queues.rows.peek() ?? []);
    const at = all.findIndex((row) => row.id === id);
    if (at >= 0)
      setAnnouncement(t("queues.moved", { name: all[at]!.name, n: at + 1, count: all.length }));
  };
  const moveTo = async (id: number, to: number) => {
    const was = queues.rows.peek();
    moveOnScreen(id, to);
    announceMove(id);
    await keepOrder(was);
  };
  const { dragged, start } = useDrag({
    boxes: () =>
      [...(list.current?.querySelectorAll<HTMLElement>("[data-queue]") ?? [])].map((row) => ({
        key: Number(row.dataset.queue),
        top: row.getBoundingClientRect().top,
        bottom: row.getBoundingClientRect().bottom,
      })),
    onMove: (id, to) => {
      before.current ??= queues.rows.peek();
      moveOnScreen(id, to);
    },
    onEnd: (id, dropped) => {
      const was = before.current;
      before.current = null;
      if (!dropped) queues.rows.value = was;
      else {
        announceMove(id);
        void keepOrder(was);
      }
    },
  });

  const create = (
    <Link href="/queues/new" className="btn btn-primary shrink-0">
      <Plus size={18} aria-hidden />
      {t("queues.new")}
    </Link>
  );

  return (
    <Page
      title={t("queues.title")}
      lead={t("queues.lead")}
      actions={
        sorted.length > 0 && (
          <>
            <Link href="/queues/goals" className="btn shrink-0">
              <Timer size={18} aria-hidden />
              {t("queues.goals")}
            </Link>
            {create}
          </>
        )
      }
      counted={t("queues.counted", { count: sorted.length })}
    >
      {sorted.length === 0 && <NoQueues isRead={rows !== null} failed={failed} create={create} />}
      {sorted.length > 0 && (
        <>
          <ol ref={list} className="card-quiet divide-line divide-y">
            {sorted.map((queue, index) => (
              <QueueRow
                key={queue.id}
                queue={queue}
                index={index}
                count={sorted.length}
                dragged={dragged === queue.id}
                onDrag={start(queue.id)}
                onMove={(by) => void moveTo(queue.id, index + by)}
                onDelete={() => setDeleting(queue)}
              />
            ))}
          </ol>
          {sorted.length > 1 && (
            <p className="text-muted text-small mt-3">{t("queues.orderHint")}</p>
          )}
        </>
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>

      {deleting && (
        <ConfirmDelete
          path={`/queue/${deleting.id}`}
          text={t("queues.deleteText", { name: deleting.name })}
          doneText={t("queues.deleted", { name: deleting.name })}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  );
}

type NoQueuesProps = { isRead: boolean; failed: boolean; create: ReactNode };

/** Fills the page while there are no queues to show. */
function NoQueues({ isRead, failed, create }: NoQueuesProps) {
  const { t } = useTranslation();
  if (!isRead && !failed) return <LoadingQueues />;
  if (!isRead)
    return (
      <div className="card-quiet" role="alert">
        <LoadError error={t("errors.ERR_UNKNOWN")} onRetry={() => void queues.load()} />
      </div>
    );
  return (
    <div className="card-quiet">
      <Empty
        icon={ListOrdered}
        title={t("queues.emptyTitle")}
        text={t("queues.emptyText")}
        action={create}
      />
    </div>
  );
}

const LoadingQueues = () => (
  <Delayed>
    <div aria-busy className="card-quiet divide-line divide-y">
      {[1, 2, 3].map((key) => (
        <div key={key} className="flex h-16 items-center gap-4 px-4">
          <Skeleton className="h-9 w-1.5" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-3.5 w-28" />
          </div>
          <Skeleton className="h-4 w-24 max-phone:hidden" />
        </div>
      ))}
    </div>
  </Delayed>
);

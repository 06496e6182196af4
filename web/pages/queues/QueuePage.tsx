import { useSignals } from "@preact/signals-react/runtime";
import { SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { ApiError } from "../../kit/api.ts";
import { Empty } from "../../kit/Empty.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useChoices } from "../../forms/choices.ts";
import { connections, queues } from "../../lists/company-lists.ts";
import { useAnswerers } from "../../parts/answerers.ts";
import { useHoursSettings } from "./queue-context.ts";
import { blankDraft, type Draft, readDraft } from "./draft.ts";
import { QueueEditor } from "./QueueEditor.tsx";

/** The page of an existing or a new queue. */
export function QueuePage({
  requested,
  onSaved,
}: {
  requested: string;
  onSaved: (id: number) => void;
}) {
  useSignals();
  useChoices(queues);
  useChoices(connections);
  useHoursSettings();
  useAnswerers();
  const [id, setId] = useState(requested === "new" ? null : Number(requested));
  const [read, setRead] = useState<{ draft: Draft } | { failed: unknown } | null>(null);
  const [round, setRound] = useState(0);
  const [fresh] = useState(id === null);
  const rows = queues.rows.value;

  useEffect(() => {
    if (fresh) {
      if (rows && !read) setRead({ draft: blankDraft(rows) });
      return;
    }
    let current = true;
    setRead(null);
    readDraft(id!).then(
      (draft) => current && setRead({ draft }),
      (failed: unknown) => current && setRead({ failed }),
    );
    return () => void (current = false);
  }, [round, fresh && rows === null]);

  if (!read) return <Waiting />;
  if ("failed" in read) return <Failed failed={read.failed} onRetry={() => setRound(round + 1)} />;
  return <QueueEditor key={round} id={id} first={read.draft} onMade={setId} onSaved={onSaved} />;
}

function Failed({ failed, onRetry }: { failed: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const gone = failed instanceof ApiError && failed.status === 404;
  const back = (
    <Link href="/queues" className="btn">
      {t("queues.all")}
    </Link>
  );
  return (
    <div role="alert" className="pt-10">
      {gone ? (
        <Empty
          page
          icon={SearchX}
          title={t("queues.gone")}
          text={t("queues.goneText")}
          action={back}
        />
      ) : (
        <LoadError page title={t("queues.notRead")} error={failed} onRetry={onRetry} />
      )}
    </div>
  );
}

const Waiting = () => (
  <Delayed>
    <div aria-busy className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-4 phone:px-6">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-9 w-full max-w-80" />
      {[20, 28, 16].map((width) => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-10 w-full" />
        </div>
      ))}
    </div>
  </Delayed>
);

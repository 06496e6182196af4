import { useSignals } from "@preact/signals-react/runtime";
import { History, RotateCw } from "lucide-react";
import type { ApiCall } from "../../../src/modules/messages-api/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { Empty } from "../../kit/Empty.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { type List, useList } from "../../lists/list.ts";
import { LoadMore } from "../../lists/ListPage.tsx";

export type Call = Wire<ApiCall>;

/** The last requests of other programs, newest first. */
export function Calls() {
  return (
    <CallsView
      list={useList<Call>("messages-api/calls", { envelope: "records", event: "apiCall" })}
    />
  );
}

export function CallsView({ list }: { list: List<Call> }) {
  useSignals();
  const { t } = useTranslation();
  const rows = list.rows.value;
  if (list.failed.value && rows.length === 0)
    return <LoadError error={list.failed.value} onRetry={list.reload} />;
  if (list.loading.value && rows.length === 0)
    return (
      <Delayed>
        <Skeleton className="h-40 w-full" />
      </Delayed>
    );
  if (rows.length === 0)
    return (
      <div className="card-quiet">
        <Empty
          icon={History}
          title={t("messagesApi.calls.emptyTitle")}
          text={t("messagesApi.calls.emptyText")}
        />
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      <div className="self-end">
        <IconButton label={t("messagesApi.calls.again")} icon={RotateCw} onClick={list.reload} />
      </div>
      <ol className="card-quiet divide-line divide-y" aria-busy={list.loading.value}>
        {rows.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ol>
      <LoadMore list={list} />
    </div>
  );
}

function CallRow({
  call: { createdAt, tokenName, status, error, messageId, ack, reason },
}: {
  call: Call;
}) {
  const { t } = useTranslation();
  const isBad = status >= 400 || ack === -1;
  const state =
    status >= 400
      ? t("messagesApi.calls.refused", { status })
      : messageId === null
        ? t("messagesApi.calls.deleted")
        : t(`messagesApi.calls.acks.${ackNames[(ack ?? 0) + 1]!}`);
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[10rem_minmax(0,1fr)_minmax(0,2fr)]">
      <span className="text-muted tabular">{dateTime(createdAt)}</span>
      <span className="min-w-0 truncate">{tokenName}</span>
      <span className="min-w-0 break-words">
        <span className={isBad ? "text-error" : ""}>{state}</span>
        {messageId !== null && (
          <span className="text-muted text-small tabular"> · {messageId}</span>
        )}
        {(error ?? reason) && <span className="text-muted text-small"> · {error ?? reason}</span>}
      </span>
    </li>
  );
}

const ackNames = ["failed", "queued", "sent", "delivered", "read", "played"] as const;

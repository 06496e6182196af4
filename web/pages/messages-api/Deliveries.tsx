import { useSignals } from "@preact/signals-react/runtime";
import { RotateCw, ScrollText, Send } from "lucide-react";
import type * as webhooksTable from "../../../src/modules/webhooks/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { LoadMore } from "../../lists/ListPage.tsx";
import { type List, useList } from "../../lists/list.ts";
import type { Webhook } from "../../parts/webhooks.ts";

export type Delivery = Wire<webhooksTable.Delivery>;

/** The deliveries of one webhook with their answers. The user can send each again. */
export function Deliveries({
  webhook,
  mayReplay,
  onClose,
}: {
  webhook: Webhook;
  mayReplay: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const list = useList<Delivery>("deliveries", {
    path: `/webhooks/${webhook.id}/deliveries`,
    envelope: "records",
    event: "webhookDelivery",
  });
  const replay = async ({ id }: Delivery) => {
    await api.post(`/webhooks/${webhook.id}/deliveries/${id}/replay`);
    toast.success(t("messagesApi.deliveries.sentAgain"));
    list.reload();
  };
  return (
    <Dialog
      title={t("messagesApi.webhooks.deliveriesOf", { name: webhook.name })}
      size="large"
      tall
      onClose={onClose}
    >
      <DeliveriesView
        list={list}
        active={webhook.active && mayReplay}
        onReplay={(delivery) => void replay(delivery).catch(toast.error)}
      />
    </Dialog>
  );
}

export function DeliveriesView({
  list,
  active,
  onReplay,
}: {
  list: List<Delivery>;
  active: boolean;
  onReplay: (delivery: Delivery) => void;
}) {
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
      <Empty
        icon={ScrollText}
        title={t("messagesApi.deliveries.emptyTitle")}
        text={t("messagesApi.deliveries.emptyText")}
      />
    );
  return (
    <div className="flex flex-col gap-2">
      <div className="self-end">
        <IconButton label={t("messagesApi.calls.again")} icon={RotateCw} onClick={list.reload} />
      </div>
      <ol className="divide-line divide-y" aria-busy={list.loading.value}>
        {rows.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            active={active}
            onReplay={() => onReplay(delivery)}
          />
        ))}
      </ol>
      <LoadMore list={list} />
    </div>
  );
}

function DeliveryRow({
  delivery: { id, event, state, attempts, dueAt, status, error, body, createdAt },
  active,
  onReplay,
}: {
  delivery: Delivery;
  active: boolean;
  onReplay: () => void;
}) {
  const { t } = useTranslation();
  const why =
    error === "status"
      ? t("messagesApi.deliveries.status", { status })
      : error && t(`messagesApi.deliveries.errors.${error.replaceAll(" ", "")}`);
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-muted tabular">{dateTime(createdAt)}</span>
          <code className="font-mono">{event}</code>
          <span className={state === "failed" ? "text-error" : ""}>
            {t(`messagesApi.deliveries.states.${state}`, { count: attempts })}
          </span>
        </p>
        {why && (
          <p className="text-small">
            {why}
            {state === "waiting" &&
              ` · ${t("messagesApi.deliveries.next", { at: dateTime(new Date(dueAt).toISOString()) })}`}
          </p>
        )}
        <details className="text-small">
          <summary className="text-muted inline-flex min-h-6 cursor-pointer items-center">
            {t("messagesApi.deliveries.body")}
          </summary>
          <pre
            tabIndex={0}
            aria-label={t("messagesApi.deliveries.body")}
            className="bg-base-200 mt-1 overflow-x-auto rounded-lg px-3 py-2 font-mono"
          >
            {pretty(body)}
          </pre>
        </details>
      </div>
      <IconButton
        label={t("messagesApi.deliveries.again", { id })}
        icon={Send}
        disabled={!active || state === "waiting"}
        onClick={onReplay}
      />
    </li>
  );
}

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

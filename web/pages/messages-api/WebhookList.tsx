import { useSignals } from "@preact/signals-react/runtime";
import {
  FlaskConical,
  KeyRound,
  Pencil,
  Plus,
  ScrollText,
  Trash2,
  TriangleAlert,
  Webhook as WebhookIcon,
} from "lucide-react";
import { useState } from "react";
import { webhookEvents } from "../../../src/shared/webhooks.ts";
import { useChoices } from "../../forms/choices.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { connections, queues, tags } from "../../lists/company-lists.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { VisitLimit } from "../../parts/VisitLimit.tsx";
import { type Webhook, webhooks } from "../../parts/webhooks.ts";
import { can } from "../../session/can.ts";
import { Deliveries } from "./Deliveries.tsx";
import { OnceShown } from "./OnceShown.tsx";
import { bodyOf, fields, oftenLeftOut, valuesOf } from "./webhook-fields.ts";
import { WebhookHelp } from "./WebhookHelp.tsx";

/** The webhooks: create, change and try them, and read their deliveries. rules.md#webhooks */
export function WebhookList() {
  useSignals();
  useChoices(webhooks);
  useChoices(queues);
  useChoices(connections);
  useChoices(tags);
  if (webhooks.failed.value) return <LoadError error={null} onRetry={() => void webhooks.load()} />;
  return <WebhooksView rows={webhooks.rows.value} mayWrite={can("messages-api.write")} />;
}

type Doing = { what: "edit" | "remove" | "secret" | "deliveries"; webhook: Webhook };

export function WebhooksView({
  rows,
  mayWrite = true,
}: {
  rows: Webhook[] | null;
  mayWrite?: boolean;
}) {
  const { t } = useTranslation();
  const [making, setMaking] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const create = mayWrite && (
    <button type="button" className="btn btn-primary" onClick={() => setMaking(true)}>
      <Plus size={18} aria-hidden />
      {t("messagesApi.webhooks.new")}
    </button>
  );
  const close = () => setDoing(null);
  return (
    <div className="flex flex-col gap-4">
      <VisitLimit of="messages-api.write" />
      {secret && (
        <OnceShown
          text={secret}
          title={t("messagesApi.webhooks.secretOnce")}
          action={t("messagesApi.webhooks.copySecret")}
        />
      )}
      {rows === null ? (
        <Delayed>
          <Skeleton className="h-28 w-full" />
        </Delayed>
      ) : rows.length === 0 ? (
        <div className="card-quiet">
          <Empty
            icon={WebhookIcon}
            title={t("messagesApi.webhooks.emptyTitle")}
            text={t("messagesApi.webhooks.emptyText")}
            action={create}
          />
        </div>
      ) : (
        <>
          {create && <div className="self-end">{create}</div>}
          <ul className="card-quiet divide-line divide-y">
            {rows.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                mayWrite={mayWrite}
                onDo={(what) => setDoing({ what, webhook })}
              />
            ))}
          </ul>
        </>
      )}
      <WebhookHelp />
      {making && (
        <RowDialog
          title={t("messagesApi.webhooks.new")}
          listing={{ fields }}
          values={{
            name: "",
            url: "",
            events: webhookEvents.flatMap((event, index) =>
              oftenLeftOut.includes(event) ? [] : [index + 1],
            ),
            active: true,
            queueIds: [],
            whatsappIds: [],
            tagIds: [],
          }}
          onSave={async (values) =>
            setSecret((await api.post<{ secret: string }>("/webhooks", bodyOf(values))).secret)
          }
          onClose={() => setMaking(false)}
        />
      )}
      {doing?.what === "edit" && (
        <EditWebhook webhook={doing.webhook} onSecret={setSecret} onClose={close} />
      )}
      {doing?.what === "remove" && (
        <Confirm
          title={t("common.deleteQuestion")}
          text={doing.webhook.name}
          action={t("common.delete")}
          onClose={close}
          onConfirm={() => api.del(`/webhooks/${doing.webhook.id}`)}
        />
      )}
      {doing?.what === "secret" && (
        <Confirm
          title={t("messagesApi.webhooks.secretQuestion", { name: doing.webhook.name })}
          text={t("messagesApi.webhooks.secretText")}
          action={t("messagesApi.webhooks.newSecret")}
          onClose={close}
          onConfirm={async () =>
            setSecret(
              (await api.post<{ secret: string }>(`/webhooks/${doing.webhook.id}/secret`)).secret,
            )
          }
        />
      )}
      {doing?.what === "deliveries" && (
        <Deliveries webhook={doing.webhook} mayReplay={mayWrite} onClose={close} />
      )}
    </div>
  );
}

function WebhookRow({
  webhook: { id, name, url, events, active, offReason, offAt, failures },
  mayWrite,
  onDo,
}: {
  webhook: Webhook;
  mayWrite: boolean;
  onDo: (what: Doing["what"]) => void;
}) {
  const { t } = useTranslation();
  const state = active ? (failures > 0 ? "failing" : "on") : "off";
  const test = async () => {
    await api.post(`/webhooks/${id}/test`);
    toast.success(t("messagesApi.webhooks.testSent"));
    onDo("deliveries");
  };
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium break-words">{name}</span>
          <span className={`text-small ${state === "on" ? "text-muted" : "text-error"}`}>
            {t(`messagesApi.webhooks.states.${state}`, { count: failures })}
          </span>
        </p>
        <p className="text-muted text-small break-all">{url}</p>
        <p className="text-muted text-small">
          {t("messagesApi.webhooks.eventCount", { count: events.length })}
        </p>
        {offReason && (
          <p role="status" className="mt-1 flex items-start gap-2">
            <TriangleAlert size={18} aria-hidden className="text-waiting mt-px shrink-0" />
            <span>
              {t(`messagesApi.webhooks.offReasons.${offReason}`, {
                at: offAt ? dateTime(offAt) : "",
              })}
            </span>
          </p>
        )}
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={t("messagesApi.webhooks.deliveriesOf", { name })}
          icon={ScrollText}
          onClick={() => onDo("deliveries")}
        />
        <IconButton
          label={t("messagesApi.webhooks.testOf", { name })}
          icon={FlaskConical}
          disabled={!active || !mayWrite}
          onClick={() => void test().catch(toast.error)}
        />
        <IconButton
          label={t("messagesApi.webhooks.secretOf", { name })}
          icon={KeyRound}
          disabled={!mayWrite}
          onClick={() => onDo("secret")}
        />
        <IconButton
          label={t("messagesApi.webhooks.editOf", { name })}
          icon={Pencil}
          disabled={!mayWrite}
          onClick={() => onDo("edit")}
        />
        <IconButton
          label={t("messagesApi.webhooks.removeOf", { name })}
          icon={Trash2}
          disabled={!mayWrite}
          className="text-error"
          onClick={() => onDo("remove")}
        />
      </div>
    </li>
  );
}

function EditWebhook({
  webhook,
  onSecret,
  onClose,
}: {
  webhook: Webhook;
  /** A webhook with a new host receives a new secret. */
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(webhook));
  const edit = useEdit(webhook, () => bodyOf(values));
  return (
    <RowDialog
      title={t("messagesApi.webhooks.edit")}
      listing={{ fields }}
      values={values}
      onSave={async (typed) => {
        const { secret } = await saveEdit<Webhook, Webhook & { secret?: string }>(
          "/webhooks",
          edit,
          bodyOf(typed),
        );
        if (secret) onSecret(secret);
      }}
      onClose={onClose}
    />
  );
}

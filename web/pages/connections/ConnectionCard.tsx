import { useSignals } from "@preact/signals-react/runtime";
import {
  BadgeCheck,
  CircleSlash,
  EllipsisVertical,
  MessageCircle,
  Pencil,
  QrCode,
  RotateCw,
  Smartphone,
  Star,
  Trash2,
  Unplug,
} from "lucide-react";
import { isPractice } from "../../../src/shared/capabilities.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { phone, dateTime, useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { Reason } from "../../parts/linking/Reason.tsx";
import { RestrictionNotice } from "../../parts/RestrictionNotice.tsx";
import { busy } from "../../parts/linking/connection-calls.ts";
import { isLinked, type LinkableConnection, isUnlinked } from "../../parts/linking/types.ts";
import { OfficialFigures } from "./official/OfficialFigures.tsx";
import { NoQueue } from "./NoQueue.tsx";
import { SetAside } from "./SetAside.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

/** The actions that a connection's buttons request. */
export type ConnectionRequest =
  | "link"
  | "linkAgain"
  | "retry"
  | "giveUp"
  | "disconnect"
  | "edit"
  | "delete";

type Props = {
  connection: LinkableConnection;
  onRequest: (request: ConnectionRequest, connection: LinkableConnection) => void;
};

/** A connection: its status, the reason, and the possible actions. */
export function ConnectionCard({ connection, onRequest }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { name, provider, number, status, isDefault, queues, updatedAt, capabilities } = connection;
  const Icon = isPractice(provider)
    ? Smartphone
    : capabilities.pairing
      ? MessageCircle
      : BadgeCheck;
  return (
    <li data-connection={name} className="card-quiet flex flex-col gap-3 px-4 py-3.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,1fr)_12.5rem_17.5rem_auto]">
        <div className="flex min-w-0 gap-3">
          <span
            aria-hidden
            className="bg-base-200 border-line text-muted grid size-10 shrink-0 place-items-center rounded-full border"
          >
            <Icon size={20} strokeWidth={1.8} />
          </span>
          <div className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-x-2 font-semibold">
              <span className="min-w-0 break-words">{name}</span>
              {isDefault && (
                <span className="text-primary text-small flex items-center gap-1 font-medium">
                  <Star size={14} aria-hidden className="fill-current" />
                  {t("connections.default")}
                </span>
              )}
            </h2>
            <p className="text-muted text-small tabular flex flex-wrap gap-x-2">
              <span>{t(`connections.providers.${provider}`)}</span>
              {number && <span className="whitespace-nowrap">{phone(number)}</span>}
            </p>
            {queues.length > 0 && (
              <div className="mt-1.5 flex flex-wrap gap-1">
                {queues.map((queue) => (
                  <Chip key={queue.id} color={queue.color}>
                    {queue.name}
                  </Chip>
                ))}
              </div>
            )}
          </div>
        </div>
        <div className="order-last col-span-2 flex flex-wrap items-center justify-between gap-3 lg:order-none lg:grid lg:grid-cols-subgrid lg:items-start">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:flex-col lg:items-start">
            <StatusBadge status={status} />
            <p className="text-muted text-small tabular">
              {t("connections.updated")}{" "}
              <time dateTime={updatedAt} className="whitespace-nowrap">
                {dateTime(updatedAt)}
              </time>
            </p>
          </div>
          {can("connections-page:actionButtons") && (
            <div className="flex flex-wrap gap-2 lg:justify-end">
              <Actions connection={connection} onRequest={onRequest} />
            </div>
          )}
        </div>
        {can("connections-page:editOrDeleteConnection") && (
          <Menu
            label={t("common.actionsOf", { name })}
            tip={false}
            className="btn btn-ghost btn-square btn-sm text-muted"
            items={[
              {
                label: t("common.edit"),
                icon: Pencil,
                onSelect: () => onRequest("edit", connection),
              },
              {
                label: t("common.delete"),
                icon: Trash2,
                danger: true,
                onSelect: () => onRequest("delete", connection),
              },
            ]}
          >
            <EllipsisVertical size={18} aria-hidden />
          </Menu>
        )}
      </div>
      {queues.length === 0 && <NoQueue />}
      <Reason connection={connection} />
      {capabilities.window && <OfficialFigures id={connection.id} limit={connection.limit} />}
      <RestrictionNotice restriction={connection.restriction} />
      {can("connections-page:actionButtons") && <SetAside connection={connection} />}
    </li>
  );
}

/** The buttons for a connection's status. rules.md#connection-actions */
function Actions({ connection, onRequest }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { id, name, status, capabilities } = connection;
  const disabled = busy.value.has(id);
  const linked = isLinked(connection);
  const labelled = (label: string) => ({ disabled, "aria-label": `${t(label)}: ${name}` });
  const again = (
    <button
      type="button"
      className={`btn btn-sm ${linked && status === "DISCONNECTED" ? "btn-primary" : ""}`}
      {...labelled("connections.retry")}
      onClick={() => onRequest("retry", connection)}
    >
      <RotateCw size={16} aria-hidden />
      {t("connections.retry")}
    </button>
  );

  if (status === "qrcode") {
    return (
      <button
        type="button"
        className="btn btn-primary btn-sm"
        {...labelled("connections.showQr")}
        onClick={() => onRequest("link", connection)}
      >
        <QrCode size={16} aria-hidden />
        {t("connections.showQr")}
      </button>
    );
  }
  if (status === "OPENING") {
    return (
      <button type="button" className="btn btn-sm" disabled>
        <span aria-hidden className="loading loading-spinner loading-xs" />
        {t("connections.opening")}
      </button>
    );
  }
  if (status === "DISCONNECTED" && !capabilities.pairing) return again;
  if (status === "DISCONNECTED") {
    return (
      <>
        {again}
        <button
          type="button"
          className={`btn btn-sm ${isUnlinked(connection) ? "btn-primary" : ""}`}
          {...labelled("connections.newQr")}
          onClick={() => onRequest("linkAgain", connection)}
        >
          <QrCode size={16} aria-hidden />
          {t("connections.newQr")}
        </button>
      </>
    );
  }
  return (
    <>
      {status === "TIMEOUT" && again}
      {linked ? (
        <button
          type="button"
          className="btn btn-sm"
          {...labelled("connections.disconnect")}
          onClick={() => onRequest("disconnect", connection)}
        >
          <Unplug size={16} aria-hidden />
          {t("connections.disconnect")}
        </button>
      ) : (
        <button
          type="button"
          className="btn btn-sm"
          {...labelled("connections.giveUp")}
          onClick={() => onRequest("giveUp", connection)}
        >
          <CircleSlash size={16} aria-hidden />
          {t("connections.giveUp")}
        </button>
      )}
    </>
  );
}

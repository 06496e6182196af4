import { useSignals } from "@preact/signals-react/runtime";
import { Cable, Plus, RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useRoute } from "wouter";
import { Confirm } from "../../kit/Confirm.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { Page } from "../../kit/Page.tsx";
import { toast } from "../../kit/Toast.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { useChoices } from "../../forms/choices.ts";
import { connections, queues } from "../../lists/company-lists.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/texts.ts";
import { disconnect, linkAgain, startConnection } from "../../parts/linking/connection-calls.ts";
import { isLinked, type LinkableConnection, isUnlinked } from "../../parts/linking/types.ts";
import { ConnectionCard, type ConnectionRequest } from "./ConnectionCard.tsx";
import { OfficialAccount } from "./official/OfficialAccount.tsx";
import { ConnectionPage } from "./ConnectionPage.tsx";
import { LinkDialog } from "./LinkDialog.tsx";
import { NewConnection } from "./NewConnection.tsx";
import { RestartAll } from "./RestartAll.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The list of connections, or the connection at this address. */
export function Connections() {
  const [, params] = useRoute("/connections/:id");
  return params ? <ConnectionPage key={params.id} id={Number(params.id)} /> : <List />;
}

function List() {
  useSignals();
  useChoices(connections);
  useChoices(queues);
  return <ConnectionsView rows={connections.rows.value} failed={connections.failed.value} />;
}

type OpenDialog = {
  request: ConnectionRequest | "create" | "official" | "restartAll";
  id?: number;
};

/** The company's numbers, each with its status and the possible actions. */
export function ConnectionsView({
  rows,
  failed,
}: {
  rows: LinkableConnection[] | null;
  failed: boolean;
}) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [dialog, setDialog] = useState<OpenDialog | null>(() =>
    new URLSearchParams(location.search).has("new") && can("connections-page:addConnection")
      ? { request: "create" }
      : null,
  );
  // Drop the query, so that a reload does not open the create dialog again.
  useEffect(() => void (location.search && go(location.pathname, { replace: true })), [go]);
  const connectionRows = (rows ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const connection = connectionRows.find(({ id }) => id === dialog?.id);
  // A dialog that opened meanwhile stays open.
  const close = (closing: OpenDialog["request"]) => () =>
    setDialog((now) => (now?.request === closing ? null : now));

  const onRequest = (request: ConnectionRequest, about: LinkableConnection) => {
    const { id } = about;
    if (request === "retry") void retry(about);
    else if (request === "giveUp") void disconnect(id);
    else if (request === "linkAgain" && isUnlinked(about)) void linkAnew(id);
    else if (request === "edit") go(`/connections/${id}`);
    else setDialog({ request, id });
  };
  // Opens the QR code when there will be one.
  const retry = async (about: LinkableConnection) => {
    const { id } = about;
    if (!isLinked(about)) setDialog({ request: "link", id });
    if ((await startConnection(id))?.status === "qrcode") setDialog({ request: "link", id });
  };
  const linkAnew = async (id: number) => {
    if (await linkAgain(id)) setDialog({ request: "link", id });
  };

  const create = can("connections-page:addConnection") && (
    <button
      type="button"
      data-create
      className="btn btn-primary"
      onClick={() => setDialog({ request: "create" })}
    >
      <Plus size={18} aria-hidden className="max-phone:hidden" />
      {t("connections.new")}
    </button>
  );

  return (
    <Page
      title={t("connections.title")}
      lead={t("connections.lead")}
      counted={t("connections.counted", { count: connectionRows.length })}
      actions={
        connectionRows.length > 0 && (
          <>
            {can("connections-page:actionButtons") && (
              <button
                type="button"
                className="btn max-phone:btn-square"
                aria-label={t("connections.restartAll")}
                title={t("connections.restartAll")}
                onClick={() =>
                  connectionRows.some(isLinked)
                    ? setDialog({ request: "restartAll" })
                    : toast.info(t("connections.nothingToRestart"))
                }
              >
                <RotateCw size={18} aria-hidden />
                <span className="max-phone:hidden">{t("connections.restartAll")}</span>
              </button>
            )}
            {create}
          </>
        )
      }
    >
      {rows === null && !failed && <LoadingConnections />}
      {rows === null && failed && (
        <div className="card-quiet" role="alert">
          <LoadError error={t("errors.ERR_UNKNOWN")} onRetry={() => void connections.load()} />
        </div>
      )}
      {rows?.length === 0 && (
        <div className="card-quiet">
          <Empty
            icon={Cable}
            title={t("connections.emptyTitle")}
            text={t("connections.emptyText")}
            action={create}
          />
        </div>
      )}
      {connectionRows.length > 0 && (
        <ul className="flex flex-col gap-2.5">
          {connectionRows.map((one) => (
            <ConnectionCard key={one.id} connection={one} onRequest={onRequest} />
          ))}
        </ul>
      )}

      {dialog?.request === "link" && connection && (
        <LinkDialog connection={connection} onClose={close("link")} />
      )}
      {dialog?.request === "create" && (
        <NewConnection
          first={connectionRows.length === 0}
          onClose={close("create")}
          onCreated={({ id, provider, capabilities }) =>
            setDialog(
              capabilities.pairing
                ? { request: "link", id }
                : provider === "cloud"
                  ? { request: "official", id }
                  : null,
            )
          }
        />
      )}
      {dialog?.request === "official" && connection && (
        <Dialog title={connection.name} onClose={close("official")}>
          <OfficialAccount connection={connection} />
        </Dialog>
      )}
      {dialog?.request === "restartAll" && (
        <RestartAll connectionRows={connectionRows} onClose={close("restartAll")} />
      )}
      {dialog?.request === "disconnect" && connection && (
        <Confirm
          title={t("connections.disconnectQuestion", { name: connection.name })}
          text={t(
            connection.capabilities.pairing
              ? "connections.disconnectText"
              : "connections.disconnectOfficialText",
          )}
          action={t("connections.disconnect")}
          onClose={close("disconnect")}
          onConfirm={() => disconnect(connection.id)}
        />
      )}
      {dialog?.request === "linkAgain" && connection && (
        <Confirm
          title={t("connections.newQrQuestion", { name: connection.name })}
          text={t("connections.newQrText")}
          action={t("connections.newQr")}
          onClose={close("linkAgain")}
          onConfirm={() => linkAnew(connection.id)}
        />
      )}
      {dialog?.request === "delete" && connection && (
        <ConfirmDelete
          path={`/whatsapp/${connection.id}`}
          title={t("connections.deleteQuestion", { name: connection.name })}
          text={t("connections.deleteText")}
          doneText={t("connections.deleted", { name: connection.name })}
          onClose={close("delete")}
        />
      )}
    </Page>
  );
}

const LoadingConnections = () => (
  <Delayed>
    <div aria-busy className="flex flex-col gap-2.5">
      {[1, 2, 3].map((key) => (
        <div key={key} className="card-quiet flex items-center gap-3 px-4 py-3.5">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="h-6.5 w-28 rounded-full" />
        </div>
      ))}
    </div>
  </Delayed>
);

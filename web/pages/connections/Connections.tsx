import { useSignals } from "@preact/signals-react/runtime";
import { Cable, Plus, RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTitle } from "../../kit/title.ts";
import { toast } from "../../kit/Toast.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { can } from "../../session.ts";
import { useChoices } from "../../kit/choices.ts";
import { connections, queues } from "../tickets/choices.ts";
import { ConnectionCard, type Wish } from "./ConnectionCard.tsx";
import { Editor } from "./Editor.tsx";
import { LinkDialog } from "./LinkDialog.tsx";
import { RestartAll } from "./RestartAll.tsx";
import { disconnect, linkAgain, start } from "./session.ts";
import { isLinked, type Line, unlinked } from "./types.ts";

/** The numbers of the company: how each is, and what to do about it. doc 1 §4 */
export function Connections() {
  useSignals();
  useChoices(connections);
  useChoices(queues);
  return <ConnectionsView rows={connections.rows.value} failed={connections.failed.value} />;
}

type Asked = { wish: Wish | "create" | "restartAll"; id?: number };

export function ConnectionsView({ rows, failed }: { rows: Line[] | null; failed: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [asked, setAsked] = useState<Asked | null>(() => (new URLSearchParams(location.search).has("new") && can("connections-page:addConnection") ? { wish: "create" } : null));
  // Whoever comes to make one does so once, not at each reload.
  useEffect(() => void (location.search && go(location.pathname, { replace: true })), [go]);
  const lines = (rows ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const line = lines.find(({ id }) => id === asked?.id);
  // What was asked next stays.
  const close = (wish: Asked["wish"]) => () => setAsked((now) => (now?.wish === wish ? null : now));
  useTitle(t("connections.title"));

  const wish = (wished: Wish, about: Line) => {
    const { id } = about;
    if (wished === "retry") void retry(about);
    else if (wished === "giveUp") void disconnect(id);
    else if (wished === "linkAgain" && unlinked(about)) void linkAnew(id);
    else setAsked({ wish: wished, id });
  };
  // Where a QR code comes of it, one wants to see it.
  const retry = async (about: Line) => {
    const { id } = about;
    if (!isLinked(about)) setAsked({ wish: "link", id });
    if ((await start(id))?.status === "qrcode") setAsked({ wish: "link", id });
  };
  const linkAnew = async (id: number) => {
    if (await linkAgain(id)) setAsked({ wish: "link", id });
  };

  const create = can("connections-page:addConnection") && (
    <button type="button" data-create className="btn btn-primary" onClick={() => setAsked({ wish: "create" })}>
      <Plus size={18} aria-hidden className="max-phone:hidden" />
      {t("connections.new")}
    </button>
  );

  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-5 phone:px-6 phone:py-7">
      <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <h1 className="text-title font-semibold">{t("connections.title")}</h1>
          <p className="text-muted">{t("connections.lead")}</p>
        </div>
        {lines.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {can("connections-page:actionButtons") && (
              <button type="button" className="btn" onClick={() => (lines.some(isLinked) ? setAsked({ wish: "restartAll" }) : toast.info(t("connections.nothingToRestart")))}>
                <RotateCw size={18} aria-hidden className="max-phone:hidden" />
                {t("connections.restartAll")}
              </button>
            )}
            {create}
          </div>
        )}
      </header>

      {rows === null && !failed && <Waiting />}
      {rows === null && failed && (
        <div className="card-quiet" role="alert">
          <LoadError error={t("errors.ERR_UNKNOWN")} onRetry={() => void connections.load()} />
        </div>
      )}
      {rows?.length === 0 && (
        <div className="card-quiet">
          <Empty icon={Cable} title={t("connections.emptyTitle")} text={t("connections.emptyText")} action={create} />
        </div>
      )}
      {lines.length > 0 && (
        <ul className="flex flex-col gap-2.5">
          {lines.map((one) => (
            <ConnectionCard key={one.id} line={one} onWish={wish} />
          ))}
        </ul>
      )}

      {asked?.wish === "link" && line && <LinkDialog line={line} onClose={close("link")} />}
      {asked?.wish === "create" && <Editor first={lines.length === 0} onClose={close("create")} onCreated={(id) => setAsked({ wish: "link", id })} />}
      {asked?.wish === "edit" && line && <Editor line={line} onClose={close("edit")} />}
      {asked?.wish === "restartAll" && <RestartAll lines={lines} onClose={close("restartAll")} />}
      {asked?.wish === "disconnect" && line && (
        <Confirm
          title={t("connections.disconnectQuestion", { name: line.name })}
          text={t("connections.disconnectText")}
          action={t("connections.disconnect")}
          onClose={close("disconnect")}
          onConfirm={() => disconnect(line.id)}
        />
      )}
      {asked?.wish === "linkAgain" && line && (
        <Confirm
          title={t("connections.newQrQuestion", { name: line.name })}
          text={t("connections.newQrText")}
          action={t("connections.newQr")}
          onClose={close("linkAgain")}
          onConfirm={() => linkAnew(line.id)}
        />
      )}
      {asked?.wish === "delete" && line && (
        <Confirm
          title={t("connections.deleteQuestion", { name: line.name })}
          text={t("connections.deleteText")}
          action={t("common.delete")}
          onClose={close("delete")}
          onConfirm={async () => {
            await api.del(`/whatsapp/${line.id}`);
            toast.success(t("connections.deleted", { name: line.name }));
          }}
        />
      )}
    </div>
  );
}

const Waiting = () => (
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

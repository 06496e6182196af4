import { useSignals } from "@preact/signals-react/runtime";
import { CircleCheckBig, CloudAlert, FilterX, MessageSquareDashed, Search, Smartphone, Unplug } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../kit/Empty.tsx";
import { explain } from "../../kit/text.ts";
import { can } from "../../session.ts";
import { ask, choose, hiddenByFilter, queueIds, searching, type ShelfName, shelves } from "./board.ts";
import { connections, useChoices } from "./choices.ts";
import { tryPractice, trying } from "./trial.ts";

/** Why a list is empty, and the one thing to do about it. */
export function ListEmpty({ name }: { name: ShelfName }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  const shelf = shelves[name];

  if (shelf.state.value === "failed") {
    return (
      <Empty icon={CloudAlert} title={t("common.listFailed")} text={explain(shelf.problem.value)} action={<Do label={t("common.retry")} run={() => void shelf.load()} />} />
    );
  }
  if (name === "search") return searching() ? <Empty icon={Search} title={t("tickets.empty.search")} text={t("tickets.empty.searchText")} /> : <Empty icon={Search} title={t("tickets.empty.ask")} text={t("tickets.empty.askText")} />;
  if (queueIds.value.length > 0) return <Filtered name={name} />;
  if (name !== "closed" && connections.rows.value?.length === 0) return <NoConnection />;
  if (name === "assigned") {
    const waiting = shelves.pending.count.value;
    return (
      <Empty
        icon={CircleCheckBig}
        title={t("tickets.empty.assigned")}
        text={waiting > 0 ? t("tickets.empty.assignedWaiting", { count: waiting }) : t("tickets.empty.assignedNone")}
        action={waiting > 0 && <Do label={t("tickets.empty.seePending")} run={() => choose({ lane: "pending" })} />}
      />
    );
  }
  if (name === "pending") return <Empty icon={CircleCheckBig} title={t("tickets.empty.pending")} text={t("tickets.empty.pendingText")} />;
  return <Empty icon={MessageSquareDashed} title={t("tickets.empty.closed")} text={t("tickets.empty.closedText")} />;
}

function Filtered({ name }: { name: ShelfName }) {
  useSignals();
  const { t } = useTranslation();
  const [hidden, setHidden] = useState<number | null>(null);
  const chosen = queueIds.value;

  useEffect(() => {
    let here = true;
    hiddenByFilter(name).then((count) => here && setHidden(count), () => undefined);
    return () => {
      here = false;
    };
  }, [name, chosen]);

  return (
    <Empty
      icon={FilterX}
      title={t("tickets.empty.filtered")}
      text={hidden ? t("tickets.empty.hides", { count: hidden }) : undefined}
      action={<Do label={t("tickets.empty.clearFilter")} run={() => ask(() => (queueIds.value = []))} />}
    />
  );
}

function NoConnection() {
  useSignals();
  const { t } = useTranslation();
  if (!can("connections-page:addConnection")) return <Empty icon={Unplug} title={t("tickets.empty.noConnection")} text={t("tickets.empty.noConnectionAgent")} />;
  return (
    <Empty
      icon={Smartphone}
      title={t("tickets.empty.noConnection")}
      text={t("tickets.empty.noConnectionAdmin")}
      action={
        <button type="button" className="btn btn-primary" disabled={trying.value} onClick={() => void tryPractice()}>
          {t("tickets.empty.tryPractice")}
        </button>
      }
    />
  );
}

const Do = ({ label, run }: { label: string; run: () => void }) => (
  <button type="button" className="btn" onClick={run}>
    {label}
  </button>
);

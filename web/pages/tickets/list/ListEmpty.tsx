import { useSignals } from "@preact/signals-react/runtime";
import {
  CircleCheckBig,
  CloudAlert,
  FilterX,
  MessageSquareDashed,
  Smartphone,
  Unplug,
} from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Empty } from "../../../kit/Empty.tsx";
import { errorText, useTranslation } from "../../../kit/text.ts";
import { can } from "../../../session/can.ts";
import {
  changeFilters,
  showList,
  hiddenByFilter,
  queueIds,
  type ListName,
  ticketLists,
} from "../../../inbox/list-state.ts";
import { useChoices } from "../../../forms/choices.ts";
import { connections } from "../../../lists/company-lists.ts";
import { tryPractice, isCreating } from "../../../parts/practice-phone.ts";
import { EmptyAction } from "./EmptyAction.tsx";
import { SearchEmpty } from "./SearchEmpty.tsx";

/** The reason why a list is empty, and one action to change it. */
export function ListEmpty({ name }: { name: ListName }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  const ticketList = ticketLists[name];

  if (ticketList.state.value === "failed") {
    return (
      <Empty
        icon={CloudAlert}
        title={t("common.listFailed")}
        text={errorText(ticketList.problem.value)}
        action={<EmptyAction label={t("common.retry")} run={() => void ticketList.load()} />}
      />
    );
  }
  if (name === "search") return <SearchEmpty />;
  if (queueIds.value.length > 0) return <Filtered name={name} />;
  if (name !== "closed" && connections.rows.value?.length === 0) return <NoConnection />;
  if (name === "assigned") {
    const waiting = ticketLists.pending.total.value;
    return (
      <Empty
        icon={CircleCheckBig}
        title={t("tickets.empty.assigned")}
        text={
          waiting > 0
            ? t("tickets.empty.assignedWaiting", { count: waiting })
            : t("tickets.empty.assignedNone")
        }
        action={
          waiting > 0 && (
            <EmptyAction
              label={t("tickets.empty.seePending")}
              run={() => showList({ lane: "pending" })}
            />
          )
        }
      />
    );
  }
  if (name === "pending")
    return (
      <Empty
        icon={CircleCheckBig}
        title={t("tickets.empty.pending")}
        text={t("tickets.empty.pendingText")}
      />
    );
  return (
    <Empty
      icon={MessageSquareDashed}
      title={t("tickets.empty.closed")}
      text={t("tickets.empty.closedText")}
    />
  );
}

function Filtered({ name }: { name: ListName }) {
  useSignals();
  const { t } = useTranslation();
  const [hidden, setHidden] = useState<number | null>(null);
  const chosen = queueIds.value;

  useEffect(() => {
    let here = true;
    hiddenByFilter(name).then(
      (count) => here && setHidden(count),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [name, chosen]);

  return (
    <Empty
      icon={FilterX}
      title={t("tickets.empty.filtered")}
      text={hidden ? t("tickets.empty.hides", { count: hidden }) : undefined}
      action={
        <EmptyAction
          label={t("tickets.empty.clearFilter")}
          run={() => changeFilters(() => (queueIds.value = []))}
        />
      }
    />
  );
}

function NoConnection() {
  useSignals();
  const { t } = useTranslation();
  if (!can("connections-page:addConnection"))
    return (
      <Empty
        icon={Unplug}
        title={t("tickets.empty.noConnection")}
        text={t("tickets.empty.noConnectionAgent")}
      />
    );
  return (
    <Empty
      icon={Smartphone}
      title={t("tickets.empty.noConnection")}
      text={t("tickets.empty.noConnectionAdmin")}
      action={
        <span className="flex flex-col items-center gap-2">
          <Link href="/connections?new" className="btn btn-primary">
            {t("tickets.empty.connect")}
          </Link>
          <button
            type="button"
            className="btn"
            disabled={isCreating.value}
            onClick={() => void tryPractice()}
          >
            {t("tickets.empty.tryPractice")}
          </button>
        </span>
      }
    />
  );
}

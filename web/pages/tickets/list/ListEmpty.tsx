import { useSignals } from "@preact/signals-react/runtime";
import {
  CircleCheckBig,
  CloudAlert,
  FilterX,
  History,
  MessageSquareDashed,
  Search,
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
  appliedSearch,
  showList,
  hiddenByFilter,
  hasSearch,
  emptySearch,
  queueIds,
  changeSearch,
  seesAll,
  type ListName,
  ticketLists,
  type TicketSearch,
} from "../../../inbox/list-state.ts";
import { useChoices } from "../../../forms/choices.ts";
import { connections, tags, users } from "../../../lists/company-lists.ts";
import { clearRecentSearches, readRecentSearches, recentSearches } from "./recent-searches.ts";
import { tryPractice, isCreating } from "../../../parts/practice-phone.ts";

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
        action={<ActionButton label={t("common.retry")} run={() => void ticketList.load()} />}
      />
    );
  }
  if (name === "search") return hasSearch(appliedSearch.value) ? <NothingFound /> : <NoSearchYet />;
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
            <ActionButton
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

/** Shows the search text and its filters. */
function NothingFound() {
  useSignals();
  const { t, tag } = useTranslation();
  const { text, tags: tagIds, users: userIds } = appliedSearch.value;
  const named = (rows: { id: number; name: string }[] | null, ids: number[]) =>
    new Intl.ListFormat(tag).format(
      (rows ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name),
    );
  const filters = [
    ...(tagIds.length > 0
      ? [
          t("tickets.empty.withTags", {
            count: tagIds.length,
            names: named(tags.rows.value, tagIds),
          }),
        ]
      : []),
    ...(userIds.length > 0
      ? [t("tickets.empty.ofUsers", { names: named(users.rows.value, userIds) })]
      : []),
  ];
  const isFiltered = filters.length > 0;
  const advice = seesAll() ? t("tickets.empty.searchText") : t("tickets.empty.searchTextOwn");
  return (
    <Empty
      icon={Search}
      title={text ? t("tickets.empty.notFound", { text }) : t("tickets.empty.search")}
      text={isFiltered ? t("tickets.empty.narrowed", { filters: filters.join(", ") }) : advice}
      action={
        isFiltered && text ? (
          <ActionButton
            label={t("tickets.empty.everywhere")}
            run={() => searchAndFocus({ tags: [], users: [] })}
          />
        ) : (
          <ActionButton label={t("common.clear")} run={() => searchAndFocus(emptySearch)} />
        )
      }
    />
  );
}

/** Explains the search, and lists recent searches. */
function NoSearchYet() {
  useSignals();
  const { t } = useTranslation();
  useEffect(readRecentSearches, []);
  const recent = recentSearches.value;
  return (
    <div className="overflow-y-auto">
      <Empty icon={Search} title={t("tickets.empty.ask")} text={t("tickets.empty.askText")} />
      {recent.length > 0 && (
        <section aria-label={t("tickets.search.recent")} className="px-3 pb-4">
          <div className="flex items-center justify-between pl-2.5">
            <h2 className="text-muted text-small font-medium">{t("tickets.search.recent")}</h2>
            <button
              type="button"
              className="btn btn-ghost btn-xs text-muted font-normal"
              onClick={clearRecentSearches}
            >
              {t("tickets.search.forget")}
            </button>
          </div>
          <ul>
            {recent.map((text) => (
              <li key={text}>
                <button
                  type="button"
                  className="menu-item"
                  onClick={() => searchAndFocus({ text })}
                >
                  <History size={16} aria-hidden className="text-muted shrink-0" />
                  <span className="truncate">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

// The button disappears with its change, so the field takes the focus.
function searchAndFocus(what: Partial<TicketSearch>) {
  changeSearch(what);
  document.querySelector<HTMLElement>("[data-search]")?.focus();
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
        <ActionButton
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

const ActionButton = ({ label, run }: { label: string; run: () => void }) => (
  <button type="button" className="btn" onClick={run}>
    {label}
  </button>
);

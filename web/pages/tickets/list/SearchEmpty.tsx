import { useSignals } from "@preact/signals-react/runtime";
import { History, Search } from "lucide-react";
import { useEffect } from "react";
import { changeSearch, seesAll } from "../../../inbox/list-state.ts";
import {
  appliedSearch,
  emptySearch,
  hasSearch,
  type TicketSearch,
} from "../../../inbox/ticket-search.ts";
import { Empty } from "../../../kit/Empty.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { queues, tags, users } from "../../../lists/company-lists.ts";
import { EmptyAction } from "./EmptyAction.tsx";
import { clearRecentSearches, readRecentSearches, recentSearches } from "./recent-searches.ts";
import "./texts.ts";

/** Why a search has no results, or what can be searched for. */
export function SearchEmpty() {
  useSignals();
  return hasSearch(appliedSearch.value) ? <NothingFound /> : <NoSearchYet />;
}

/** Shows the search text and its filters. */
function NothingFound() {
  useSignals();
  const { t, tag } = useTranslation();
  const { text, tags: tagIds, users: userIds, queueIds, status, days } = appliedSearch.value;
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
    ...(queueIds.length > 0
      ? [t("tickets.empty.ofQueues", { names: named(queues.rows.value, queueIds) })]
      : []),
    ...(status ? [t("tickets.empty.inState", { name: t(`tickets.past.${status}`) })] : []),
    ...(days > 0 ? [t("tickets.empty.inPeriod", { name: t(`tickets.search.days.${days}`) })] : []),
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
          <EmptyAction
            label={t("tickets.empty.everywhere")}
            run={() => searchAndFocus({ ...emptySearch, text })}
          />
        ) : (
          <EmptyAction label={t("common.clear")} run={() => searchAndFocus(emptySearch)} />
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

import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { useChoices } from "../../forms/choices.ts";
import type { Lane } from "../../kit/board/board.ts";
import { api } from "../../kit/api.ts";
import { clock, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { queues, tags } from "../../lists/company-lists.ts";
import { companyDay } from "../../parts/days/company-day.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import type { Tag, Ticket } from "../../types.ts";
import { useFilter } from "./filter.ts";
import { KanbanView } from "./KanbanView.tsx";
import {
  cards,
  figures,
  currentTicket,
  laneLists,
  laneOf,
  loadAll,
  moveTo,
  otherDays,
  useLaneLists,
} from "./lane-lists.ts";

/** The tickets in lanes by their kanban tags. rules.md#kanban */
export function Kanban() {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const today = companyDay(clock.value);
  const { filter, ...change } = useFilter(today);
  useChoices(tags);
  useChoices(queues);
  const all = tags.rows.value;
  const kanbanTags = useMemo(() => all && lanesAmong(all), [all]);
  useLaneLists(kanbanTags && kanbanTags.map(({ id }) => id), filter);

  const user = me.value;
  const servesAll = user?.profile === "admin" || user?.allTicket === "enabled";
  const lists = laneLists.value;
  const failed = [...lists.values()].find(({ state }) => state.value === "failed");
  const isLoading =
    !lists.get(0) ||
    [...lists.values()].every(({ state }) => state.value === "new" || state.value === "loading");

  const move = async (ticket: Ticket, lane: Lane) => {
    const from = laneOf(currentTicket(ticket.id) ?? ticket);
    await moveTo(ticket.id, from, lane.id);
    const undo = () =>
      void moveTo(ticket.id, lane.id, from).catch((error: unknown) => toast.error(error));
    toast.success(t(lane.id ? "kanban.added" : "kanban.removed"), {
      label: t("kanban.undo"),
      run: undo,
    });
  };
  const reorder = async (ids: number[]) => {
    const { lista } = await api.put<{ lista: Tag[] }>("/tags/kanban/order", { ids });
    tags.rows.value = (tags.rows.peek() ?? []).map(
      (tag) => lista.find(({ id }) => id === tag.id) ?? tag,
    );
  };

  return (
    <KanbanView
      tags={kanbanTags}
      cards={cards.value}
      figures={figures.value}
      otherDays={otherDays.value}
      isLoading={isLoading}
      error={tags.failed.value || (failed?.problem.value ?? null)}
      filter={filter}
      {...change}
      today={today}
      queues={servesAll ? (queues.rows.value ?? []) : (user?.queues ?? [])}
      onRetry={() => {
        void tags.load();
        loadAll();
      }}
      onOpen={({ uuid }) => navigate(`/tickets/${uuid}`)}
      onMore={({ id }) => void lists.get(id)?.more()}
      onMove={can("tickets.write") ? move : undefined}
      onReorder={can("tags.write") ? reorder : undefined}
    />
  );
}

/** The tags that are lanes, in the order of the board. */
const lanesAmong = (all: Tag[]) =>
  all
    .filter(({ kanban }) => kanban === 1)
    .sort(
      (one, other) =>
        one.position - other.position || one.name.localeCompare(other.name) || one.id - other.id,
    );

import { ticketGroups, type TicketGroup } from "../../../../src/shared/ticket-list.ts";
import {
  foldedIn,
  groupEdge,
  type ListName,
  showAll,
  ticketLists,
} from "../../../inbox/list-state.ts";
import { wakeTime } from "../../../inbox/wake-time.ts";
import { inShort } from "../../../inbox/wait-weight.ts";
import { clock, t } from "../../../kit/text.ts";

/**
 * A group of a list. `from` is the position of its first row; where it is folded, it is that of the
 * row below its heading.
 */
export type Group = {
  name: TicketGroup;
  label: string;
  count: number;
  summary: string;
  isFolded: boolean;
  from: number;
};

/** The groups of the loaded part of a list, by whose turn it is. rules.md#list-order */
export function groupsOf(name: ListName): Group[] {
  if (name !== "assigned" && name !== "pending") return [];
  const { groupCounts, hasMore, rows, start, groupOf } = ticketLists[name];
  const folded = foldedIn(name);
  const ranks = rows.value.map((ticket) => ticketGroups.indexOf(groupOf(ticket)));
  const end = start.value + ranks.length;
  let before = 0;
  return ticketGroups
    .map((group, rank): Group => {
      const count = groupCounts.value[group];
      const index = ranks.findIndex((one) => one >= rank);
      // Rows before the loaded ones are counted by the server.
      const here = index === 0 ? Math.min(before, start.value) : start.value + index;
      const isFolded = folded.includes(group);
      if (!isFolded) before += count;
      return {
        name: group,
        label: `tickets.groups.${labelOf(name, group)}`,
        count,
        summary: summaryOf(name, group),
        isFolded,
        from: index >= 0 ? here : hasMore.value ? Infinity : end,
      };
    })
    .filter(({ count, from }) => count > 0 && from <= end);
}

function labelOf(name: "assigned" | "pending", group: TicketGroup): string {
  if (group === "snoozed") return "snoozed";
  if (name === "pending") return group === "waiting" ? "waiting" : "withBot";
  if (group === "other") return "customersTurn";
  return showAll.value ? "teamsTurn" : "yourTurn";
}

function summaryOf(name: "assigned" | "pending", group: TicketGroup): string {
  const edge = groupEdge(name, group);
  if (edge === undefined) return "";
  if (group === "snoozed")
    return t("tickets.groups.nextWake", { time: wakeTime(new Date(edge).toISOString()) });
  const wait = clock.value - edge;
  return wait < 60_000 ? "" : t("tickets.groups.oldest", { time: inShort(wait) });
}

import { type ListName, ticketLists, showAll } from "../../../inbox/list-state.ts";

/** A group of a list: its heading, its number of tickets, and the position of its first one. */
export type Group = { label: string; count: number; from: number };

/** The groups of the loaded part of a list, by whose turn it is. rules.md#list-order */
export function groupsOf(name: ListName): Group[] {
  const { count, first, hasMore, rows, start, isFirstGroup } = ticketLists[name];
  if (name !== "assigned" && name !== "pending") return [];
  const [one, other] =
    name === "pending"
      ? ["waiting", "withBot"]
      : [showAll.value ? "teamsTurn" : "yourTurn", "customersTurn"];
  const end = rows.value.findIndex((ticket) => !isFirstGroup(ticket));
  // Rows before and after are not loaded, so the server's count says where the second group begins.
  const here = end === 0 ? Math.min(first.value, start.value) : start.value + end;
  const groups = [
    { label: `tickets.groups.${one}`, count: first.value, from: 0 },
    {
      label: `tickets.groups.${other}`,
      count: count.value - first.value,
      from: end < 0 ? Infinity : here,
    },
  ];
  const read = start.value + rows.value.length + (hasMore.value ? 0 : 1);
  return groups.filter(({ count, from }) => count > 0 && from < read);
}

import { type ListName, ticketLists, showAll } from "../../../inbox/list-state.ts";

/** A group of a list: its heading, how many tickets it has, and the place of its first. */
export type Group = { label: string; count: number; from: number };

/**
 * The groups of a list that have tickets, as far down as it is read: by whose turn it is.
 * rules.md#list-order
 */
export function groupsOf(name: ListName): Group[] {
  const { count, first, hasMore, rows, start, isFirstGroup } = ticketLists[name];
  if (name !== "assigned" && name !== "pending") return [];
  const [one, other] =
    name === "pending"
      ? ["waiting", "withBot"]
      : [showAll.value ? "teamsTurn" : "yourTurn", "customersTurn"];
  const end = rows.value.findIndex((ticket) => !isFirstGroup(ticket));
  // Where rows before and after are not here, the server's count says where the second begins.
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

/**
 * The groups of a list of active tickets, in their order: those that wait for people, the others,
 * those that are put away. rules.md#list-order
 */
export const ticketGroups = ["waiting", "other", "snoozed"] as const;

export type TicketGroup = (typeof ticketGroups)[number];

/** The order within the first two groups. */
export const ticketOrders = ["longestWait", "newest"] as const;

export type TicketOrder = (typeof ticketOrders)[number];

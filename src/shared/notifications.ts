/** The notifications that the box stores, a row for each user. */
export const storedKinds = [
  "handedOver",
  "mention",
  "reminder",
  "order",
  "connectionDown",
] as const;

/** Those that are read off the tickets. */
export const ticketKinds = ["newTicket", "yourTurn", "late"] as const;

export const notificationKinds = [...ticketKinds, ...storedKinds] as const;

export type NotificationKind = (typeof notificationKinds)[number];

export type StoredKind = (typeof storedKinds)[number];

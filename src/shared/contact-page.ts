/** The kinds of what happened with a contact, as their page lists it. */
export const entryKinds = [
  "conversation",
  // A ticket without an attendance: the company's own messages.
  "ticket",
  "order",
  "budget",
  "payment",
  "note",
  "campaign",
  "optOut",
  "optIn",
  "reminder",
] as const;

export type EntryKind = (typeof entryKinds)[number];

/** The parts of a contact's timeline, each a tab of the page. */
export const timelineParts = ["all", "conversations", "sales", "payments", "notes"] as const;

export type TimelinePart = (typeof timelineParts)[number];

export const kindsOfPart: Record<TimelinePart, readonly EntryKind[]> = {
  all: entryKinds,
  conversations: ["conversation", "ticket"],
  sales: ["order", "budget"],
  payments: ["payment"],
  notes: ["note"],
};

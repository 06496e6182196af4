/** The kinds of what happens to a ticket. */
export const ticketEventKinds = [
  "opened",
  "accepted",
  "assigned",
  "transferred",
  "returned",
  "closed",
  "reopened",
  "rated",
  "snoozed",
  "woken",
  "tagged",
  "untagged",
  "noted",
  "bot",
  "order",
  "payment",
  "campaign",
  "reminder",
  "automation",
] as const;

export type TicketEventKind = (typeof ticketEventKinds)[number];

/** Why something happened that no user did, or that a user did in an unusual way. */
export const ticketEventCauses = [
  "api",
  "automation",
  "bot",
  "campaign",
  "customer",
  "inactivity",
  "menu",
  "schedule",
  "share",
  "takeBack",
  "undo",
  "unseen",
  "waited",
] as const;

export type TicketEventCause = (typeof ticketEventCauses)[number];

/** The fields of an event beyond its kind; a kind uses the fields that it needs. */
export type TicketEventDetail = {
  cause?: TicketEventCause;
  /** Why a bot or an automation did it, in words. */
  reason?: string;
  /** The row of the team's notes that has the event's note. */
  noteId?: number;
  /** The users whom the note names. */
  mentions?: number[];
  /** When a snooze ends: an ISO time, or "reply". */
  until?: string;
  tags?: string[];
  /** 1 to 3 stars. */
  rate?: number;
  /** The customer's words, where they wrote more than the number. */
  words?: string;
  /** A bot began, or left the ticket to people. */
  bot?: "began" | "left";
  /** The name of the bot, the macro or the automation. */
  name?: string;
  /** How many events of a macro's run follow this one, while it can be undone. */
  events?: number;
  /** The order with its status by name, and what happened to it. */
  order?: {
    id: number;
    number: number;
    step?: "created" | "status" | "cancelled";
    status?: string;
    total?: string;
  };
  campaign?: { id: number; name: string; effect: string };
  /** Why a queue gave the ticket to a person, or took it back. `n`: their open tickets, or minutes. */
  share?: { rule: "fewest" | "turns" | "takeBack"; n: number };
  reminder?: { id: number; text: string; step: "created" | "rang"; user: string };
};

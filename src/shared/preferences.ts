import type { Language } from "./languages.ts";
import type { NotificationKind } from "./notifications.ts";
import type { QuietHours } from "./quiet-hours.ts";
import type { TicketGroup, TicketOrder } from "./ticket-list.ts";

/** The lists of active tickets, with the groups that can be folded. */
export const foldableGroups = [
  "assigned.waiting",
  "assigned.other",
  "assigned.snoozed",
  "pending.waiting",
  "pending.other",
  "pending.snoozed",
] as const satisfies `${"assigned" | "pending"}.${TicketGroup}`[];

export type FoldableGroup = (typeof foldableGroups)[number];

/** How a user has their own screens, on each of their devices. */
export type Preferences = {
  foldedGroups: FoldableGroup[];
  ticketOrder: TicketOrder;
  /** No queue hands out a ticket to them. rules.md#share-of-load */
  isAway: boolean;
  /** The figures of the day before come by mail at this full hour. rules.md#morning-mail */
  morningMail: MorningMail | null;
  /** The kinds of notifications on their devices; a kind that is not named is on. rules.md#push */
  push: Partial<Record<NotificationKind, boolean>>;
  /** The hours of the company in which no device rings. */
  pushQuiet: QuietHours;
  /** Lanes of the order board, by status, that they folded, and that never fold by themselves. */
  boardLanes?: BoardLanes;
  /** Their own views of the list of contacts. */
  contactViews?: ContactView[];
};

/** A named search of contacts; of several tags any matches. */
export type ContactView = { name: string; search: string; tagIds: number[] };

/** The most views of a user, and the most tags of a view. */
export const mostContactViews = 8;
export const mostViewTags = 50;

export type BoardLanes = { folded: number[]; open: number[] };

/** The most lanes of either kind that are stored. */
export const mostBoardLanes = 200;

export type MorningMail = { hour: number; language: Language };

export const defaultPreferences: Preferences = {
  foldedGroups: [],
  ticketOrder: "longestWait",
  isAway: false,
  morningMail: null,
  push: {},
  pushQuiet: { on: false, from: "20:00", to: "07:00" },
};

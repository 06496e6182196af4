import type { OptOutSource } from "../../shared/campaigns.ts";
import type { TimelinePart } from "../../shared/contact-page.ts";
import type { PaymentState } from "../../shared/receipts.ts";
import type { TicketState } from "../../shared/states.ts";

type Items = { amount: number; name: string }[];

/** One attendance, from arrival to close. `words`: the customer's first, or empty. */
export type ConversationEntry = {
  kind: "conversation";
  uuid: string;
  /** The state of its ticket, where this is the ticket's last attendance. */
  status: TicketState;
  queue: string | null;
  people: string[];
  words: string;
  messages: number;
  /** From arrival to close; null while it is open. */
  minutes: number | null;
  byBot: boolean;
  rate: number | null;
};

/** A ticket that nobody attended: messages of the company alone. */
export type TicketEntry = { kind: "ticket"; uuid: string; words: string };

/** `items`: the first three; `more` counts the others. */
export type SaleEntry = {
  kind: "order" | "budget";
  number: number;
  total: string;
  owed: string;
  paymentState: PaymentState | null;
  isCancelled: boolean;
  status: string | null;
  items: Items;
  more: number;
};

export type PaymentEntry = {
  kind: "payment";
  value: string;
  method: string;
  orderId: number;
  orderNumber: number;
  isRefund: boolean;
  isCredit: boolean;
};

export type NoteEntry = { kind: "note"; note: string; user: string | null; uuid: string };

/** `answer` is empty for users who see no conversation with the contact. */
export type CampaignEntry = {
  kind: "campaign";
  name: string;
  readAt: Date | null;
  answeredAt: Date | null;
  answer: string;
};

/** `reason` is empty where it is the customer's own words and the user may not see them. */
export type OptOutEntry = {
  kind: "optOut" | "optIn";
  source: OptOutSource;
  reason: string;
  user: string | null;
  campaign: string | null;
};

export type ReminderEntry = {
  kind: "reminder";
  text: string;
  user: string;
  isDone: boolean;
  uuid: string;
};

/** A thing that happened with a contact. */
export type ContactEntry = { id: number; at: Date } & (
  | ConversationEntry
  | TicketEntry
  | SaleEntry
  | PaymentEntry
  | NoteEntry
  | CampaignEntry
  | OptOutEntry
  | ReminderEntry
);

/** `everyDays`: the usual days between two orders, of three orders or more. */
export type ContactSales = {
  count: number;
  spent: string;
  lastAt: Date | null;
  everyDays: number | null;
  owed: string;
  /** The number of the one order that owes; null where none or several do. */
  owedNumber: number | null;
  credit: string;
};

/** The figures of a contact's page, as far as a user may see what they count. */
export type ContactOverview = {
  contact: { id: number; name: string; number: string; isGroup: boolean; createdAt: Date };
  /** The visible ticket whose customer waits for longest. */
  waiting: {
    uuid: string;
    status: TicketState;
    waitingSince: Date;
    queue: { id: number; name: string } | null;
    user: { id: number; name: string } | null;
    lastMessage: string;
  } | null;
  counts: Record<TimelinePart, number>;
  /** Null where the company does not sell, or the user may not see orders. */
  sales: ContactSales | null;
  ratings: { count: number; average: number | null };
  lastTalkAt: Date | null;
};

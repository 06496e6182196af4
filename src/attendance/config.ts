import type { EndTexts } from "../shared/attendance.ts";
import type { Holiday, Week } from "../shared/hours.ts";

/** A company's settings for its bots. Texts may hold variables, which are filled in on sending. */
export type Config = {
  timezone: string;
  holidays: Holiday[];
  settings: {
    scheduleType: "disabled" | "queue" | "company";
    /** No menus, trees, integrations or AI for anyone. */
    disableBot: boolean;
    /** A connection with one queue greets too. */
    sendGreetingMessageOneQueues: boolean;
    userRating: boolean;
  };
  /** The company's hours. */
  week: Week;
  connection: ConnectionRules;
  /** In the order of the menu. */
  queues: QueueRules[];
  /**
   * The texts at the end of every queue, also of those that the connection does not offer: a ticket
   * may have been moved there.
   */
  endings: ({ id: number } & EndTexts)[];
};

export type ConnectionRules = {
  greetingMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  complationMessage: string;
  expiresInactiveMessage: string;
  /**
   * How often the menu, or a level of the tree, is sent before the ticket is left to people; 0: no
   * limit.
   */
  maxUseBotQueues: number;
  /** Minutes before the menu is sent again; 0: at once. */
  timeUseBotQueues: number;
  /** An attendance that waits for the customer ends after so many minutes; 0 never. */
  expiresTicket: number;
  /**
   * A ticket that waits without a queue goes to `transferQueueId` after so many minutes; 0 never.
   */
  timeToTransfer: number;
  transferQueueId: number | null;
  /** A customer who chooses no queue waits in this one. */
  defaultQueueId: number | null;
  integrationId: number | null;
  promptId: number | null;
};

export type QueueRules = {
  id: number;
  name: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  week: Week;
  integrationId: number | null;
  promptId: number | null;
  options: Option[];
};

/** A node of a queue's tree. `option` is the answer that chooses it. */
export type Option = {
  id: number;
  parentId: number | null;
  option: string;
  title: string;
  message: string;
  mediaId: number | null;
};

import type { NotificationKind } from "./notifications.ts";

/**
 * The content of a push, as JSON. `tag`: the notification that it replaces or closes. `stamp`
 * changes with each event: a device that has it already does not ring again. `unread`: for the
 * badge on the app's icon. rules.md#push
 */
export type PushMessage =
  | {
      do: "show";
      tag: string;
      stamp: string;
      kind: NotificationKind;
      title: string;
      body: string;
      /** The address in the app. */
      path: string;
      /** Its button, where the person can act on the conversation. */
      step?: PushStep;
      unread: number;
    }
  | { do: "close"; tag: string; unread: number };

/** `for`: the company and the person whose session may do it, as `company:user`. */
export type PushStep = { do: "accept" | "reply"; label: string; ticketId: number; for: string };

/** The reasons why a device could not be reached at the last attempt. */
export const pushFailures = ["unreachable", "refused", "status", "gone"] as const;

export type PushFailure = (typeof pushFailures)[number];

/** How long (ms) the box waits after each failed attempt; the last one repeats. */
export const pushRetries = [30_000, 120_000, 600_000, 3_600_000] as const;

/** The most devices of a person; a further one replaces the oldest. */
export const maxDevices = 10;

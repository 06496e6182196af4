import type { PushMessage, PushStep } from "../../src/shared/push.ts";
import { storeShared } from "./shared-content.ts";
import { worker } from "./scope.ts";
import { sharePath } from "./share.ts";
import { takeStep } from "./steps.ts";

/** The `data` of our notifications. */
export type NoticeData = { path: string; stamp: string; step?: PushStep };

// These are missing in TypeScript's options.
type Options = NotificationOptions & {
  renotify: boolean;
  vibrate: number[];
  actions: { action: string; title: string; type?: "text" }[];
};

/**
 * Shows or closes a notification. A visible window of the app rings by itself, so it shows nothing
 * then. rules.md#push
 */
export async function take(message: PushMessage): Promise<void> {
  void badge(message.unread);
  const before = await worker.registration.getNotifications({ tag: message.tag });
  const close = () => before.forEach((notification) => notification.close());
  if (message.do === "close") return close();
  const { title, body, tag, stamp, path, step } = message;
  if (before.some(({ data }) => (data as NoticeData | null)?.stamp === stamp)) return;
  if ((await appWindows()).some(isVisible)) return close();
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: { path, stamp, step } satisfies NoticeData,
    icon: "/icon",
    renotify: true,
    vibrate: [120, 60, 120],
    actions: step ? [buttonOf(step)] : [],
  } as Options);
}

// A platform that takes words within a notification hands them over as `reply`.
const buttonOf = ({ do: action, label: title }: PushStep) =>
  action === "reply" ? { action, title, type: "text" as const } : { action, title };

type Click = { notification: Notification; action: string; reply?: string | null };

/**
 * Does the step of a notification's button, or leads to its subject. Words that could not be sent
 * wait in the composer of their conversation.
 */
export async function answerFrom({ notification, action, reply }: Click): Promise<void> {
  notification.close();
  const { path, step } = notification.data as NoticeData;
  const text = reply?.trim() ?? "";
  if (!step || action !== step.do || (step.do === "reply" && text === "")) return open(path);
  const isDone = await takeStep(step, text);
  if (step.do === "accept") return open(path);
  if (isDone) return;
  await storeShared({ text, files: [], tooLarge: [], ticket: { id: step.ticketId, path } });
  await open(sharePath);
}

/** Leads to a page: in an open window of the app, or in a new one. */
async function open(path: string): Promise<void> {
  const windows = await appWindows();
  const window = windows.find(isVisible) ?? windows.at(0);
  if (!window) return void (await worker.clients.openWindow(path));
  await window.focus().catch(() => undefined);
  window.postMessage({ open: path });
}

const isVisible = ({ visibilityState }: Pick<Document, "visibilityState">) =>
  visibilityState === "visible";

const appWindows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** The number on the app's icon, where the platform has one. */
async function badge(unread: number): Promise<void> {
  if (!("setAppBadge" in navigator)) return;
  await (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(
    () => undefined,
  );
}

import type { PushMessage } from "../../src/shared/push.ts";
import { worker } from "./scope.ts";

/** The `data` of our notifications. */
export type NoticeData = { path: string; stamp: string };

// `renotify` and `vibrate` are missing in TypeScript's options.
type Options = NotificationOptions & { renotify: boolean; vibrate: number[] };

/**
 * Shows or closes a notification. A visible window of the app rings by itself, so it shows nothing
 * then. rules.md#push
 */
export async function take(message: PushMessage): Promise<void> {
  void badge(message.unread);
  const before = await worker.registration.getNotifications({ tag: message.tag });
  const close = () => before.forEach((notification) => notification.close());
  if (message.do === "close") return close();
  const { title, body, tag, stamp, path } = message;
  if (before.some(({ data }) => (data as NoticeData | null)?.stamp === stamp)) return;
  if ((await appWindows()).some(isVisible)) return close();
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: { path, stamp } satisfies NoticeData,
    icon: "/icon",
    renotify: true,
    vibrate: [120, 60, 120],
  } as Options);
}

/** Leads to the subject of a notification: in an open window of the app, or in a new one. */
export async function openFrom({ notification }: { notification: Notification }): Promise<void> {
  notification.close();
  const { path } = notification.data as NoticeData;
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

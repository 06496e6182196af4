import { effect } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { closePushed, resumePush } from "../parts/push/this-device.ts";
import { can } from "../session/can.ts";
import { live } from "../session/live.ts";
import { liveWanted } from "../session/session.ts";
import { forgetShared } from "../worker/shared-content.ts";
import { ticketInView } from "./ticket-in-view.ts";
import { unreadCount } from "./unread.ts";

/**
 * Registers the service worker of this build, follows it, keeps the number on the app's icon, and
 * closes notifications of what is read here.
 * Returns a function that ends this. rules.md#app
 */
export function watchWorker() {
  if (process.env.NODE_ENV !== "production" || !navigator.serviceWorker) return () => {};
  const registration = navigator.serviceWorker
    .register("/sw.js", { updateViaCache: "none" })
    .catch(() => undefined);
  if (can("notifications.read")) resumePush().catch(() => undefined);
  let isFirst = !navigator.serviceWorker.controller;
  const changed = () => {
    if (!isFirst) tellUpdated();
    isFirst = false;
  };
  const receive = ({ data }: MessageEvent<{ open: string }>) => navigate(data.open);
  navigator.serviceWorker.addEventListener("controllerchange", changed);
  navigator.serviceWorker.addEventListener("message", receive);
  const closers = [
    // The box may be a newer one after each break.
    live.on("ready", () => {
      void registration.then((one) => one?.update()).catch(() => undefined);
    }),
    effect(() => void showOnIcon(unreadCount.value)),
    effect(() => {
      const ticketId = ticketInView();
      if (ticketId !== null) void closePushed(`ticket ${ticketId}`);
    }),
    effect(() => {
      // The session ends, and the box forgets its devices with it.
      if (liveWanted.value) return;
      void closePushed();
      void forgetShared();
    }),
    () => navigator.serviceWorker.removeEventListener("controllerchange", changed),
    () => navigator.serviceWorker.removeEventListener("message", receive),
  ];
  return () => closers.forEach((close) => close());
}

const tellUpdated = () =>
  toast.warning(t("connection.updated"), {
    label: t("connection.update"),
    run: () => location.reload(),
  });

async function showOnIcon(count: number) {
  if (!("setAppBadge" in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(
    () => undefined,
  );
}

import { forgetOthers, isAsset, pageFor, stored, storeShell } from "./shell.ts";
import { openFrom, take } from "./notices.ts";
import { worker } from "./scope.ts";
import type { PushMessage } from "../../src/shared/push.ts";

worker.addEventListener("install", (event) =>
  event.waitUntil(storeShell().then(() => worker.skipWaiting())),
);

worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOthers(), worker.clients.claim()])),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && !isForeign(request)) event.respondWith(pageFor(request));
  else if (isAsset(request)) event.respondWith(stored(request));
});

worker.addEventListener("push", (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message) event.waitUntil(take(message));
});

worker.addEventListener("notificationclick", (event) => event.waitUntil(openFrom(event)));

/** Files and answers that are opened in a tab of their own are no page of the app. */
const isForeign = ({ url }: Request) =>
  /^\/(api|trust|public|assets|healthz|readyz|metrics)\b|\.\w+$/.test(new URL(url).pathname);

import { forgetOthers, isAsset, pageFor, stored, storeShell } from "./shell.ts";
import { answerFrom, take } from "./notices.ts";
import { worker } from "./scope.ts";
import { sharePath, takeShared } from "./share.ts";
import type { PushMessage } from "../../src/shared/push.ts";

worker.addEventListener("install", (event) =>
  event.waitUntil(storeShell().then(() => worker.skipWaiting())),
);

worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([forgetOthers(), worker.clients.claim()])),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (isShare(request)) return event.respondWith(takeShared(request));
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && !isForeign(request)) event.respondWith(pageFor(request));
  else if (isAsset(request)) event.respondWith(stored(request));
});

worker.addEventListener("push", (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message) event.waitUntil(take(message));
});

worker.addEventListener("notificationclick", (event) => event.waitUntil(answerFrom(event)));

const isShare = ({ method, url }: Request) =>
  method === "POST" && new URL(url).pathname === sharePath;

/** Files and answers that are opened in a tab of their own are no page of the app. */
const isForeign = ({ url }: Request) =>
  /^\/(api|trust|public|assets|healthz|readyz|metrics)\b|\.\w+$/.test(new URL(url).pathname);

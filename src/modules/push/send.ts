import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import webpush from "web-push";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import { pushRetries, type PushFailure, type PushMessage } from "../../shared/push.ts";
import { readBox, type Box } from "../box/box.ts";
import type { PushKeys } from "./keys.ts";
import { noteClosed, noteShown } from "./shown.ts";
import { pushSubscriptions, type Subscription } from "./table.ts";

/** How long (s) a push service keeps a message for a device that is off. */
const lifetime = 12 * 3600;

/** How long (ms) a push service has to answer, and how much of its answer is read, in bytes. */
const timeout = 10_000;
const answerLimit = 16 * 1024;

/** The parts of the box that sending needs. */
export type PushSender = { box: Box; http: HttpClient; keys: PushKeys };

/**
 * Sends a message to a device, sealed for its browser, and stores the outcome. A device that the
 * push service no longer knows is forgotten. Returns whether the device can take more.
 * rules.md#push
 */
export async function sendPush(
  sender: PushSender,
  device: Subscription,
  message: PushMessage,
): Promise<boolean> {
  const { control } = sender.box;
  const failed = await post(sender, device, message);
  control.write((tx) => {
    const thisDevice = eq(pushSubscriptions.id, device.id);
    if (failed === "gone") {
      tx.delete(pushSubscriptions).where(thisDevice).run();
    } else if (failed) {
      const wait = pushRetries[Math.min(device.failures, pushRetries.length - 1)]!;
      tx.update(pushSubscriptions)
        .set({ failures: device.failures + 1, failure: failed, retryAt: control.now() + wait })
        .where(thisDevice)
        .run();
    } else {
      // A sign-out may have ended it meanwhile.
      const alive = tx
        .update(pushSubscriptions)
        .set({ failures: 0, failure: null, retryAt: 0, sentAt: new Date(control.now()) })
        .where(thisDevice)
        .returning({ id: pushSubscriptions.id })
        .get();
      if (!alive) return;
      if (message.do === "close") noteClosed(tx, device.id, [message.tag]);
      else
        noteShown(tx, {
          subscriptionId: device.id,
          tag: message.tag,
          stamp: message.stamp,
          isSent: true,
        });
    }
  });
  return !failed;
}

async function post(
  { box, http, keys }: PushSender,
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
): Promise<PushFailure | undefined> {
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: subjectOf(box), ...keys },
      TTL: lifetime,
      urgency: "high",
      // A device that was off gets the last message of each notification alone.
      topic: createHash("sha256").update(message.tag).digest("base64url").slice(0, 32),
      contentEncoding: "aes128gcm",
    },
  );
  try {
    const { status } = await http.request(endpoint, {
      method: "POST",
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
      body: body!,
      timeout,
      limit: answerLimit,
      redirects: false,
    });
    if (status === 404 || status === 410) return "gone";
    return status >= 200 && status <= 299 ? undefined : "status";
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    return thrown.reason === "refused" ? "refused" : "unreachable";
  }
}

/** Where a push service writes to, should the box trouble it. Some refuse a made-up host. */
function subjectOf(box: Box): string {
  const { publicUrl, mailFrom } = readBox(box);
  if (publicUrl?.startsWith("https:")) return publicUrl;
  return `mailto:${mailFrom || "nobody@example.com"}`;
}

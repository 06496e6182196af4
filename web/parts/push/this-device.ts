import { computed, signal } from "@preact/signals-react";
import type { Device } from "../../../src/modules/push/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { language, t } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { me } from "../../session/session.ts";
import { deviceOf } from "../device.ts";
import { isPushOn } from "./push-state.ts";
import texts from "./texts.json";

addTexts(texts);

export type PushDevice = Wire<Device>;

/** The reasons why this browser can't be notified. `noService`: its maker's service is away. */
export type PushProblem = "insecure" | "notInstalled" | "missing" | "denied" | "noService";

/** The user's devices, the newest first; null until they load. */
export const pushDevices = signal<PushDevice[] | null>(null);

const hasFailed = signal(false);
const permission = signal(globalThis.Notification?.permission);

// The user may change it in the browser while the page is open.
void globalThis.navigator?.permissions?.query({ name: "notifications" }).then(
  (status) => status.addEventListener("change", () => (permission.value = Notification.permission)),
  () => undefined,
);

/** Null where notifications can be turned on. */
export const pushProblem = computed((): PushProblem | null => {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? "notInstalled" : "missing";
  if (permission.value === "denied") return "denied";
  return hasFailed.value ? "noService" : null;
});

/** Reads the user's devices. Throws `ApiError`. */
export async function readPushDevices(): Promise<PushDevice[]> {
  const { records } = await api.get<{ records: PushDevice[] }>("/push/subscriptions");
  pushDevices.value = records;
  isPushOn.value = storedChoice() !== null && records.some(isReached);
  return records;
}

/** Asks for the permission and turns notifications on. Call it from a click. */
export async function turnPushOn() {
  permission.value = await Notification.requestPermission();
  if (permission.value !== "granted") return;
  await subscribe();
  await readPushDevices();
}

/** Turns notifications of this device off, or those of another device of the user. */
export async function turnPushOff({ id, isThis }: PushDevice) {
  await api.del(`/push/subscriptions/${id}`);
  if (isThis) {
    localStorage.removeItem(storageKey());
    await (await currentSubscription())?.unsubscribe();
  }
  await readPushDevices();
}

/**
 * Turns notifications on again after a sign-in, and after the browser got another address, where
 * the user had them on. A device that was turned off from another one stays off.
 */
export async function resumePush() {
  const choice = storedChoice();
  if (!choice || pushProblem.peek() || permission.peek() !== "granted") return;
  const isSubscribed = (await readPushDevices()).some(({ isThis }) => isThis);
  const endpoint = (await currentSubscription())?.endpoint;
  if (isSubscribed && endpoint === choice.endpoint) return;
  if (!isSubscribed && endpoint === choice.endpoint && signInId() === choice.signInId)
    return localStorage.removeItem(storageKey());
  await subscribe();
  await readPushDevices();
}

/** Closes the notifications of this device that are visible, or those about one thing. */
export async function closePushed(tag?: string) {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications(tag ? { tag } : {})) ?? [])
    notification.close();
}

async function subscribe() {
  try {
    const subscription = await subscribeTo((await api.get<{ key: string }>("/push/key")).key);
    const { endpoint, keys } = subscription.toJSON();
    await api.post("/push/subscriptions", {
      endpoint,
      keys: { p256dh: keys?.p256dh, auth: keys?.auth },
      label: thisLabel(),
      language: language.peek(),
    });
    localStorage.setItem(storageKey(), JSON.stringify({ endpoint, signInId: signInId() }));
    hasFailed.value = false;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    hasFailed.value = true;
  }
}

async function subscribeTo(key: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    // This browser was subscribed to a box with another key.
    const before = await registration.pushManager.getSubscription();
    if (!before) throw error;
    await before.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

const currentSubscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** Such as "Chrome no Android". */
function thisLabel(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  if (browser && system) return t("push.deviceOn", { browser, system });
  return browser || system || t("push.someDevice");
}

const isReached = ({ isThis, failure }: PushDevice) => isThis && failure === null;

const storageKey = () => `push:${me.peek()?.companyId}:${me.peek()?.id}`;

const storedChoice = () =>
  JSON.parse(localStorage.getItem(storageKey()) ?? "null") as {
    endpoint: string;
    signInId: string | null;
  } | null;

/** Each sign-in of this browser has another one. */
const signInId = () => localStorage.getItem("signInId");

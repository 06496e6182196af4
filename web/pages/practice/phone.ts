import { batch, signal } from "@preact/signals-react";
import type { PhoneAction } from "../../../src/modules/practice/table.ts";
import type { Receipts } from "../../../src/shared/practice.ts";
import type { MessageKind, TypingState } from "../../../src/shared/states.ts";
import type { Frame } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../session/live.ts";
import type { ScreenMessage } from "../../parts/phone/phone-message.ts";

export type Customer = { number: string; name: string };

/**
 * A customer's message: text, a file, a location or contacts. A voice message has a length and a
 * waveform.
 */
export type NewMessage = Partial<
  Pick<
    ScreenMessage,
    "body" | "file" | "place" | "contacts" | "seconds" | "waveform" | "referral" | "quotedMsgId"
  >
> &
  Pick<ScreenMessage, "choiceId">;

/** The first customer of every practice phone. */
export const bia: Customer = { number: "5511988880001", name: "Bia" };

export const customers = signal<Customer[]>([]);
export const customer = signal<Customer>(bia);
export const messages = signal<ScreenMessage[]>([]);
export const loading = signal(true);
export const failed = signal(false);
export const receipts = signal<Receipts>("read");
/** Whether the shop types to this customer. */
export const isShopTyping = signal(false);

/** The phone's current connection; 0 while the phone is off. */
export const currentConnectionId = () => connectionId;

/**
 * Switches a connection's phone on, with the customer it had last. The phone reads messages from
 * now on, unless a user set its receipts. Returns a function that switches it off.
 */
export function switchOn(whatsappId: number) {
  connectionId = whatsappId;
  const stored = storedCustomer();
  batch(() => ((customer.value = stored ?? bia), (messages.value = []), (loading.value = true)));
  void readCustomers(stored === null);
  void readChat();
  void readReceipts();
  const closers = [live.on("practice", onPracticeEvent), live.onReset(() => void readChat())];
  return () => {
    reportTyping(false);
    setShopTyping(false);
    connectionId = 0;
    for (const close of closers) close();
  };
}

/** Switches the phone to another customer. */
export function switchCustomer(chosen: Customer) {
  reportTyping(false);
  setShopTyping(false);
  batch(() => {
    customer.value = chosen;
    if (!customers.peek().some(({ number }) => number === chosen.number))
      customers.value = [chosen, ...customers.peek()];
    messages.value = [];
    loading.value = true;
  });
  localStorage.setItem(key(), JSON.stringify(chosen));
  void readChat();
}

/**
 * Sends a message as the customer, and shows it at once. A second try with the same id is the same
 * message.
 */
export async function sendMessage(saying: NewMessage, id = makeId()) {
  const { number, name } = customer.peek();
  const { body = "", file, quotedMsgId = null, ...more } = saying;
  const message = { id, name, body, type: kindOf(saying), quotedMsgId, ...more };
  state = "paused";
  clearTimeout(pauseTimer);
  put({
    ...message,
    from: number,
    number,
    media: null,
    fileName: file?.name,
    file,
    group: null,
    ack: 0,
    at: new Date().toISOString(),
  });
  try {
    put(
      await api.post<ScreenMessage>(
        `/practice/${connectionId}/messages`,
        file ? formOf({ from: number, ...message }, file) : { from: number, ...message },
      ),
    );
  } catch {
    change(id, { failed: true });
  }
}

export const resendMessage = ({
  body,
  file,
  place,
  contacts,
  seconds,
  waveform,
  referral,
  quotedMsgId,
  id,
}: ScreenMessage) =>
  sendMessage({ body, file, place, contacts, seconds, waveform, referral, quotedMsgId }, id);

/**
 * Edits, deletes or reacts as the customer. The change shows at once, and is undone when the server
 * refuses it.
 */
export async function editDeleteOrReact(
  message: ScreenMessage,
  does: PhoneAction["does"],
  body = "",
) {
  const { id, number } = message;
  change(
    id,
    does === "edits"
      ? { body, edited: true }
      : does === "deletes"
        ? { deleted: true }
        : { answer: body || undefined },
  );
  try {
    put(
      await api.post<ScreenMessage>(`/practice/${connectionId}/messages`, {
        from: number,
        to: id,
        does,
        body,
      }),
    );
  } catch (error) {
    change(id, message);
    toast.error(error);
  }
}

export async function readChat() {
  const { number } = customer.peek();
  const mine = connectionId;
  try {
    const read = await api.get<ScreenMessage[]>(`/practice/${mine}/messages`, { number });
    if (mine !== connectionId || number !== customer.peek().number) return;
    const unsent = messages
      .peek()
      .filter(({ id, ack }) => ack === 0 && !read.some((message) => message.id === id));
    batch(
      () => (
        (messages.value = [...read, ...unsent]),
        (loading.value = false),
        (failed.value = false)
      ),
    );
  } catch {
    batch(() => ((failed.value = true), (loading.value = false)));
  }
}

/** Reports that the customer typed, or deleted the text. */
export const reportTyping = (something: boolean) => reportState(something ? "composing" : "paused");

/** Reports typing or recording as phones do: repeatedly while it goes on, and when it pauses. */
export function reportState(now: TypingState) {
  clearTimeout(pauseTimer);
  if (now === "composing") pauseTimer = setTimeout(() => reportState("paused"), pauseAfter);
  if (now === state && (now === "paused" || Date.now() - reportedAt < reportInterval)) return;
  state = now;
  reportedAt = Date.now();
  void api
    .post(`/practice/${connectionId}/typing`, { from: customer.peek().number, state })
    .catch(() => undefined);
}

const reportInterval = 8000;
const pauseAfter = 4000;
/** The shop repeats its typing state every few seconds. */
const typingTimeout = 15_000;

let connectionId = 0;
let state: TypingState = "paused";
let reportedAt = 0;
let pauseTimer: ReturnType<typeof setTimeout> | undefined;
let typingTimer: ReturnType<typeof setTimeout> | undefined;

function setShopTyping(typing: boolean) {
  clearTimeout(typingTimer);
  isShopTyping.value = typing;
  if (typing) typingTimer = setTimeout(() => (isShopTyping.value = false), typingTimeout);
}

function kindOf({ file, place, contacts }: NewMessage): MessageKind {
  if (place) return "locationMessage";
  if (contacts) return "vcard";
  if (!file) return "chat";
  return (
    (["image", "video", "audio"] as const).find((kind) => file.type.startsWith(`${kind}/`)) ??
    "application"
  );
}

function formOf(body: object, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, unknown][])
    if (value !== null && value !== undefined)
      form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  form.append("media", file);
  return form;
}

const key = () => `practice:${connectionId}`;
const makeId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

function storedCustomer(): Customer | null {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? "null") as Customer | null;
  } catch {
    return null;
  }
}

async function readCustomers(first: boolean) {
  const fetched = await api.get<Customer[]>(`/practice/${connectionId}/phones`).catch(() => []);
  const own = customer.peek();
  const same = fetched.find(({ number }) => number === own.number);
  customers.value = same ? fetched : [own, ...fetched];
  if (same) customer.value = same;
  const [latest] = fetched;
  if (first && latest && !same) switchCustomer(latest);
}

function onPracticeEvent({ whatsappId, message, number, typing }: Frame) {
  if (whatsappId !== connectionId) return;
  if (number === customer.peek().number) setShopTyping(typing === true);
  const received = message as ScreenMessage | undefined;
  if (!received) return;
  if (received.number === customer.peek().number) put(received);
}

function change(id: string, values: Partial<ScreenMessage>) {
  messages.value = messages
    .peek()
    .map((message) => (message.id === id ? { ...message, ...values } : message));
}

function put(fresh: ScreenMessage) {
  if (fresh.number !== customer.peek().number) return;
  const isLoaded = messages.peek().some(({ id }) => id === fresh.id);
  // The socket and the answer may arrive in either order, so a status only rises.
  messages.value = isLoaded
    ? messages
        .peek()
        .map((old) =>
          old.id === fresh.id
            ? { ...fresh, file: old.file, ack: Math.max(old.ack, fresh.ack) }
            : old,
        )
    : [...messages.peek(), fresh];
}

async function readReceipts() {
  const mine = connectionId;
  const read = await api
    .get<{ receipts: Receipts | null }>(`/practice/${mine}/receipts`)
    .catch(() => undefined);
  if (!read || mine !== connectionId) return;
  receipts.value = read.receipts ?? "read";
  if (read.receipts === null)
    await api.post(`/practice/${mine}/faults`, { receipts: "read" }).catch(() => undefined);
}

/** Sets how the phones of this connection acknowledge messages. */
export async function setReceipts(chosen: Receipts) {
  const before = receipts.peek();
  receipts.value = chosen;
  try {
    await api.post(`/practice/${connectionId}/faults`, { receipts: chosen });
  } catch (error) {
    receipts.value = before;
    toast.error(error);
  }
}

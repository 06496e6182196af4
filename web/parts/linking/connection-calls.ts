import { signal } from "@preact/signals-react";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import type { LinkableConnection } from "./types.ts";

/** The ids of connections with a running call; shown long enough to be visible. */
export const busy = signal<ReadonlySet<number>>(new Set());

/** Starts a connection that is still linked. */
export const startConnection = (id: number) =>
  call(id, () => api.post<LinkableConnection>(`/whatsappsession/${id}`));

/** Removes the link and shows a QR code for a new one. */
export const linkAgain = (id: number) =>
  call(id, () => api.put<LinkableConnection>(`/whatsappsession/${id}`));

/** Removes the link. */
export const disconnect = (id: number) =>
  call(id, () => api.del<LinkableConnection>(`/whatsappsession/${id}`));

/** Retries the messages that were set aside. */
export const retrySetAside = (id: number) =>
  call(id, () => api.post<LinkableConnection>(`/whatsappsession/${id}/set-aside`));

/** Restarts all connections and keeps their links. */
export const restartAll = () => api.post("/whatsapp-restart/");

/** Requests the code to type on the phone with this number (digits, with country code). */
export const pairingCode = async (id: number, number: string) =>
  (await api.post<{ code: string }>(`/whatsappsession/${id}/code`, { number: `+${number}` })).code;

const minBusyTime = 600;

// Returns the connection at the time of the answer; later changes come by events. A refusal shows a
// toast and returns null.
async function call(id: number, request: () => Promise<LinkableConnection>) {
  busy.value = new Set([...busy.peek(), id]);
  const seen = new Promise((resolve) => setTimeout(resolve, minBusyTime));
  try {
    return await request();
  } catch (error) {
    toast.error(error);
    return null;
  } finally {
    void seen.then(() => (busy.value = new Set([...busy.peek()].filter((other) => other !== id))));
  }
}

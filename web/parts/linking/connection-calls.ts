import { signal } from "@preact/signals-react";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import type { LinkableConnection } from "./types.ts";

/** The connections with a call on its way, by id: long enough to be seen. */
export const busy = signal<ReadonlySet<number>>(new Set());

/** Comes up again, still linked. */
export const startConnection = (id: number) =>
  call(id, () => api.post<LinkableConnection>(`/whatsappsession/${id}`));

/** Gives the link up and shows a QR code for a new one. */
export const linkAgain = (id: number) =>
  call(id, () => api.put<LinkableConnection>(`/whatsappsession/${id}`));

/** Gives the link up. */
export const disconnect = (id: number) =>
  call(id, () => api.del<LinkableConnection>(`/whatsappsession/${id}`));

/** Tries once more to show what was set aside. */
export const retrySetAside = (id: number) =>
  call(id, () => api.post<LinkableConnection>(`/whatsappsession/${id}/set-aside`));

/** All of them, without a new link. */
export const restartAll = () => api.post("/whatsapp-restart/");

/** Asks for the code that is typed on the phone with this number (digits, with the country's). */
export const pairingCode = async (id: number, number: string) =>
  (await api.post<{ code: string }>(`/whatsappsession/${id}/code`, { number: `+${number}` })).code;

const minBusyTime = 600;

// Answers the connection as it was then; later changes come by events. A refusal is a toast and
// null.
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

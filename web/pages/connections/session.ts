import { signal } from "@preact/signals-react";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";

/** The connections with a call on its way, by id. */
export const busy = signal<ReadonlySet<number>>(new Set());

/** Comes up again, still linked. */
export const start = (id: number) => act(id, () => api.post(`/whatsappsession/${id}`));

/** Gives the link up and shows a QR code for a new one. */
export const linkAgain = (id: number) => act(id, () => api.put(`/whatsappsession/${id}`));

/** Gives the link up. */
export const disconnect = (id: number) => act(id, () => api.del(`/whatsappsession/${id}`));

/** All of them, without a new link. */
export const restartAll = () => api.post("/whatsapp-restart/");

/** Asks for the code that is typed on the phone with this number (digits, with the country's). */
export const pairingCode = async (id: number, number: string) => (await api.post<{ code: string }>(`/whatsappsession/${id}/code`, { number: `+${number}` })).code;

// What came of it is told by the events; whether it was refused, by a toast.
async function act(id: number, call: () => Promise<unknown>) {
  busy.value = new Set([...busy.peek(), id]);
  try {
    await call();
    return true;
  } catch (refused) {
    toast.error(refused);
    return false;
  } finally {
    busy.value = new Set([...busy.peek()].filter((other) => other !== id));
  }
}

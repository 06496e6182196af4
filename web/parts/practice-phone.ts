import { signal } from "@preact/signals-react";
import { navigate } from "wouter/use-browser-location";
import { api } from "../kit/api.ts";
import { toast } from "../kit/Toast.tsx";
import type { Connection, Queue } from "../types.ts";

export const isCreating = signal(false);

/**
 * Creates a practice phone, linked and in all queues: the shortest way to a first message. After a
 * failure it shows a toast and returns undefined.
 */
export async function createPractice(): Promise<number | undefined> {
  isCreating.value = true;
  try {
    const queues = await api.get<Queue[]>("/queue");
    // The name is data, not a screen text: all users of the company see the same name.
    const { id } = await api.post<Connection>("/whatsapp", {
      name: "Telefone de treino",
      provider: "practice",
      queueIds: queues.map((queue) => queue.id),
    });
    await api.post(`/practice/${id}/scan`);
    await api.post(`/practice/${id}/faults`, { receipts: "read" });
    return id;
  } catch (error) {
    toast.error(error);
    return undefined;
  } finally {
    isCreating.value = false;
  }
}

/** Creates a practice phone and opens it. */
export async function tryPractice() {
  const id = await createPractice();
  if (id) navigate(`/practice/${id}`);
}

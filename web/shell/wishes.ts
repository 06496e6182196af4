import { effect, signal } from "@preact/signals-react";
import type { Ticket } from "../pages/tickets/types.ts";
import { me } from "../session.ts";
import { isQuiet, type Quiet } from "./quiet.ts";

/** When a user wants to be told of new messages, on this device. */
export type Wishes = { notices: boolean; mutedQueues: number[]; quiet: Quiet };

const usual: Wishes = { notices: true, mutedQueues: [], quiet: { on: false, from: "18:00", to: "08:00" } };

export const wishes = signal<Wishes>(usual);

export function wish(change: Partial<Wishes>) {
  wishes.value = { ...wishes.peek(), ...change };
  localStorage.setItem(address(), JSON.stringify(wishes.peek()));
}

/** Whether nothing is to ring for a ticket now. The bell counts it all the same. */
export function isHushed({ queueId }: Pick<Ticket, "queueId">, now = new Date()) {
  const { mutedQueues, quiet } = wishes.peek();
  return (queueId !== null && mutedQueues.includes(queueId)) || isQuiet(quiet, now);
}

const address = () => `alerts:${me.peek()?.id ?? 0}`;

function stored(): Wishes {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(address()) ?? "{}") as Partial<Wishes>) };
  } catch {
    return usual;
  }
}

effect(() => {
  if (me.value) wishes.value = stored();
});
window.addEventListener("storage", ({ key }) => {
  if (key === address()) wishes.value = stored();
});

import { signal } from "@preact/signals-react";
import { undoWindow } from "../../../../src/shared.ts";
import { toast } from "../../../kit/Toast.tsx";
import { type Draft, draftOf, write } from "./draft.ts";
import { recall } from "./outbox.ts";

/** What was just said and can still be taken back, until when (epoch ms). */
export type Sent = { clientId: string; ticketId: number; draft: Draft; until: number };

export const takeable = signal<Sent[]>([]);

/** The last thing said in a ticket that can be taken back. Reads a signal. */
export const lastOf = (ticketId: number) => takeable.value.findLast((sent) => sent.ticketId === ticketId);

/** Lets what was said be taken back for a moment. */
export function offer(ticketId: number, clientId: string, draft: Draft) {
  takeable.value = [...takeable.peek(), { clientId, ticketId, draft, until: Date.now() + undoWindow.said }];
  setTimeout(() => drop(clientId), undoWindow.said);
}

/** It was never said: its words are in the composer again, before what was begun meanwhile. */
export async function takeBack({ clientId, ticketId, draft }: Sent) {
  drop(clientId);
  const before = draftOf(ticketId).peek();
  const text = [draft.text, before.text].filter(Boolean).join("\n");
  write(ticketId, { text, quotedMsg: draft.quotedMsg ?? before.quotedMsg, enclosure: draft.enclosure ?? before.enclosure });
  document.querySelector<HTMLElement>("[data-composer]")?.focus();
  try {
    await recall(clientId);
  } catch (refused) {
    toast.error(refused);
    if (draftOf(ticketId).peek().text === text) write(ticketId, before);
  }
}

const drop = (clientId: string) => void (takeable.value = takeable.peek().filter((sent) => sent.clientId !== clientId));

import { signal } from "@preact/signals-react";
import { undoWindow } from "../../../../src/shared/limits.ts";
import { toast } from "../../../kit/Toast.tsx";
import { type Draft, draftOf, write } from "./draft.ts";
import { undoSend } from "./stored-toggle.ts";
import { post, recall, type Said } from "./outbox.ts";

/** What was just said and can still be taken back, until when (epoch ms): a message, and those that went with it. `restore` is told which of them, by their places, came back. */
export type Sent = { clientId: string; others?: string[]; ticketId: number; draft: Draft; until: number; restore?: (back: number[]) => void };

export const takeable = signal<Sent[]>([]);

/** The last thing said in a ticket that can be taken back. Reads a signal. */
export const lastOf = (ticketId: number) => takeable.value.findLast((sent) => sent.ticketId === ticketId);

/** Lets what was said be taken back for a moment. */
export function offer(ticketId: number, clientId: string, draft: Draft, more: Pick<Sent, "others" | "restore"> = {}) {
  takeable.value = [...takeable.peek(), { clientId, ticketId, draft, until: Date.now() + undoWindow.said, ...more }];
  setTimeout(() => drop(clientId), undoWindow.said);
}

/** Says what is no text: files, a voice, a place, cards. For a moment they are taken back together, where their user wants that. */
export function say(ticketId: number, all: Said[], restore?: Sent["restore"]) {
  const undo = undoSend.on.peek();
  const [clientId, ...others] = all.map((said) => post(ticketId, { ...said, undo }));
  if (undo && clientId) offer(ticketId, clientId, { text: "", quotedMsg: all[0]?.quotedMsg ?? null, enclosure: null }, { others, restore });
}

/** It was never said: its words are in the composer again, before what was begun meanwhile. */
export async function takeBack({ clientId, others = [], ticketId, draft, restore }: Sent) {
  drop(clientId);
  const before = draftOf(ticketId).peek();
  const text = [draft.text, before.text].filter(Boolean).join("\n");
  write(ticketId, { text, quotedMsg: draft.quotedMsg ?? before.quotedMsg, enclosure: draft.enclosure ?? before.enclosure });
  document.querySelector<HTMLElement>("[data-composer]")?.focus();
  const done = await Promise.allSettled([clientId, ...others].map(recall));
  const back = done.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
  const refused = done.find((one) => one.status === "rejected");
  if (refused) toast.error(refused.reason);
  if (back.length > 0) restore?.(back);
  else if (draftOf(ticketId).peek().text === text) write(ticketId, before);
}

const drop = (clientId: string) => void (takeable.value = takeable.peek().filter((sent) => sent.clientId !== clientId));

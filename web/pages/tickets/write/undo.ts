import { signal } from "@preact/signals-react";
import { undoWindow } from "../../../../src/shared/limits.ts";
import { toast } from "../../../kit/Toast.tsx";
import { type Draft, draftOf, setDraft } from "./draft.ts";
import { undoSend } from "./stored-toggle.ts";
import { enqueue, unsend, type PendingContent } from "./outbox.ts";

/** What was just said and can still be taken back, until when (epoch ms): a message, and those that went with it. `restore` is told which of them, by their places, came back. */
export type Sent = { clientId: string; others?: string[]; ticketId: number; draft: Draft; until: number; restore?: (back: number[]) => void };

export const undoable = signal<Sent[]>([]);

/** The last thing said in a ticket that can be taken back. Reads a signal. */
export const lastUndoable = (ticketId: number) => undoable.value.findLast((sent) => sent.ticketId === ticketId);

/** Lets what was said be taken back for a moment. */
export function offerUndo(ticketId: number, clientId: string, draft: Draft, more: Pick<Sent, "others" | "restore"> = {}) {
  undoable.value = [...undoable.peek(), { clientId, ticketId, draft, until: Date.now() + undoWindow.said, ...more }];
  setTimeout(() => drop(clientId), undoWindow.said);
}

/** Says what is no text: files, a voice, a place, cards. For a moment they are taken back together, where their user wants that. */
export function sendContent(ticketId: number, all: PendingContent[], restore?: Sent["restore"]) {
  const undo = undoSend.on.peek();
  const [clientId, ...others] = all.map((content) => enqueue(ticketId, { ...content, undo }));
  if (undo && clientId) offerUndo(ticketId, clientId, { text: "", quotedMsg: all[0]?.quotedMsg ?? null, enclosure: null }, { others, restore });
}

/** It was never said: its words are in the composer again, before what was begun meanwhile. */
export async function undoLastSend({ clientId, others = [], ticketId, draft, restore }: Sent) {
  drop(clientId);
  const before = draftOf(ticketId).peek();
  const text = [draft.text, before.text].filter(Boolean).join("\n");
  setDraft(ticketId, { text, quotedMsg: draft.quotedMsg ?? before.quotedMsg, enclosure: draft.enclosure ?? before.enclosure });
  document.querySelector<HTMLElement>("[data-composer]")?.focus();
  const done = await Promise.allSettled([clientId, ...others].map(unsend));
  const back = done.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
  const refused = done.find((one) => one.status === "rejected");
  if (refused) toast.error(refused.reason);
  if (back.length > 0) restore?.(back);
  else if (draftOf(ticketId).peek().text === text) setDraft(ticketId, before);
}

const drop = (clientId: string) => void (undoable.value = undoable.peek().filter((sent) => sent.clientId !== clientId));

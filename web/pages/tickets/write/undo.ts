import { signal } from "@preact/signals-react";
import { undoWindow } from "../../../../src/shared/limits.ts";
import { toast } from "../../../kit/Toast.tsx";
import { type Draft, draftOf, setDraft } from "../../../inbox/draft.ts";
import { undoSend } from "../../../inbox/stored-toggle.ts";
import { enqueue, unsend, type PendingContent } from "../../../inbox/outbox.ts";

/**
 * A sent message that can still be undone until a time (epoch ms), with those sent together.
 * `restore` receives the indexes of the undone ones.
 */
export type Sent = {
  clientId: string;
  others?: string[];
  ticketId: number;
  draft: Draft;
  until: number;
  restore?: (back: number[]) => void;
};

export const undoable = signal<Sent[]>([]);

/** A ticket's last message that can still be undone. Reads a signal. */
export const lastUndoable = (ticketId: number) =>
  undoable.value.findLast((sent) => sent.ticketId === ticketId);

/** Allows to undo a message for a moment. */
export function offerUndo(
  ticketId: number,
  clientId: string,
  draft: Draft,
  more: Pick<Sent, "others" | "restore"> = {},
) {
  undoable.value = [
    ...undoable.peek(),
    { clientId, ticketId, draft, until: Date.now() + undoWindow.message, ...more },
  ];
  setTimeout(() => drop(clientId), undoWindow.message);
}

/**
 * Sends files, a voice message, a location or contact cards. With the undo option, they can be
 * undone together for a moment.
 */
export function sendContent(ticketId: number, all: PendingContent[], restore?: Sent["restore"]) {
  const undo = undoSend.on.peek();
  const [clientId, ...others] = all.map((content) => enqueue(ticketId, { ...content, undo }));
  if (undo && clientId)
    offerUndo(
      ticketId,
      clientId,
      { text: "", quotedMsg: all[0]?.quotedMsg ?? null, enclosure: null },
      { others, restore },
    );
}

/** Undoes a message. Its text returns to the composer, before any text typed since. */
export async function undoLastSend({ clientId, others = [], ticketId, draft, restore }: Sent) {
  drop(clientId);
  const before = draftOf(ticketId).peek();
  const text = [draft.text, before.text].filter(Boolean).join("\n");
  setDraft(ticketId, {
    text,
    quotedMsg: draft.quotedMsg ?? before.quotedMsg,
    enclosure: draft.enclosure ?? before.enclosure,
  });
  document.querySelector<HTMLElement>("[data-composer]")?.focus();
  const done = await Promise.allSettled([clientId, ...others].map(unsend));
  const back = done.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
  const refused = done.find((one) => one.status === "rejected");
  if (refused) toast.error(refused.reason);
  if (back.length > 0) restore?.(back);
  else if (draftOf(ticketId).peek().text === text) setDraft(ticketId, before);
}

const drop = (clientId: string) =>
  void (undoable.value = undoable.peek().filter((sent) => sent.clientId !== clientId));

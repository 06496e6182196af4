import { useRef, useState } from "react";
import { trimmed } from "../../../../src/shared/text.ts";
import { clearDraft, draftOf } from "../../../inbox/draft.ts";
import { enqueue, isAccepted } from "../../../inbox/outbox.ts";
import { resolve } from "../../../inbox/resolve.ts";
import { undoSend } from "../../../inbox/stored-toggle.ts";
import type { Ticket } from "../../../types.ts";
import { type Answer, dismissCollision, findCollision } from "./answer-collision.ts";
import { signature } from "./signature.ts";
import { offerUndo } from "./undo.ts";

/** Sends a ticket's draft. Asks first when a colleague answered in the meantime. */
export function useSending(ticket: Ticket, focus: () => void) {
  const { id } = ticket;
  const writingSince = useRef(Date.now());
  const [collision, setCollision] = useState<{ answer: Answer; resolves: boolean } | null>(null);

  const sendNow = async (resolves: boolean) => {
    const { text, quotedMsg, enclosure } = draftOf(id).peek();
    const body = trimmed(text);
    const undo = undoSend.on.peek() && !resolves;
    const clientId = enqueue(id, { body: body && signature() + body, quotedMsg, enclosure, undo });
    if (undo) offerUndo(id, clientId, { text: body, quotedMsg, enclosure });
    clearDraft(id);
    focus();
    // Close the ticket after the message, so that the farewell comes last.
    if (resolves && (await isAccepted(clientId))) await resolve(ticket);
  };

  return {
    collision,
    /** Stores the moment when the agent begins to write. */
    begin: () => void (writingSince.current = Date.now()),
    send: (resolves = false) => {
      if (isEmpty(id)) return focus();
      const answer = findCollision(id, writingSince.current);
      if (answer) return setCollision({ answer, resolves });
      void sendNow(resolves);
    },
    sendAnyway: () => void sendNow(collision?.resolves ?? false),
    dismiss: () => {
      dismissCollision(id);
      setCollision(null);
    },
  };
}

const isEmpty = (ticketId: number) => {
  const { text, enclosure } = draftOf(ticketId).peek();
  return trimmed(text) === "" && !enclosure;
};

import { signal } from "@preact/signals-react";
import { pendingMessages } from "../../inbox/outbox.ts";
import { signOut } from "../../session/session.ts";

/** Whether the user is asked, because messages still wait to be sent. */
export const isAskingSignOut = signal(false);

/** Signs out, and asks first where messages still wait. rules.md#signing-out */
export function requestSignOut() {
  if (pendingMessages.peek().length > 0) isAskingSignOut.value = true;
  else void signOut();
}

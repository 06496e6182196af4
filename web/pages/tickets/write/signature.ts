import { me } from "../../../session/session.ts";
import { storedToggle } from "../../../inbox/stored-toggle.ts";

/** Whether messages begin with one's name. */
export const signMessages = storedToggle("signature", false);

/** What stands before the text. */
export const signature = () => (signMessages.on.peek() ? `*${me.peek()?.name ?? ""}:*\n` : "");

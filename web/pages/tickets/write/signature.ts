import { me } from "../../../session.ts";
import { storedToggle } from "./stored-toggle.ts";

/** Whether messages begin with one's name. */
export const signMessages = storedToggle("signature", false);

/** What stands before the text. */
export const signature = () => (signMessages.on.peek() ? `*${me.peek()?.name ?? ""}:*\n` : "");

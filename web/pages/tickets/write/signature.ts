import { me } from "../../../session/session.ts";
import { storedToggle } from "../../../inbox/stored-toggle.ts";

/** Whether messages begin with the agent's name. */
export const signMessages = storedToggle("signature", false);

/** The signature before the text. */
export const signature = () => (signMessages.on.peek() ? `*${me.peek()?.name ?? ""}:*\n` : "");

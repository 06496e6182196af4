import { me } from "../../../session.ts";
import { habit } from "./habits.ts";

/** Whether messages begin with one's name. */
export const signing = habit("signature", false);

/** What stands before the text. doc 4 §1.2 */
export const signature = () => (signing.on.peek() ? `*${me.peek()?.name ?? ""}:*\n` : "");

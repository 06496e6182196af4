import { deleteWindow, editWindow } from "../../../../src/shared/limits.ts";
import { ack } from "../../../../src/shared/states.ts";
import type { Said } from "./timeline.ts";

const worded = ["chat", "image", "video", "application"];

type Own = Pick<Said, "id" | "mine" | "kind" | "body" | "ack" | "at" | "isDeleted">;

/** Whether a message of ours can still be said otherwise. `now` in epoch ms. doc 4 §1.14 */
export const mayEdit = (said: Own, now: number) => ours(said) && worded.includes(said.kind) && said.body !== "" && said.ack !== ack.failed && now - Date.parse(said.at) < editWindow;

/** Whether a message of ours can still be taken back; one that never left can always. */
export const mayErase = (said: Own, now: number) => ours(said) && (said.ack === ack.failed || now - Date.parse(said.at) < deleteWindow);

const ours = ({ id, mine, isDeleted, kind }: Own) => id !== null && mine && !isDeleted && kind !== "call_log";

/** Whether a message can be said again to someone else. */
export const mayForward = ({ id, isDeleted, kind, media, mediaUrl }: Pick<Said, "id" | "isDeleted" | "kind" | "media" | "mediaUrl">) =>
  id !== null && !isDeleted && kind !== "call_log" && kind !== "unsupported" && (media === null || mediaUrl !== null);

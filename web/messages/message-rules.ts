import { deleteWindow, editWindow } from "../../src/shared/limits.ts";
import { ack } from "../../src/shared/states.ts";
import type { MessageBubble } from "./bubble.ts";

const kindsWithText = ["chat", "image", "video", "application"];

type BubbleState = Pick<
  MessageBubble,
  "id" | "mine" | "kind" | "body" | "ack" | "at" | "isDeleted"
>;

/** Whether a message of ours can still be edited. `now` in epoch ms. rules.md#edit-and-delete */
export const mayEdit = (bubble: BubbleState, now: number) =>
  ours(bubble) &&
  kindsWithText.includes(bubble.kind) &&
  bubble.body !== "" &&
  bubble.ack !== ack.failed &&
  now - Date.parse(bubble.at) < editWindow;

/** Whether a message of ours can still be deleted; an unsent one always can. */
export const mayErase = (bubble: BubbleState, now: number) =>
  ours(bubble) && (bubble.ack === ack.failed || now - Date.parse(bubble.at) < deleteWindow);

const ours = ({ id, mine, isDeleted, kind }: BubbleState) =>
  id !== null && mine && !isDeleted && kind !== "call_log";

/** Whether a message can be forwarded. */
export const mayForward = ({
  id,
  isDeleted,
  kind,
  media,
  mediaUrl,
}: Pick<MessageBubble, "id" | "isDeleted" | "kind" | "media" | "mediaUrl">) =>
  id !== null &&
  !isDeleted &&
  kind !== "call_log" &&
  kind !== "unsupported" &&
  (media === null || mediaUrl !== null);

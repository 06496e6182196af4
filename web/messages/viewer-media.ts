import type { MessageBubble } from "./bubble.ts";

/** Whether the viewer can show a message. */
export const isViewable = ({ kind, isDeleted }: Pick<MessageBubble, "kind" | "isDeleted">) =>
  (kind === "image" || kind === "video") && !isDeleted;

/** The URL of a server's picture in bubble size. Local pictures keep their URL. */
export const thumbnailUrl = (source: string) =>
  source.includes("?") ? `${source}&thumb=true` : source;

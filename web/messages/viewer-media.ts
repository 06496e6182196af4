import type { MessageBubble } from "./bubble.ts";

/** What the viewer shows. */
export const isViewable = ({ kind, isDeleted }: Pick<MessageBubble, "kind" | "isDeleted">) =>
  (kind === "image" || kind === "video") && !isDeleted;

/** A picture of the server's in the size of a bubble. What is here already is taken as it is. */
export const thumbnailUrl = (source: string) =>
  source.includes("?") ? `${source}&thumb=true` : source;

import type { Said } from "./timeline.ts";

/** What the viewer shows. */
export const isPicture = ({ kind, isDeleted }: Pick<Said, "kind" | "isDeleted">) => (kind === "image" || kind === "video") && !isDeleted;

/** A picture of the server's in the size of a bubble. What is here already is taken as it is. */
export const thumbOf = (source: string) => (source.includes("?") ? `${source}&thumb=true` : source);

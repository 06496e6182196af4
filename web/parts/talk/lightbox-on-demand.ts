import { onDemand } from "../../kit/on-demand.ts";

/** The lightbox, which nobody sees before a picture is opened. */
export const Lightbox = onDemand(async () => (await import("./Lightbox.tsx")).Lightbox);

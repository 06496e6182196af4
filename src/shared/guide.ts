/** The steps of the guide that the owner of a new box sees, in this order. */
export const guideSteps = ["company", "address", "line", "queue", "copies", "message"] as const;
export type GuideStep = (typeof guideSteps)[number];

/** How far its owner is. `isOpen`: it is still offered. */
export type Guide = { steps: Record<GuideStep, boolean>; isOpen: boolean };

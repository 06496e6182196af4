/** The steps of the guide that the owner of a new box sees, in this order. */
export const guideSteps = ["company", "address", "line", "queue", "copies", "message"] as const;
export type GuideStep = (typeof guideSteps)[number];

/** The owner's progress in the guide. `isOpen`: the screens still offer it. */
export type Guide = { steps: Record<GuideStep, boolean>; isOpen: boolean };

import { signal } from "@preact/signals-react";

/**
 * Whether the box's notifications reach this browser also while no page of it is open. The page
 * then shows none of the same things by itself. rules.md#push
 */
export const isPushOn = signal(false);

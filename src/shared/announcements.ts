/** How much an announcement matters: high, medium, low. */
export const priorities = [1, 2, 3] as const;

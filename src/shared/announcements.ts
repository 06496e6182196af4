/** How much an announcement matters: high, medium, low. doc 3 §3 */
export const priorities = [1, 2, 3] as const;

/** Pictures that an announcement may have. doc 3 §5 */
export const announcedTypes = ["image/png", "image/jpeg"] as const;

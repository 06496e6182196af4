/**
 * What lists of reminders are asked for: those whose time is to come, or has come, both, and the
 * done ones.
 */
export const reminderStates = ["upcoming", "due", "open", "done"] as const;
export type ReminderState = (typeof reminderStates)[number];

/** The most characters of what a reminder says. */
export const reminderLength = 500;

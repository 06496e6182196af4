/**
 * The states by which lists of reminders are filtered: with a time to come, with a time that has
 * come, both of these, and done.
 */
export const reminderStates = ["upcoming", "due", "open", "done"] as const;
export type ReminderState = (typeof reminderStates)[number];

/** The most characters of a reminder's text. */
export const reminderLength = 500;

/** Image types that an agent may send and a browser may show in place. */
export const imageTypes = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;

/** Types of pictures of products and announcements. */
export const pictureTypes = ["image/png", "image/jpeg"] as const;

/** Flyers of promotions: many shops get theirs as a PDF. */
export const flyerTypes = [...pictureTypes, "application/pdf"] as const;

/** Largest file an agent may send, in bytes. rules.md#file-sizes */
export const uploadLimit = 10 * 1024 * 1024;

/** The same in MB, for texts. */
export const uploadMegabytes = uploadLimit / 1024 / 1024;

/** The most files of one message form. */
export const maxFilesSent = 10;

/** The most files of a file list. */
export const maxFilesListed = 20;

/** The longest text of a message, in UTF-16 units. */
export const longestMessage = 65_536;

/** The longest text that a user may write; their signature comes on top. */
export const longestWritten = 65_000;

/** The most levels of a queue's options. */
export const maxOptionDepth = 10;

/** The most days with special hours. */
export const maxHolidays = 100;

/** Largest file that the box accepts from a customer, in bytes. rules.md#file-sizes */
export const downloadLimit = 64 * 1024 * 1024;

/** Our messages can be edited or deleted for all within so many ms. rules.md#edit-and-delete */
export const editWindow = 15 * 60_000;

export const deleteWindow = 48 * 3_600_000;

/**
 * A message or an action can be undone within so many ms. Until then nothing is sent to the
 * network.
 */
export const undoWindow = { message: 5000, action: 8000 } as const;

/** The longest time, in ms, for which a ticket can be snoozed: a year. */
export const longestSnooze = 366 * 86_400_000;

/** Characters that are stored of a quoted message which the box does not have. */
export const longestQuote = 200;

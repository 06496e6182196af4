/** The parts of the menus and notices around every page. */
export const shellParts = [
  "announcements",
  "backups",
  "box",
  "chats",
  "drafts",
  "health",
  "notifications",
  "openHours",
  "orders",
  "reminders",
  "safeMode",
  "shutCompanies",
  "webhooks",
] as const;

export type ShellPart = (typeof shellParts)[number];

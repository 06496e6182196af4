/** What the menus and notices around every page show, part by part. */
export const shellParts = [
  "announcements",
  "backups",
  "box",
  "chats",
  "drafts",
  "health",
  "orders",
  "reminders",
  "safeMode",
  "shutCompanies",
  "webhooks",
] as const;

export type ShellPart = (typeof shellParts)[number];

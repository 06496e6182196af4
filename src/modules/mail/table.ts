import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, instant } from "../../kit/db/table.ts";
import { mailFailures, type MailFailure } from "../../shared/mail.ts";

export const mails = sqliteTable("mails", {
  ...base,
  kind: text({
    enum: [
      "billing",
      "health",
      "lead",
      "morning",
      "passwordReset",
      "signUp",
      "signUpDocumentTaken",
      "signUpKnown",
      "signUpNameTaken",
    ],
  }).notNull(),
  receiver: text().notNull(),
  letter: blob({ mode: "buffer" }),
  messageId: text().notNull(),
  state: text({ enum: ["waiting", "sent", "failed"] })
    .notNull()
    .default("waiting"),
  attempts: integer().notNull().default(0),
  dueAt: integer().notNull(),
  uselessAt: integer().notNull(),
  error: text({ enum: mailFailures }),
  answer: text().notNull().default(""),
  updatedAt: instant().notNull(),
});
export type Mail = typeof mails.$inferSelect;
export type MailKind = Mail["kind"];

/**
 * The outcome of a test, or of the last mail that was tried: the server's reply, and why it failed.
 */
export type MailOutcome = { error: MailFailure | null; answer: string };

/** The state of the box's mail. */
export type MailStatus = {
  waiting: number;
  last: (MailOutcome & { receiver: string; at: Date }) | null;
};

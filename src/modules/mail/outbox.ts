import { and, asc, count, desc, eq, gt, gte, lt, lte, or, sql } from "drizzle-orm";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { MailFailed, type Letter, type SmtpClient } from "../../kit/net/smtp.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import type { Language } from "../../shared/languages.ts";
import { mailRetries } from "../../shared/mail.ts";
import { readBox, type Box } from "../box/box.ts";
import { contentOf, type Content } from "./letters.ts";
import { mailServer } from "./server.ts";
import { mails, type Mail, type MailKind, type MailStatus } from "./table.ts";

/** How long (ms) sent mails stay stored. */
const retention = 14 * 86_400_000;

const longestRetry = Math.max(...mailRetries);

/** `uselessAt`: when (epoch ms) the mail is of no use any more. */
export type NewMail = {
  kind: MailKind;
  to: string;
  language: Language;
  values: Record<string, string>;
  link?: string;
  replyTo?: string;
  uselessAt: number;
};
type Sealed = Content & Pick<Letter, "replyTo">;

/**
 * Stores a mail to be sent, within the write that it reports, and returns its id. Its content is
 * sealed, since its link opens an account. rules.md#mail
 */
export function postMail(
  tx: ControlTx,
  box: Box,
  { kind, to, language, values, link, replyTo, uselessAt }: NewMail,
): number {
  const now = box.control.now();
  const { boxName, mailFrom } = readBox(box);
  const messageId = `<${crypto.randomUUID()}@${mailFrom?.split("@").at(-1) ?? "balcao"}>`;
  const letter: Sealed = {
    ...contentOf(kind, language, { box: boxName, ...values }, link),
    replyTo,
  };
  const { id } = tx
    .insert(mails)
    .values({
      kind,
      receiver: to,
      letter: box.seals.seal(["mail", messageId], Buffer.from(JSON.stringify(letter))),
      messageId,
      dueAt: now,
      uselessAt,
      ...insertTimestamps(now),
    })
    .returning({ id: mails.id })
    .get();
  return id;
}

/** Whether a mail of a kind was put out for a receiver since a moment (epoch ms). */
export const wasPosted = (control: Control, kind: MailKind, receiver: string, since: number) =>
  control
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        gte(mails.createdAt, new Date(since)),
        eq(mails.kind, kind),
        eq(mails.receiver, receiver),
      ),
    )
    .get() !== undefined;

// One due later than any retry was put out before the clock was put back.
const isDue = and(
  sql`${mails.state} = 'waiting'`,
  or(lte(mails.dueAt, sql.placeholder("now")), gt(mails.dueAt, sql.placeholder("never"))),
);
const nextQuery = query((db) =>
  db.select().from(mails).where(isDue).orderBy(asc(mails.dueAt), asc(mails.id)).limit(1),
);

/** The mail that is to leave next, if one is due. */
export const nextMail = (control: Control): Mail | undefined =>
  nextQuery(control).get({ now: control.now(), never: control.now() + longestRetry + 60_000 });

/** Sends a mail, and stores the outcome. rules.md#mail */
export async function sendMail(box: Box, smtp: SmtpClient, mail: Mail) {
  const { control } = box;
  const server = mailServer(box);
  if (mail.uselessAt <= control.now())
    return note(control, mail, { state: "failed", letter: null });
  if (!server) return note(control, mail, { dueAt: control.now() + mailRetries[0]! });
  const letter = opened(box, mail);
  if (!letter) return note(control, mail, { state: "failed", letter: null });
  const attempts = mail.attempts + 1;
  try {
    const answer = await smtp.send(server.server, {
      from: server.from,
      to: mail.receiver,
      messageId: mail.messageId,
      ...letter,
    });
    note(control, mail, { state: "sent", attempts, letter: null, error: null, answer });
  } catch (thrown) {
    if (!(thrown instanceof MailFailed)) throw thrown;
    const wait = thrown.reason === "rejected" ? undefined : mailRetries[mail.attempts];
    const next =
      wait === undefined
        ? { state: "failed" as const, letter: null }
        : { dueAt: control.now() + wait };
    note(control, mail, { ...next, attempts, error: thrown.reason, answer: thrown.answer });
  }
}

/** Undefined for one that was sealed by another box. */
function opened({ seals }: Box, { messageId, letter }: Mail): Sealed | undefined {
  try {
    return letter
      ? (JSON.parse(seals.open(["mail", messageId], letter).toString()) as Sealed)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Tries at once what waits, since the settings were changed. */
export function hurryMail(control: Control) {
  control.write((tx) => {
    tx.update(mails).set({ dueAt: control.now() }).where(eq(mails.state, "waiting")).run();
  });
}

/** How many mails wait, and the outcome of the last that was tried. */
export function mailStatus(control: Control): MailStatus {
  const waiting = control
    .select({ count: count() })
    .from(mails)
    .where(sql`${mails.state} = 'waiting'`)
    .get()!.count;
  const last = control
    .select({
      receiver: mails.receiver,
      error: mails.error,
      answer: mails.answer,
      at: mails.updatedAt,
    })
    .from(mails)
    .where(gt(mails.attempts, 0))
    .orderBy(desc(mails.updatedAt))
    .limit(1)
    .get();
  return { waiting, last: last ?? null };
}

/** Deletes what left, or never will, some time ago. */
export function deleteOld(control: Control) {
  control.write((tx) => {
    tx.delete(mails)
      .where(
        and(
          lt(mails.createdAt, new Date(control.now() - retention)),
          sql`${mails.state} <> 'waiting'`,
        ),
      )
      .run();
  });
}

function note(control: Control, { id }: Mail, values: Partial<Mail>) {
  control.write((tx) => {
    tx.update(mails)
      .set({ ...values, ...updateTimestamps(control.now()) })
      .where(eq(mails.id, id))
      .run();
  });
}

import { insertTimestamps } from "../../kit/db/table.ts";
import type { ControlTx } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";
import { filledNotice } from "../../shared/billing-notices.ts";
import type { Language } from "../../shared/languages.ts";
import { businessDay } from "../business/state.ts";
import { canMail, readBox, type Box } from "../box/box.ts";
import { postMail } from "../mail/outbox.ts";
import { candidates, type Candidate } from "./candidates.ts";
import { readSettings, textOf } from "./settings.ts";
import { billingNotices, type NoticeText } from "./table.ts";

/** A mail that did not leave within so many ms tells nothing new. */
const usefulFor = 3 * 86_400_000;

/**
 * Stores the notices that are due, each with its mail in the same write, so that a box that dies
 * sends none twice. rules.md#billing-notices
 */
export function makeNotices(box: Box) {
  const { control } = box;
  const settings = readSettings(control);
  if (!settings.byMail && settings.whatsappId === null) return;
  const { language, boxName, publicUrl, ...more } = readBox(box);
  const byMail = settings.byMail && canMail({ publicUrl, ...more });
  for (const candidate of candidates(control, settings)) {
    const values = {
      ...valuesOf(candidate, language, businessDay(control)),
      box: boxName,
      link: publicUrl ? `${publicUrl}/invoices` : "",
    };
    const { subject, body } = textOf(settings.texts, candidate.kind, language);
    const filled = { subject: filledNotice(subject, values), body: filledNotice(body, values) };
    const isFor = {
      mail: byMail ? candidate.email : null,
      whatsapp: settings.whatsappId === null ? null : candidate.phone,
    };
    control.write((tx) => keep(tx, box, candidate, isFor, { language, ...filled }));
  }
}

function keep(
  tx: ControlTx,
  box: Box,
  { kind, about, companyId }: Candidate,
  { mail, whatsapp }: { mail: string | null; whatsapp: string | null },
  { subject, body, language }: NoticeText & { language: Language },
) {
  const now = box.control.now();
  const row = { kind, about, companyId, body, dueAt: now, ...insertTimestamps(now) };
  const add = (values: typeof billingNotices.$inferInsert) =>
    tx.insert(billingNotices).values(values).onConflictDoNothing().run();
  if (mail) {
    const mailId = postMail(tx, box, {
      kind: "billing",
      to: mail,
      language,
      values: { subject, text: body },
      uselessAt: now + usefulFor,
    });
    add({ ...row, channel: "mail", receiver: mail, state: "sent", mailId });
  }
  if (whatsapp) add({ ...row, channel: "whatsapp", receiver: whatsapp });
  if (!mail && !whatsapp)
    add({ ...row, channel: "none", receiver: "", state: "failed", error: "noReceiver" });
}

function valuesOf(
  { invoiceId, company, plan, cents, day }: Candidate,
  language: Language,
  today: string,
): Record<string, string> {
  const tag = language === "ptBR" ? "pt-BR" : language;
  const days = Temporal.PlainDate.from(today).until(day, { largestUnit: "day" }).days;
  return {
    company,
    number: invoiceId === null ? "" : String(invoiceId),
    plan,
    value: new Intl.NumberFormat(tag === "es" ? "pt-BR" : tag, {
      style: "currency",
      currency: "BRL",
    }).format(Number(amountOf(cents))),
    date: new Intl.DateTimeFormat(tag, { dateStyle: "short", timeZone: "UTC" }).format(
      new Date(`${day}T12:00:00Z`),
    ),
    days: String(Math.abs(days)),
  };
}

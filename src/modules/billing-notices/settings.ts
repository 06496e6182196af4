import { eq } from "drizzle-orm";
import { z } from "zod";
import { id, line, text } from "../../kit/http/fields.ts";
import { invalidFields } from "../../kit/fault.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { noticeKinds, type NoticeKind } from "../../shared/billing-notices.ts";
import { type Language, languages } from "../../shared/languages.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { canMail, readBox, type Box } from "../box/box.ts";
import { usualTexts } from "./words.ts";
import { noticeSettings, type NoticeSettings, type NoticeText } from "./table.ts";

const written = z.object({ subject: line(150, 1), body: text(2000, 1) });
const ofLanguages = z.partialRecord(z.enum(languages), written);

export const settingsBody = z
  .object({
    byMail: z.boolean(),
    whatsappId: id.nullable(),
    days: z.number().int().min(1).max(15),
    texts: z.partialRecord(z.enum(noticeKinds), ofLanguages),
  })
  .partial();

export const readSettings = (control: Control) =>
  control.select().from(noticeSettings).where(eq(noticeSettings.id, 1)).get()!;

export function shownSettings(box: Box): NoticeSettings {
  const { id: _, since: __, ...settings } = readSettings(box.control);
  return { ...settings, usual: usualTexts, canMail: canMail(readBox(box)) };
}

/** The text of a kind: the owner's, else the usual one. */
export const textOf = (
  texts: NoticeSettings["texts"],
  kind: NoticeKind,
  language: Language,
): NoticeText => texts[kind]?.[language] ?? usualTexts[kind][language];

/**
 * Changes the settings. Turned on, notices begin with what happens from now on. Throws invalid for a
 * connection that the owner's company does not have, and mail that the box cannot send.
 */
export function changeSettings(
  box: Box,
  db: CompanyDb,
  body: z.infer<typeof settingsBody>,
  by: number,
): NoticeSettings {
  const { control } = box;
  const before = readSettings(control);
  if (
    body.whatsappId &&
    !db.sqlite.query("SELECT 1 FROM connections WHERE id = ?").get(body.whatsappId)
  )
    throw invalidFields({ whatsappId: "invalid" });
  if (body.byMail && !before.byMail && !canMail(readBox(box)))
    throw invalidFields({ byMail: "invalid" });
  const after = { ...before, ...body };
  const wasOn = before.byMail || before.whatsappId !== null;
  const now = control.now();
  db.write((tx) => {
    addAuditEntry(tx, {
      userId: by,
      action: "settingChanged",
      subject: "setting billingNotices",
      details: { fields: Object.keys(body) },
    });
    // Last, since it commits in another file: if it fails, the transaction rolls back.
    control.write((controlTx) => {
      controlTx
        .update(noticeSettings)
        .set({ ...after, ...(!wasOn && { since: new Date(now) }), ...updateTimestamps(now) })
        .where(eq(noticeSettings.id, 1))
        .run();
    });
  });
  return shownSettings(box);
}

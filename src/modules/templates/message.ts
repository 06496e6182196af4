import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { notFound } from "../../kit/db/page.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import {
  templateText,
  templateValue,
  valueErrorsOf,
  type TemplateUse,
  type TemplateValue,
} from "../../shared/templates.ts";
import type { templateUseField } from "./fields.ts";
import { findTemplate } from "./templates.ts";
import { templates, type TemplateRow } from "./table.ts";

/** A template and its values, as a client names them. */
export type TemplateChoice = z.infer<typeof templateUseField>;

/**
 * The text and the use of a template for one message, with its values filled in by `fill`. Throws
 * missing, a conflict where it cannot be sent, and invalid with the field of each value that lacks.
 * rules.md#templates
 */
export function templateMessage(
  db: CompanyDb,
  whatsappId: number | null,
  choice: TemplateChoice,
  fill: (text: string) => string,
): { body: string; template: TemplateUse } {
  const row = chosenTemplate(db, whatsappId, choice);
  return filledUse(row, storedUse(row, choice), fill);
}

/** The template of a choice, by its id or by its name and language. Throws missing. */
export function chosenTemplate(
  db: CompanyDb,
  whatsappId: number | null,
  { id, name = "", language = "" }: TemplateChoice,
): TemplateRow {
  if (id !== undefined) return findTemplate(db, id, whatsappId ?? undefined);
  const row = whatsappId === null ? undefined : templateOfUse(db, whatsappId, { name, language });
  if (!row) throw notFound("Modelo não encontrado");
  return row;
}

/** The template of a choice on a connection; undefined where it is gone. */
export function templateOfChoice(
  db: CompanyDb,
  whatsappId: number,
  { id, name = "", language = "" }: Pick<TemplateChoice, "id" | "name" | "language">,
): TemplateRow | undefined {
  if (id === undefined) return templateOfUse(db, whatsappId, { name, language });
  return db
    .select()
    .from(templates)
    .where(and(eq(templates.id, id), eq(templates.whatsappId, whatsappId)))
    .get();
}

/** A choice as a schedule or a campaign stores it: by name, with values to be filled in later. */
export function storedUse(
  { name, language }: Pick<TemplateRow, "name" | "language">,
  { header, body, buttons }: TemplateChoice,
): TemplateUse {
  return { name, language, header, body, buttons };
}

/** The template of a stored use on a connection; undefined where it is gone. */
export function templateOfUse(
  db: CompanyDb,
  whatsappId: number,
  { name, language }: Pick<TemplateUse, "name" | "language">,
): TemplateRow | undefined {
  return db
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.whatsappId, whatsappId),
        eq(templates.name, name),
        eq(templates.language, language),
      ),
    )
    .get();
}

/** Throws a conflict for a template that cannot be sent now. */
export function refuseUnusable({ state, isPlain, name }: TemplateRow) {
  if (state !== "APPROVED" || !isPlain)
    throw new Fault("conflict", "ERR_TEMPLATE_NOT_USABLE", {
      message: `O modelo ${name} não pode ser enviado agora`,
      details: { name, state },
    });
}

/** A stored use with its values filled in, and its text. Throws as `templateMessage`. */
export function filledUse(
  row: TemplateRow,
  stored: TemplateUse,
  fill: (text: string) => string,
): { body: string; template: TemplateUse } {
  refuseUnusable(row);
  const filled = (values?: TemplateValue[]) =>
    values?.map((one) => ({ ...one, text: templateValue(fill(one.text)) }));
  const template: TemplateUse = {
    name: row.name,
    language: row.language,
    ...(stored.header && { header: filled(stored.header) }),
    ...(stored.body && { body: filled(stored.body) }),
    ...(stored.buttons && {
      buttons: stored.buttons.map((one) => ({ ...one, value: templateValue(fill(one.value)) })),
    }),
    ...(row.buttons.length > 0 && {
      labels: row.buttons.map((one) => ("text" in one ? one.text : "")),
    }),
  };
  const errors = valueErrorsOf(row, template);
  if (Object.keys(errors).length > 0)
    throw invalidFields(
      Object.fromEntries(
        Object.entries(errors).map(([field, code]) => [`template.${field}`, code]),
      ),
    );
  return { body: templateText(row, template), template };
}

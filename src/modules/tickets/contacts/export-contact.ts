import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { languages } from "../../../shared/languages.ts";
import { addAuditEntry } from "../../audit/audit.ts";
import { notErased } from "../../contacts/contacts.ts";
import type { ContactExport } from "../../personal-data/export-page.ts";
import { personalData } from "../../personal-data/register.ts";
import { personOf } from "./person.ts";

export const exportQuery = z.object({
  format: z.enum(["json", "html"]).default("json"),
  language: z.enum(languages).default("ptBR"),
});

/**
 * All stored data of a person, as the law lets them demand it (LGPD): identity, messages, notes,
 * ratings, and the list of files. Throws missing.
 */
export async function exportContact(db: CompanyDb, me: Me, id: number): Promise<ContactExport> {
  const { name } = notErased(db, id);
  db.write((tx) =>
    addAuditEntry(tx, { userId: me.id, action: "contactExported", subject: `contact ${id}` }),
  );
  const person = personOf(db, id);
  const result: ContactExport = {
    exportedAt: new Date(db.now()),
    company: db.about().name,
    contact: { name },
  };
  for (const { export: how } of personalData())
    if (typeof how !== "string") result[how.name] = await how.read(db, person);
  return result;
}

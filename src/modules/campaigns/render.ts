import { eq } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { fillIn } from "../../shared/fill-in.ts";
import * as campaignSettings from "../campaign-settings/settings.ts";
import { wordsOf } from "../contacts/field-definitions.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { connections } from "../connections/table.ts";

/** A campaign's text as this contact gets it, now, through this connection. rules.md#campaigns */
export function render(
  db: CompanyDb,
  text: string,
  { name, number, email }: { name: string; number: string; email: string },
  whatsappId: number | null,
): string {
  const { name: company, timezone } = db.about();
  return fillIn(
    text,
    {
      contact: {
        name,
        number,
        email,
        // Few texts name a field, so the contact is read on demand.
        get extraInfo() {
          const [contact] = findByIdentifiers(db, [{ type: "phone", value: number }]);
          return wordsOf(db, contact?.id ?? null);
        },
      },
      company,
      timezone,
      now: db.now(),
      // Few texts use it, so it is read on demand.
      get connection() {
        return whatsappId === null
          ? ""
          : (db
              .select({ name: connections.name })
              .from(connections)
              .where(eq(connections.id, whatsappId))
              .get()?.name ?? "");
      },
    },
    campaignSettings.read(db).variables,
  );
}

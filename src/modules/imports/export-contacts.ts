import { and, asc, count, desc, gt, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { hideInName } from "../../kit/http/hidden.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { masked } from "../../shared/phone.ts";
import { addAuditEntry } from "../audit/audit.ts";
import type { contactQuery } from "../contacts/list.ts";
import { contactMatching } from "../contacts/search.ts";
import { contactFields, contacts, contactTags } from "../contacts/table.ts";
import { tagsColumn } from "../contacts/tags.ts";
import { sheetFile } from "../../kit/files/xlsx.ts";

/** How many contacts are read at a time. */
const pageSize = 500;

/** How many of the most frequent fields get a column. */
const maxFields = 50;

type Filters = Pick<z.infer<typeof contactQuery>, "searchParam" | "contactTag">;

/**
 * Contacts as the bytes of an xlsx, whose columns the import recognises. Recorded in the audit.
 * rules.md#hidden-numbers
 */
export function exportContacts(
  db: CompanyDb,
  me: Me,
  filters: Filters,
): { name: string; body: AsyncGenerator<Uint8Array> } {
  const fields = db
    .select({ name: contactFields.name })
    .from(contactFields)
    .groupBy(contactFields.name)
    .orderBy(desc(count()), contactFields.name)
    .limit(maxFields)
    .all()
    .map(({ name }) => name);
  db.write((tx) =>
    addAuditEntry(tx, {
      userId: me.id,
      action: "contactsExported",
      subject: "contacts",
      details: { filtered: filters.searchParam !== "" || filters.contactTag !== undefined },
    }),
  );
  const day = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(db.about().timezone)
    .toPlainDate()
    .toString();
  const columns = ["Nome", "Número", "E-mail", "Tags"];
  const body = sheetFile({
    name: "Contatos",
    head: [...columns, ...fields],
    widths: [32, 18, 32, 24, ...fields.map(() => 20)],
    rows: rowsOf(db, me, filters, fields),
  });
  return { name: `contatos-${day}.xlsx`, body };
}

async function* rowsOf(
  db: CompanyDb,
  me: Me,
  { searchParam, contactTag }: Filters,
  fields: string[],
): AsyncGenerator<string[][]> {
  const tagged =
    contactTag &&
    inArray(
      contacts.id,
      db
        .select({ id: contactTags.contactId })
        .from(contactTags)
        .where(inArray(contactTags.tagId, contactTag)),
    );
  const page = db
    .select({
      id: contacts.id,
      name: contacts.name,
      number: contacts.number,
      email: contacts.email,
      isGroup: contacts.isGroup,
      tags: tagsColumn,
    })
    .from(contacts)
    .where(
      and(
        gt(contacts.id, sql.placeholder("after")),
        isNull(contacts.erasedAt),
        searchParam ? contactMatching(me, searchParam) : undefined,
        tagged,
      ),
    )
    .orderBy(asc(contacts.id))
    .limit(pageSize)
    .prepare();
  let after = 0;
  for (;;) {
    const rows = page.all({ after });
    const values = fieldsOf(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => [
      me.hidesNumbers ? hideInName(row.name) : row.name,
      me.hidesNumbers && !row.isGroup ? masked(row.number) : row.number,
      row.email,
      row.tags.map(({ name }) => name).join(", "),
      ...fields.map((field) => values.get(row.id)?.get(field) ?? ""),
    ]);
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
    await new Promise(setImmediate);
  }
}

function fieldsOf(db: CompanyDb, ids: number[]): Map<number, Map<string, string>> {
  const byContact = new Map<number, Map<string, string>>();
  for (const { contactId, name, value } of db
    .select()
    .from(contactFields)
    .where(inArray(contactFields.contactId, ids))
    .all()) {
    byContact.set(
      contactId,
      (byContact.get(contactId) ?? new Map<string, string>()).set(name, value),
    );
  }
  return byContact;
}

import { eq, inArray, sql } from "drizzle-orm";
import { canSee, type Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { textsOf } from "../../kit/db/texts.ts";
import type { Written } from "../../kit/db/written.ts";
import { findContact } from "../contacts/contacts.ts";
import { withFields } from "../contacts/fields.ts";
import { tickets, type Ticket } from "./table.ts";
import { audienceOf } from "./audience.ts";
import { fullTicketQuery, missing } from "./tickets.ts";

const deskOf = {
  id: tickets.id,
  queueId: tickets.queueId,
  whatsappId: tickets.whatsappId,
  userId: tickets.userId,
  status: tickets.status,
};
const byId = query((db) =>
  db
    .select(deskOf)
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder("id"))),
);
const byUuid = query((db) =>
  db
    .select(deskOf)
    .from(tickets)
    .where(eq(tickets.uuid, sql.placeholder("uuid"))),
);
const someQuery = query((db) =>
  fullTicketQuery(db).where(
    inArray(tickets.id, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`),
  ),
);

/** Tickets as they travel, with all that `fullTicketQuery` names. */
export const ticketTexts = textsOf<Ticket>({
  name: "tickets",
  madeOf: [
    { table: "tickets", ids: "VALUES (row.id)" },
    { table: "ticketTags", ids: "VALUES (row.ticketId)" },
    {
      table: "contacts",
      ids: "SELECT id FROM tickets WHERE contactId = row.id",
      columns: ["name", "number", "username", "profilePicUrl", "isGroup"],
    },
    { table: "queues", ids: "VALUES (0)", columns: ["name", "color"] },
    { table: "connections", ids: "VALUES (0)", columns: ["name", "status"] },
    { table: "users", ids: "VALUES (0)", columns: ["name"] },
    { table: "tags", ids: "VALUES (0)", columns: ["name", "color"] },
  ],
  find: (db, ids) => someQuery(db).all({ ids: JSON.stringify(ids), company: db.company }),
});

/** Like `find`, as written text that is only read. */
export const read = (db: CompanyDb, me: Me, id: number) => seen(db, me, byId(db).get({ id }));

export const readByUuid = (db: CompanyDb, me: Me, uuid: string) =>
  seen(db, me, byUuid(db).get({ uuid }));

/** The same with its contact's e-mail and fields, which one ticket carries and lists leave out. */
export const withContact = (db: CompanyDb, ticket: Written<Ticket>) => {
  const whole = ticket.read();
  const { email, extraInfo } = withFields(db, findContact(db, whole.contactId));
  return { ...whole, contact: { ...whole.contact, email, extraInfo } };
};

function seen(
  db: CompanyDb,
  me: Me,
  ticket: (Parameters<typeof audienceOf>[0] & { id: number }) | undefined,
): Written<Ticket> {
  return ticket && canSee(me, audienceOf(ticket)) ? ticketTexts(db).one(ticket.id)! : missing();
}

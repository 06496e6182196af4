import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { id, name } from "../../kit/http/fields.ts";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { refuseWithout } from "../../kit/refuse-without.ts";
import { campaignPeople, type CampaignPeople } from "../../shared/campaign-people.ts";
import { emitReload, insertItems, insertList } from "../contact-lists/lists.ts";
import { addTags } from "../contacts/tags.ts";

import * as tags from "../tags/find-or-create.ts";
import { findRow } from "./find.ts";
import { ordersOf } from "./money.ts";

export const saveBody = z.object({ people: z.enum(campaignPeople), name });
export const tagBody = z.object({ people: z.enum(campaignPeople), tagId: id });

/** Rows read before other work gets a turn. */
const slice = 500;

/**
 * Saves people of a report as a new list; returns its id and how many it has. Throws missing, and
 * invalid where there is nobody,
 * forbidden for buyers where `me` may not read orders.
 */
export async function savePeople(
  db: CompanyDb,
  me: Me,
  campaignId: number,
  { people, name: title }: z.infer<typeof saveBody>,
) {
  if (people === "ordered") refuseWithout(me, "orders.read");
  refuseNobody(db, campaignId, people);
  const list = db.write((tx) => insertList(tx, title, me.id));
  let count = 0;
  for (const rows of rowsOf(db, campaignId, people)) {
    count += db.write((tx) => insertItems(tx, list.id, rows.map(itemOf)));
    await new Promise(setImmediate);
  }
  db.write((tx) => emitReload(tx, list.id));
  return { contactListId: list.id, count };
}

/** Gives a tag to those people of a report who are contacts. Throws what `savePeople` throws. */
export async function tagPeople(
  db: CompanyDb,
  me: Me,
  campaignId: number,
  { people, tagId }: z.infer<typeof tagBody>,
) {
  if (people === "ordered") refuseWithout(me, "orders.read");
  refuseNobody(db, campaignId, people);
  if (db.all(sql`SELECT 1 FROM tags WHERE id = ${tagId}`).length === 0) tags.missing();
  const tagged = new Set<number>();
  for (const rows of rowsOf(db, campaignId, people)) {
    db.write((tx) => {
      for (const { contactId } of rows) {
        if (contactId === null || tagged.has(contactId)) continue;
        addTags(tx, contactId, [tagId]);
        tagged.add(contactId);
      }
    });
    await new Promise(setImmediate);
  }
  db.write((tx) => tx.emit("contact", "reload", {}, { to: "everyone" }));
  return { count: tagged.size };
}

type Row = {
  id: number;
  name: string;
  number: string;
  email: string;
  isWhatsappValid: number | null;
  contactId: number | null;
};

const itemOf = ({ name, number, email, isWhatsappValid }: Row) => ({
  name,
  number,
  email,
  isWhatsappValid: isWhatsappValid === null ? null : isWhatsappValid === 1,
});

function* rowsOf(db: CompanyDb, campaignId: number, people: CampaignPeople): Generator<Row[]> {
  for (let after = 0; ;) {
    const rows = db.all<Row>(
      sql`SELECT s.id, s.name, s.number, s.email, s.isWhatsappValid, s.contactId
        FROM campaignShipping s WHERE s.campaignId = ${campaignId} AND s.id > ${after}
        AND ${conditionOf(db, campaignId, people)} ORDER BY s.id LIMIT ${slice}`,
    );
    yield rows;
    if (rows.length < slice) return;
    after = rows.at(-1)!.id;
  }
}

function conditionOf(db: CompanyDb, campaignId: number, people: CampaignPeople): SQL {
  switch (people) {
    case "all":
      return sql`s.state IN ('sent', 'delivered', 'read')`;
    case "unread":
      return sql`s.state IN ('sent', 'delivered')`;
    case "unanswered":
      return sql`s.state IN ('sent', 'delivered', 'read') AND s.answeredAt IS NULL`;
    case "answered":
      return sql`s.answeredAt IS NOT NULL`;
    case "failed":
      return sql`s.state = 'failed'`;
    case "clicked":
      // The box tracks no links yet.
      return sql`0`;
    case "ordered":
      return sql`s.id IN (SELECT s.id ${ordersOf(db, campaignId)})`;
  }
}

function refuseNobody(db: CompanyDb, campaignId: number, people: CampaignPeople) {
  findRow(db, campaignId);
  const [first] = db.all(
    sql`SELECT 1 FROM campaignShipping s WHERE s.campaignId = ${campaignId}
      AND ${conditionOf(db, campaignId, people)} LIMIT 1`,
  );
  if (first === undefined)
    throw new Fault("invalid", "ERR_CAMPAIGN_NOBODY", {
      message: "Ninguém desta campanha está nesta parte",
      fields: { audience: "required" },
    });
}

import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { text } from "../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { numberKey } from "../../shared/phone.ts";
import { findContact, notErased } from "../contacts/contacts.ts";
import * as optOuts from "../opt-outs/opt-outs.ts";
import { numbersOf, stopWindow } from "./answers.ts";
import { campaigns, campaignShipping, type ContactOptOut } from "./table.ts";

export const contactOptOutBody = z
  .object({ reason: text(500).default("") })
  .default({ reason: "" });

const suggestionQuery = query((db) =>
  db
    .select({
      text: campaignShipping.answer,
      at: campaignShipping.updatedAt,
      campaign: campaigns.name,
    })
    .from(campaignShipping)
    .innerJoin(campaigns, eq(campaigns.id, campaignShipping.campaignId))
    .where(
      and(
        inArray(
          campaignShipping.numberKey,
          sql`(SELECT value FROM json_each(${sql.placeholder("keys")}))`,
        ),
        eq(campaignShipping.mayWantOut, true),
        gt(campaignShipping.updatedAt, sql.placeholder("since")),
      ),
    )
    .orderBy(desc(campaignShipping.updatedAt))
    .limit(1),
);

/** Throws missing. rules.md#opt-outs */
export function contactOptOut(db: CompanyDb, contactId: number): ContactOptOut {
  const { id } = notErased(db, contactId);
  const numbers = numbersOf(db, id);
  const optOut = optOuts.activeOptOut(db, numbers);
  if (optOut) return { optOut, suggestion: null };
  const suggestion = suggestionQuery(db).get({
    keys: JSON.stringify(numbers.map(numberKey)),
    since: db.now() - stopWindow,
  });
  return {
    optOut: null,
    suggestion: suggestion ? { ...suggestion, text: suggestion.text ?? "" } : null,
  };
}

/**
 * Adds all numbers of a contact to the opt-outs. Throws missing, and invalid for a contact without
 * a number.
 */
export function optContactOut(
  db: CompanyDb,
  me: Me,
  contactId: number,
  { reason }: z.infer<typeof contactOptOutBody>,
): ContactOptOut {
  const { name } = notErased(db, contactId);
  const numbers = numbersOf(db, contactId);
  if (numbers.length === 0)
    throw new Fault("invalid", "ERR_CONTACT_WITHOUT_NUMBER", {
      message: "Este contato não tem número",
    });
  db.write((tx) => {
    for (const number of numbers)
      optOuts.optOut(tx, {
        number,
        name,
        reason,
        source: me.program ? "api" : "hand",
        userId: me.id,
      });
    judge(tx, contactId);
  });
  return contactOptOut(db, contactId);
}

/**
 * Removes a contact from the opt-outs, with a reason. Throws missing for a contact that is not
 * there.
 */
export function takeContactBack(
  db: CompanyDb,
  me: Me,
  contactId: number,
  reason: { reason: string },
): ContactOptOut {
  const { optOut: existing } = contactOptOut(db, contactId);
  if (!existing)
    throw new Fault("conflict", "ERR_OPT_OUT_BACK", { message: "Este número já saiu da lista" });
  for (const { id } of optOuts.activeOptOuts(db, numbersOf(db, contactId)))
    optOuts.takeBack(db, me, id, reason);
  db.write((tx) => judge(tx, contactId));
  return contactOptOut(db, contactId);
}

/** Rejects the suggestion: the contact still gets campaigns. Throws missing. */
export function dismissSuggestion(db: CompanyDb, contactId: number): ContactOptOut {
  notErased(db, contactId);
  db.write((tx) => judge(tx, contactId));
  return contactOptOut(db, contactId);
}

/** Marks the contact's answers as decided: none of them is a suggestion any more. */
function judge(tx: Tx, contactId: number) {
  const keys = numbersOf(tx, contactId).map(numberKey);
  tx.update(campaignShipping)
    .set({ mayWantOut: false })
    .where(and(inArray(campaignShipping.numberKey, keys), eq(campaignShipping.mayWantOut, true)))
    .run();
  tx.emit("contact", "update", { contact: findContact(tx, contactId) }, { to: "everyone" });
}

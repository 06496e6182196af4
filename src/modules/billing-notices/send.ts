import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ConnectionManager } from "../../channel/channel.ts";
import { faultOf } from "../../kit/fault.ts";
import { log, trace } from "../../kit/process/log.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import type { NoticeError } from "../../shared/billing-notices.ts";
import { ownersCompany } from "../companies/standing.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { findOrCreateContact } from "../contacts/find-or-create.ts";
import { identifiersOfNumber } from "../contacts/network.ts";
import { ticketFor } from "../messages-api/ticket.ts";
import { mergeContacts } from "../tickets/contacts/merge-contacts.ts";
import { sendAsBot } from "../tickets/messages/send-as-bot.ts";
import { isWindowClosed } from "../windows/window.ts";
import { readSettings } from "./settings.ts";
import { billingNotices, type BillingNotice } from "./table.ts";

/** The ms until another try, where the network could not be asked; and the most tries. */
const retryAfter = 10 * 60_000;
const mostTries = 144;

/** The most messages of one run: the outbox paces them. */
const most = 10;

/**
 * Puts the waiting WhatsApp notices into the outbox of the owner's company. A message has its
 * notice's key, so a box that dies between the two files sends it once. rules.md#billing-notices
 */
export async function sendNotices(dbs: CompanyDbs, connectionManager: ConnectionManager) {
  const { control } = dbs;
  const due = control
    .select()
    .from(billingNotices)
    .where(
      and(
        sql`${billingNotices.state} = 'waiting'`,
        eq(billingNotices.channel, "whatsapp"),
        lte(billingNotices.dueAt, control.now()),
      ),
    )
    .orderBy(asc(billingNotices.dueAt), asc(billingNotices.id))
    .limit(most)
    .all();
  if (due.length === 0) return;
  const { whatsappId } = readSettings(control);
  const db = dbs.open(ownersCompany);
  for (const notice of due) {
    const error = await put(db, connectionManager, whatsappId, notice);
    note(dbs, notice, error);
  }
}

/** Why it did not go; null where it is in the outbox. */
async function put(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  whatsappId: number | null,
  { id, receiver, body }: BillingNotice,
): Promise<NoticeError | null> {
  const clientId = `billing-notice-${id}`;
  if (db.sqlite.query("SELECT 1 FROM messages WHERE clientId = ?").get(clientId)) return null;
  if (whatsappId === null || !isConnection(db, whatsappId)) return "refused";
  try {
    const [existing] = findByIdentifiers(db, [{ type: "phone", value: receiver }]);
    const ids = existing
      ? [{ type: "phone" as const, value: receiver }]
      : await identifiersOfNumber(db, connectionManager, receiver, whatsappId);
    return db.write((tx) => {
      const contact = findOrCreateContact(tx, { ids, name: "" }, { mergeContacts });
      if (!contact.active || isWindowClosed(tx, { contactId: contact.id, whatsappId }))
        return "refused";
      const { ticket } = ticketFor(tx, whatsappId, contact, { openTicket: false });
      sendAsBot(tx, ticket, body, { clientId });
      return null;
    });
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault?.kind === "invalid") return "notOnWhatsApp";
    if (!fault) log("error", "billing notice", trace(thrown));
    return "offline";
  }
}

const isConnection = ({ sqlite }: CompanyDb, id: number) =>
  sqlite.query("SELECT 1 FROM connections WHERE id = ?").get(id) !== null;

function note({ control }: CompanyDbs, { id, attempts }: BillingNotice, error: NoticeError | null) {
  const now = control.now();
  const waits = error === "offline" && attempts + 1 < mostTries;
  control.write((tx) => {
    tx.update(billingNotices)
      .set({
        state: error === null ? "sent" : waits ? "waiting" : "failed",
        error,
        attempts: attempts + 1,
        ...(waits && { dueAt: now + retryAfter }),
        ...updateTimestamps(now),
      })
      .where(eq(billingNotices.id, id))
      .run();
  });
}

import type { ConnectionManager } from "../../../channel/channel.ts";
import { Fault } from "../../../kit/fault.ts";
import { phone } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import * as connections from "../../connections/connections.ts";
import { onChannel } from "../../connections/on-channel.ts";
import { findOrCreateContact } from "../../contacts/find-or-create.ts";
import type { Message } from "../../messages/table.ts";
import { sendAsBot } from "../messages/send-as-bot.ts";
import { active, add, latest } from "../tickets.ts";
import { mergeContacts } from "../contacts/merge-contacts.ts";

const text = "Mensagem de teste do Balcão";

/**
 * Sends a test message to the connection's test number; the message's `ack` shows how far it came.
 * Throws missing, invalid without a number, what `onChannel` throws, and a conflict when the number
 * is not on the network.
 */
export async function sendTest(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  id: number,
): Promise<Message> {
  const { phoneTest } = connections.find(db, id);
  const number = phone.safeParse(phoneTest);
  if (!number.success)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Informe o número de teste",
      fields: { phoneTest: phoneTest === "" ? "required" : "invalid" },
    });
  const ids = (
    await onChannel(db, connectionManager, id, (channel) => channel.check([number.data]))
  ).get(number.data);
  if (!ids)
    throw new Fault("conflict", "ERR_WAPP_INVALID_CONTACT", {
      message: "Este número não está no WhatsApp",
      fields: { phoneTest: "invalid" },
    });
  return db.write((tx) => {
    const contact = findOrCreateContact(tx, { ids, name: "" }, { mergeContacts });
    // A test opens no ticket, since no agent needs to answer it.
    const ticket =
      active(db, contact.id, id) ??
      latest(db, contact.id, id) ??
      add(tx, { status: "closed", contactId: contact.id, whatsappId: id });
    return sendAsBot(tx, ticket, text)!;
  });
}

import { getTableColumns, type Table } from "drizzle-orm";
import type { Ignored } from "./kit/unknown-fields.ts";
import { announcements } from "./modules/announcements/table.ts";
import { connections } from "./modules/connections/table.ts";
import { contacts } from "./modules/contacts/table.ts";
import { quickMessages } from "./modules/quick-messages/table.ts";
import { tickets } from "./modules/tickets/table.ts";
import { users } from "./modules/users/table.ts";

const columns = (table: Table) => Object.keys(getTableColumns(table));

/**
 * What clients of this field send although the box works it out by itself: a form sends back the row that it read, with all that its answer said, and some say
 * who they are or what something costs. It is taken and not read; every other field that a route does not know is refused. rules.md#unknown-fields
 */
export const ignoredFields: Ignored = {
  everywhere: ["id", "uuid", "companyId", "userId", "createdAt", "updatedAt", "price"],
  announcements: [...columns(announcements), "media", "mediaPath", "typeArch"],
  companies: ["name"],
  contactAddress: ["contactId"],
  contacts: columns(contacts),
  ias: ["hasSecret"],
  messages: ["fromMe", "mediaUrl", "read"],
  queue: ["token"],
  "queue-options": ["children", "media", "mediaName", "mediaPath", "queueId"],
  queueIntegration: ["hasSecret"],
  "quick-messages": [...columns(quickMessages), "isMedia", "media", "mediaName", "mediaPath", "status", "typeArch", "user"],
  settings: ["hasValue", "key"],
  tags: ["ticketsCount"],
  "ticket-notes": ["contactId"],
  tickets: [...columns(tickets), "contact", "lastMessageFromMe", "place", "queue", "tags", "user", "whatsapp", "withBot"],
  users: [...columns(users), "company", "groupRangeDiscount", "online", "queues", "super", "totp"],
  whatsapp: [...columns(connections), "queues", "setAside", "token"],
};

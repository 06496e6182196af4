import { getTableColumns, type Table } from "drizzle-orm";
import type { Ignored } from "./kit/http/unknown-fields.ts";
import { announcements } from "./modules/announcements/table.ts";
import { budgets } from "./modules/budgets/table.ts";
import { campaigns } from "./modules/campaigns/table.ts";
import { chats } from "./modules/chats/table.ts";
import { companies, plans } from "./modules/companies/table.ts";
import { connections } from "./modules/connections/table.ts";
import { contactListItems, contactLists } from "./modules/contact-lists/table.ts";
import { contacts, fieldDefinitions } from "./modules/contacts/table.ts";
import { coupons } from "./modules/coupons/table.ts";
import { deliveryFees } from "./modules/delivery-fees/table.ts";
import { fileLists } from "./modules/files/table.ts";
import { optionGroups } from "./modules/option-groups/table.ts";
import { paymentDetails } from "./modules/payments/table.ts";
import { products } from "./modules/products/table.ts";
import { orders } from "./modules/orders/table.ts";
import { quickMessages } from "./modules/quick-messages/table.ts";
import { segments } from "./modules/segments/table.ts";
import { schedules } from "./modules/schedules/table.ts";
import { productStores } from "./modules/stock/table.ts";
import { tags } from "./modules/tags/table.ts";
import { tickets } from "./modules/tickets/table.ts";
import { users } from "./modules/users/table.ts";

const columns = (table: Table) => Object.keys(getTableColumns(table));

/**
 * Fields that clients of this product send although the box works them out by itself. A form sends
 * back the whole row that it read, and some clients send their own identity or a price. The box
 * accepts these fields and ignores them; it refuses every other unknown field.
 * rules.md#unknown-fields
 */
export const ignoredFields: Ignored = {
  everywhere: ["id", "uuid", "companyId", "userId", "createdAt", "updatedAt", "price"],
  announcements: [...columns(announcements), "media", "mediaPath", "typeArch"],
  budgets: [...columns(budgets), "contact", "coupon", "pixCode", "store", "user"],
  campaigns: [
    ...columns(campaigns),
    "contactList",
    "fileList",
    "isEditable",
    "segment",
    "mediaName",
    "mediaPath",
    "shipping",
    "valids",
    "delivered",
    "confirmationRequested",
    "confirmed",
    "whatsapp",
  ],
  chats: columns(chats),
  "contact-fields": [...columns(fieldDefinitions), "filled", "unreadable"],
  companies: [
    ...columns(companies),
    "hasToken",
    "mediaPath",
    "plan",
    "schedules",
    "settings",
    "usage",
  ],
  contactAddress: ["contactId"],
  "contact-list-items": columns(contactListItems),
  "contact-lists": columns(contactLists),
  contacts: [...columns(contacts), "lastTalk", "purchases", "windows"],
  files: columns(fileLists),
  coupons: columns(coupons),
  "delivery-fee": columns(deliveryFees),
  ias: ["hasSecret"],
  messages: ["fromMe", "mediaUrl", "quotedMsg", "read"],
  // A program must learn that a field of its message was not read.
  "messages/send": [],
  paymentDetails: columns(paymentDetails),
  payments: ["paymentDetails", "typePayment"],
  stores: ["pixGateway"],
  products: [
    ...columns(products),
    "category",
    "categoryName",
    "entry",
    "mediaName",
    "mediaPath",
    "optionGroups",
  ],
  productStores: [...columns(productStores), "product", "promotions", "store", "unit"],
  "option-groups": columns(optionGroups),
  promotions: ["mediaName", "mediaPath", "store"],
  plans: [...columns(plans), "companies"],
  orders: [
    ...columns(orders),
    "budgetNumber",
    "contact",
    "coupon",
    "courier",
    "credit",
    "history",
    "owed",
    "payments",
    "paymentState",
    "pixCode",
    "pixGateway",
    "receipts",
    "status",
    "store",
    "user",
  ],
  queue: ["token"],
  "queue-options": ["children", "edition", "media", "mediaName", "mediaPath", "queueId"],
  queueIntegration: ["hasSecret"],
  "quick-messages": [
    ...columns(quickMessages),
    "isMedia",
    "media",
    "mediaName",
    "mediaPath",
    "status",
    "typeArch",
    "user",
  ],
  segments: [...columns(segments), "count", "problems"],
  schedules: [
    ...columns(schedules),
    "contact",
    "media",
    "mediaName",
    "mediaPath",
    "typeArch",
    "upcoming",
    "user",
    "whatsapp",
  ],
  settings: ["hasValue", "key"],
  // The invoice decides the plan and its price. rules.md#checkout
  subscription: ["plan", "users", "connections", "hasClientSecret", "hasCertificate"],
  tags: [...columns(tags), "ticketsCount"],
  "ticket-notes": ["contactId"],
  tickets: [
    ...columns(tickets),
    "code",
    "contact",
    "kanbanTagId",
    "lastMessageFromMe",
    "place",
    "queue",
    "tags",
    "user",
    "whatsapp",
    "windowUntil",
    "withBot",
  ],
  users: [
    ...columns(users),
    "company",
    "groupRangeDiscount",
    "online",
    "queues",
    "role",
    "super",
    "totp",
  ],
  whatsapp: [
    ...columns(connections),
    "capabilities",
    "lastWebhookAt",
    "queues",
    "setAside",
    "token",
    "verifyToken",
    "webhookPath",
  ],
};

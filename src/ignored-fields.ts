import type { Ignored } from "./kit/unknown-fields.ts";

/**
 * What clients of this field send although the box works it out by itself: a form sends back the row that it read, and some say who they are or what something
 * costs. It is taken and not read; every other field that a route does not know is refused. rules.md#unknown-fields
 */
export const ignoredFields: Ignored = {
  everywhere: ["id", "uuid", "companyId", "userId", "createdAt", "updatedAt", "price"],
  announcements: ["media", "mediaName", "mediaPath", "typeArch"],
  companies: ["name"],
  contactAddress: ["contactId"],
  contacts: ["active", "erasedAt", "isGroup", "profilePicUrl", "pushName"],
  ias: ["hasSecret"],
  messages: ["fromMe", "mediaUrl", "read"],
  queue: ["token"],
  "queue-options": ["media", "mediaName", "mediaPath", "queueId"],
  queueIntegration: ["hasSecret"],
  "quick-messages": ["isMedia", "media", "mediaName", "mediaPath", "status", "typeArch", "user"],
  settings: ["hasValue", "key"],
  tags: ["ticketsCount"],
  "ticket-notes": ["contactId"],
  tickets: ["chatbot", "contact", "contactId", "fromMe", "isGroup", "lastMessage", "lastMessageAt", "queue", "queueOptionId", "tags", "unreadMessages", "user", "whatsapp"],
  users: ["company", "groupRangeDiscount", "lastSeenAt", "online", "queues", "super", "totp"],
  whatsapp: ["number", "qrcode", "queues", "reason", "retries", "status", "token"],
};

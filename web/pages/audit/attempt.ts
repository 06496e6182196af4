import { t } from "../../kit/text.ts";

/** The kind of record behind a route, by the first part of its path. */
const areas: Record<string, string> = {
  users: "user",
  queue: "queue",
  "queue-options": "queue",
  whatsapp: "connection",
  "whatsapp-restart": "connection",
  whatsappsession: "connection",
  tickets: "ticket",
  contacts: "contact",
  contactsImport: "import",
  imports: "import",
  ias: "ia",
  queueIntegration: "integration",
  companies: "company",
  invoices: "invoice",
  orders: "order",
  campaigns: "campaign",
  webhooks: "webhook",
  settings: "settings",
  "campaign-settings": "campaignSettings",
  audit: "audit",
  "api-tokens": "apiToken",
  "messages-api": "messagesApi",
  "contact-lists": "contactList",
  "contact-list-items": "contactList",
  "opt-outs": "optOut",
  products: "product",
  productStores: "stock",
  categories: "category",
  coupons: "coupon",
  promotions: "promotion",
  stores: "store",
  payments: "payment",
  paymentDetails: "payment",
  orderStatus: "orderStatus",
  groupRangeDiscounts: "discountGroup",
  "delivery-fee": "deliveryFee",
  tags: "tag",
  files: "fileList",
  dashboard: "dashboard",
  health: "health",
  backups: "backup",
  box: "box",
  plans: "plan",
  announcements: "announcement",
  helps: "help",
  landing: "landing",
  practice: "practice",
  "quick-messages": "quickMessage",
  "company-files": "company",
};

/**
 * Writes "DELETE /api/users/:id" as a sentence. A route without a text of its own stays as it is.
 */
export function attemptText(route: string): string {
  const { method, below, kind } = partsOf(route);
  if (!method || !kind) return route;
  // A POST on an existing record changes it: /campaigns/:id/start.
  const verb = method === "POST" && below ? "PUT" : method;
  return t(`audit.attempts.${verb}`, { what: t(`audit.kinds.${kind}`) });
}

/**
 * Names the area of "GET /api/contacts/export". A route without a text of its own stays as it is.
 */
export function areaText(route: string): string {
  const { kind } = partsOf(route);
  return kind ? t(`audit.kinds.${kind}`) : route;
}

function partsOf(route: string) {
  const [, method, area = "", below] =
    /^(GET|POST|PUT|DELETE) \/api\/([\w-]+)(\/.*)?$/.exec(route) ?? [];
  return { method, below, kind: areas[area] };
}

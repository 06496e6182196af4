import { Elysia, type AnyElysia } from "elysia";
import { polls } from "./live/sockets.ts";
import { authRoutes, meRoute, ownRoutes } from "./modules/auth/routes.ts";
import tickets from "./modules/tickets/routes.ts";

/**
 * The API's first routes. They are ready when a box starts to answer, since clients ask for them
 * first. Routes have no services until an app uses them.
 */
export const first: AnyElysia[] = [authRoutes, meRoute, ownRoutes, tickets, polls];

/**
 * The other routes, a line for each file. They load while the first ones answer: to wait for them
 * would nearly double a start. rules.md#start
 */
const files: (() => Promise<object>)[] = [
  // It has no routes: the contacts' routes use it to export and erase a person's data.
  () => import("./personal-data.ts"),
  () => import("./modules/setup/routes.ts"),
  () => import("./routes/companies.ts"),
  () => import("./routes/company-files.ts"),
  () => import("./routes/plans.ts"),
  () => import("./routes/box.ts"),
  () => import("./modules/landing/routes.ts"),
  () => import("./modules/settings/routes.ts"),
  () => import("./routes/shell.ts"),
  () => import("./routes/users.ts"),
  () => import("./modules/users/role-routes.ts"),
  () => import("./modules/users/preference-routes.ts"),
  () => import("./modules/queues/open-hours-routes.ts"),
  () => import("./modules/group-range-discounts/routes.ts"),
  () => import("./modules/audit/routes.ts"),
  () => import("./routes/health.ts"),
  () => import("./modules/categories/routes.ts"),
  () => import("./routes/products.ts"),
  () => import("./modules/option-groups/routes.ts"),
  () => import("./modules/stock/routes.ts"),
  () => import("./modules/stores/routes.ts"),
  () => import("./modules/delivery-fees/routes.ts"),
  () => import("./modules/payments/routes.ts"),
  () => import("./modules/coupons/routes.ts"),
  () => import("./modules/promotions/routes.ts"),
  () => import("./modules/order-status/routes.ts"),
  () => import("./routes/queue.ts"),
  () => import("./modules/options/routes.ts"),
  () => import("./modules/integrations/routes.ts"),
  () => import("./modules/ias/routes.ts"),
  () => import("./routes/tags.ts"),
  () => import("./modules/templates/routes.ts"),
  () => import("./modules/channel-rates/routes.ts"),
  () => import("./modules/channel-costs/routes.ts"),
  () => import("./routes/family-aliases.ts"),
  () => import("./modules/quick-messages/routes.ts"),
  () => import("./modules/macros/routes.ts"),
  () => import("./modules/automations/routes.ts"),
  () => import("./modules/sla/routes.ts"),
  () => import("./modules/schedules/routes.ts"),
  () => import("./modules/reminders/routes.ts"),
  () => import("./modules/bell/routes.ts"),
  () => import("./modules/push/routes.ts"),
  () => import("./routes/whatsapp.ts"),
  () => import("./modules/announcements/routes.ts"),
  () => import("./modules/backups/routes.ts"),
  () => import("./modules/helps/routes.ts"),
  () => import("./modules/practice/routes.ts"),
  () => import("./routes/contacts.ts"),
  () => import("./modules/contacts/address-routes.ts"),
  () => import("./modules/contacts/field-routes.ts"),
  () => import("./modules/segments/routes.ts"),
  () => import("./modules/imports/routes.ts"),
  () => import("./routes/messages.ts"),
  () => import("./api-v1/serve.ts"),
  () => import("./modules/messages-api/routes.ts"),
  () => import("./modules/webhooks/routes.ts"),
  () => import("./modules/tickets/note-routes.ts"),
  () => import("./modules/tickets/draft-routes.ts"),
  () => import("./modules/tickets/ticket-tag-routes.ts"),
  () => import("./modules/tickets/kanban-routes.ts"),
  () => import("./routes/budgets.ts"),
  () => import("./modules/shop/routes.ts"),
  () => import("./modules/shop/page/routes.ts"),
  () => import("./routes/couriers.ts"),
  () => import("./modules/orders/routes.ts"),
  () => import("./modules/tills/routes.ts"),
  () => import("./modules/purchases/routes.ts"),
  () => import("./modules/stock-counts/routes.ts"),
  () => import("./modules/pix-accounts/routes.ts"),
  () => import("./modules/dashboard/routes.ts"),
  () => import("./routes/campaigns.ts"),
  () => import("./modules/campaign-settings/routes.ts"),
  () => import("./routes/contact-lists.ts"),
  () => import("./modules/files/routes.ts"),
  () => import("./routes/opt-outs.ts"),
  () => import("./modules/chats/routes.ts"),
  () => import("./modules/invoices/routes.ts"),
  () => import("./modules/subscription/routes.ts"),
  () => import("./modules/business/routes.ts"),
  () => import("./modules/billing-notices/routes.ts"),
  // The API's document describes all routes above, so it comes last.
  () => import("./routes/openapi.ts"),
];

/**
 * Loads the other routes, file by file. Between two files it yields, so that waiting requests are
 * answered.
 */
export async function* rest(): AsyncGenerator<AnyElysia[]> {
  for (const load of files) {
    yield Object.values(await load()).filter((value) => value instanceof Elysia);
    await new Promise(setImmediate);
  }
}

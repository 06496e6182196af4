import { expect } from "bun:test";
import { join } from "node:path";
import { resources } from "../../kit/http/resource.ts";
import { end } from "../../modules/identities/sessions.ts";
import { v1Routes } from "../../api-v1/v1-routes.ts";
import { holds, type Permission } from "../../shared/permissions.ts";
import { planFlags } from "../../shared/plan.ts";
import { box, test, type Name } from "../world.ts";

const shop = await box();
const routes = [
  ...new Set(
    shop.app.routes
      .filter(({ path }) => path.startsWith("/api/"))
      .map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`),
  ),
];

/** Routes of `crud`: each profile may do what its permissions say. */
const byCrud = resources.flatMap(({ name, picture }) =>
  [
    "GET",
    "GET list",
    "GET :id",
    "POST",
    "PUT :id",
    "DELETE :id",
    ...(picture ? ["POST :id/media-upload", "DELETE :id/media-upload"] : []),
  ].map((way) => {
    const [method, last = ""] = way.split(" ") as [string, string?];
    return {
      route: `${method} /api/${name}${last && `/${last}`}`,
      permission: `${name}.${method === "GET" ? "read" : "write"}` as Permission,
    };
  }),
);
const ofProfile = (isAgents: boolean) =>
  byCrud
    .filter(({ permission }) => holds({ profile: "user" }, permission) === isAgents)
    .map(({ route }) => route);

/** The callers of each route. Reviewed by hand: a new route needs a row here. rules.md#roles */
const strangers = [
  "GET /api/setup",
  "POST /api/setup",
  "POST /api/auth/login",
  "POST /api/auth/refresh_token",
  "POST /api/auth/forgotten",
  "POST /api/auth/forgotten/password",
  "GET /api/plans/list",
  "GET /api/typePayments/list",
  "GET /api/version",
  "GET /api/media/:company/:sha256/:name",
  "GET /api/public//media/:company/:sha256/:name",
  "GET /api/landing",
  "POST /api/landing/send-email",
  "GET /api/shop/:slug/:storeId",
  "POST /api/shop/:slug/:storeId/carts",
  "GET /api/shop/carts/:code",
  "POST /api/companies/cadastro",
  "POST /api/companies/cadastro/confirm",
  ...["", "/:type", "/:type/pix"].map((path) => `POST /api/subscription/webhook${path}`),
  ...["", "/pix"].map((path) => `POST /api/pix-accounts/notices/:company${path}`),
];
const users = [
  ...ofProfile(true),
  "GET /api/auth/me",
  "PUT /api/auth/me",
  "DELETE /api/auth/logout",
  "GET /api/auth/sessions",
  "DELETE /api/auth/sessions",
  "DELETE /api/auth/sessions/:id",
  "POST /api/auth/totp",
  "PUT /api/auth/totp",
  "DELETE /api/auth/totp",
  "GET /api/companies/listPlan/:id",
  "GET /api/companies/:id",
  "GET /api/companies/:id/schedules",
  "GET /api/settings",
  "GET /api/shell",
  "GET /api/announcements",
  "GET /api/announcements/:id",
  "GET /api/helps",
  "GET /api/helps/list",
  "GET /api/users",
  "GET /api/users/list",
  "GET /api/users/:id",
  "GET /api/queue",
  "GET /api/queue/:id",
  "GET /api/queue-options",
  "GET /api/sla",
  "GET /api/sla/list",
  "GET /api/sla/:id",
  "GET /api/tickets/:id/costs",
  "GET /api/channel-rates",
  "GET /api/channel-rates/:id",
  "GET /api/templates",
  "GET /api/templates/:id",
  "GET /api/quick-messages",
  "GET /api/quick-messages/list",
  "GET /api/quick-messages/:id",
  "POST /api/quick-messages",
  "PUT /api/quick-messages/:id",
  "DELETE /api/quick-messages/:id",
  "POST /api/quick-messages/:id/media-upload",
  "DELETE /api/quick-messages/:id/media-upload",
  "GET /api/macros",
  "GET /api/macros/list",
  "GET /api/macros/:id",
  "POST /api/macros",
  "POST /api/macros/:id/run",
  "POST /api/macros/:id/preview",
  "PUT /api/macros/:id",
  "DELETE /api/macros/:id",
  "GET /api/schedules",
  "GET /api/schedules/:id",
  "POST /api/schedules",
  "PUT /api/schedules/:id",
  "DELETE /api/schedules/:id",
  "POST /api/schedules/:id/skip",
  "POST /api/schedules/:id/retry",
  "POST /api/schedules/:id/media-upload",
  "DELETE /api/schedules/:id/media-upload",
  "GET /api/whatsapp",
  "GET /api/whatsapp/:id",
  "GET /api/contacts",
  "GET /api/contacts/list",
  "GET /api/contacts/:id",
  "POST /api/contacts",
  "PUT /api/contacts/:id",
  "GET /api/contacts/filter",
  "GET /api/contacts/export",
  "GET /api/contactAddress/all/:contactId",
  "GET /api/contactAddress/:id",
  "POST /api/contactAddress",
  "PUT /api/contactAddress/:id",
  "DELETE /api/contactAddress/:id",
  "GET /api/contact-fields",
  "GET /api/contact-fields/list",
  "GET /api/contact-fields/:id",
  "GET /api/cep/:zip",
  "GET /api/contacts/:id/group",
  "GET /api/contacts/:id/media",
  "GET /api/contacts/:id/opt-out",
  "PUT /api/contacts/:id/opt-out",
  "POST /api/contacts/:id/opt-out/back",
  "DELETE /api/contacts/:id/opt-out/suggestion",
  "GET /api/contacts/:id/sales",
  "GET /api/contacts/:id/overview",
  "POST /api/contacts/tags",
  "GET /api/contacts/:id/timeline",
  "POST /api/contacts/:id/picture",
  "PUT /api/contacts/block/:id",
  "POST /api/contacts/import",
  "POST /api/contacts/import/chats",
  "POST /api/contacts/import/file",
  "GET /api/contacts/import/file",
  "GET /api/contacts/import/file/:id",
  "POST /api/contacts/import/file/:id",
  "DELETE /api/contacts/import/file/:id",
  "GET /api/contacts/import/file/:id/rows",
  "GET /api/contacts/import/file/:id/errors",
  "POST /api/contacts/import/file/:id/check",
  "POST /api/contacts/upload",
  "POST /api/contactsImport",
  "GET /api/imports/:id",
  "GET /api/imports/:id/rows",
  "POST /api/imports/:id/rows",
  "GET /api/imports/:id/errors",
  "POST /api/imports/:id/check",
  "POST /api/imports/:id",
  "DELETE /api/imports/:id",
  "GET /api/tickets",
  "GET /api/tickets/u/:uuid",
  "GET /api/tickets/waits",
  "GET /api/tickets/:id",
  "GET /api/tickets/:id/events",
  "GET /api/tickets/:id/farewell",
  "POST /api/tickets",
  "PUT /api/tickets/:id",
  "POST /api/tickets/bulk",
  "POST /api/tickets/:id/undo",
  "POST /api/messages/forward",
  "GET /api/messages/:id",
  "GET /api/messages/:id/search",
  "POST /api/messages/:id",
  "POST /api/messages/:id/read",
  "POST /api/messages/:id/retry",
  "DELETE /api/messages/:id",
  "POST /api/messages/edit/:id",
  "POST /api/messages/react/:id",
  "GET /api/ticket-notes/list",
  "POST /api/ticket-notes",
  "DELETE /api/ticket-notes/:id",
  "GET /api/reminders",
  "POST /api/reminders",
  "PUT /api/reminders/:id",
  "DELETE /api/reminders/:id",
  "GET /api/notifications",
  "PUT /api/notifications/read",
  "GET /api/push/key",
  "GET /api/push/subscriptions",
  "GET /api/push/subscriptions/:id",
  "POST /api/push/subscriptions",
  "DELETE /api/push/subscriptions/:id",
  "GET /api/push/preferences",
  "PUT /api/push/preferences",
  "GET /api/open-hours",
  "GET /api/preferences",
  "PUT /api/preferences",
  "GET /api/drafts",
  "PUT /api/drafts/:ticketId",
  "POST /api/tags/sync",
  "PUT /api/ticket-tags/:ticketId/:tagId",
  "DELETE /api/ticket-tags/:ticketId",
  "GET /api/tags/kanban",
  "GET /api/ticket/kanban",
  "PUT /api/ticket/kanban/:id",
  "GET /api/products",
  "GET /api/products/counts",
  "GET /api/products/list",
  "GET /api/products/list/full",
  "GET /api/products/:id",
  "GET /api/promotions",
  "GET /api/promotions/list",
  "GET /api/promotions/:id",
  "GET /api/option-groups",
  "GET /api/option-groups/list",
  "GET /api/option-groups/:id",
  "GET /api/productStores/all/:productId",
  "GET /api/productStores/low",
  "GET /api/productStores/:id/movements",
  "GET /api/delivery-fee/list",
  "GET /api/delivery-fee/:id",
  "GET /api/typePayments/:id",
  "GET /api/paymentDetails/all/:paymentId",
  "GET /api/paymentDetails/:id",
  "GET /api/coupons/list",
  "GET /api/coupons/:id",
  "GET /api/coupons/:id/validate",
  "GET /api/budgets/list",
  "GET /api/budgets/:storeId/:id",
  "POST /api/budgets",
  "PUT /api/budgets/:id",
  "DELETE /api/budgets/:id",
  "POST /api/budgets/:id/confirm",
  "GET /api/orders",
  "GET /api/orders/list",
  "GET /api/orders/coming",
  "GET /api/orders/:id",
  "POST /api/orders",
  "PUT /api/orders/:id",
  "POST /api/orders/:id/preview",
  "POST /api/orders/:id/undo",
  "PUT /api/orders/:id/status/:statusId",
  "POST /api/orders/:id/pix",
  "POST /api/orders/:id/receipts",
  "POST /api/orders/:id/receipts/:receiptId/refund",
  "GET /api/couriers/:id/load",
  "POST /api/couriers/:id/settle",
  "GET /api/tills",
  "GET /api/tills/counter",
  "GET /api/tills/:id",
  "POST /api/tills",
  "POST /api/tills/:id/movements",
  "POST /api/tills/:id/close",
  "GET /api/files",
  "GET /api/files/list",
  "GET /api/files/:id",
  "GET /api/chats",
  "GET /api/chats/search",
  "GET /api/chats/:id",
  "POST /api/chats",
  "PUT /api/chats/:id",
  "DELETE /api/chats/:id",
  "POST /api/chats/:id/leave",
  "GET /api/chats/:id/messages",
  "POST /api/chats/:id/messages",
  "POST /api/chats/:id/read",
  "POST /api/chats/:id/typing",
  "GET /api/events",
];
const admins = [
  ...ofProfile(false),
  "PUT /api/settings/:key",
  "PUT /api/companies/:id",
  "DELETE /api/companies/visit",
  "PUT /api/companies/:id/schedules",
  "GET /api/audit",
  "GET /api/health",
  ...["GET", "GET list", "GET :id", "POST", "PUT :id", "DELETE :id"].map((way) => {
    const [method, last] = way.split(" ");
    return `${method} /api/roles${last ? `/${last}` : ""}`;
  }),
  "GET /api/automations",
  "GET /api/automations/:id",
  "GET /api/automations/:id/runs",
  "POST /api/automations",
  "PUT /api/automations/:id",
  "DELETE /api/automations/:id",
  "POST /api/users",
  "PUT /api/users/:id",
  "DELETE /api/users/:id",
  "DELETE /api/users/:id/totp",
  "POST /api/queue",
  "PUT /api/queue/:id",
  "DELETE /api/queue/:id",
  "PUT /api/queue/order",
  "PUT /api/tags/kanban/order",
  "PUT /api/queue/:id/options",
  "POST /api/queue/simulate",
  "POST /api/sla",
  "PUT /api/sla/:id",
  "DELETE /api/sla/:id",
  "POST /api/queue-options",
  "PUT /api/queue-options/order",
  "PUT /api/queue-options/:id",
  "DELETE /api/queue-options/:id",
  "POST /api/queue-options/:id/media-upload",
  "DELETE /api/queue-options/:id/media-upload",
  "GET /api/queueIntegration",
  "GET /api/queueIntegration/list",
  "GET /api/queueIntegration/:id",
  "POST /api/queueIntegration",
  "PUT /api/queueIntegration/:id",
  "DELETE /api/queueIntegration/:id",
  "POST /api/queueIntegration/testSession",
  "POST /api/queueIntegration/testsession",
  "GET /api/ias",
  "GET /api/ias/list",
  "GET /api/prompt",
  "GET /api/ias/usage",
  "GET /api/ias/:id",
  "POST /api/ias",
  "PUT /api/ias/:id",
  "DELETE /api/ias/:id",
  "POST /api/ias/:id/test",
  "GET /api/contacts/duplicates",
  "GET /api/contacts/sides",
  "POST /api/contacts/merge",
  "GET /api/contacts/:id/export",
  "DELETE /api/contacts/:id/erase",
  "DELETE /api/contacts/:id",
  "POST /api/quick-messages/duplication/:id",
  "POST /api/whatsapp",
  "POST /api/whatsapp-cloud-check",
  "PUT /api/whatsapp/:id",
  "DELETE /api/whatsapp/:id",
  "POST /api/whatsapp/:id/test",
  "POST /api/whatsapp/:id/token",
  "DELETE /api/whatsapp/:id/token",
  "GET /api/api-tokens",
  "POST /api/api-tokens",
  "DELETE /api/api-tokens/:id",
  "GET /api/messages-api/calls",
  "GET /api/openapi.json",
  "GET /api/webhooks",
  "POST /api/webhooks",
  "PUT /api/webhooks/:id",
  "DELETE /api/webhooks/:id",
  "POST /api/webhooks/:id/secret",
  "POST /api/webhooks/:id/test",
  "GET /api/webhooks/:id/deliveries",
  "POST /api/webhooks/:id/deliveries/:deliveryId/replay",
  "POST /api/whatsappsession/:id",
  "PUT /api/whatsappsession/:id",
  "DELETE /api/whatsappsession/:id",
  "POST /api/whatsappsession/:id/code",
  "GET /api/whatsappsession/:id/set-aside",
  "POST /api/whatsappsession/:id/set-aside",
  "POST /api/whatsapp-restart",
  "GET /api/campaigns",
  "GET /api/campaigns/results",
  "GET /api/campaigns/:id",
  "GET /api/campaigns/:id/audience",
  "GET /api/campaigns/:id/report",
  "GET /api/campaigns/:id/report/contacts",
  "GET /api/campaigns/:id/report/export",
  "GET /api/campaigns/:id/report/orders",
  "POST /api/campaigns/:id/report/list",
  "POST /api/campaigns/:id/report/tag",
  "POST /api/campaigns/:id/duplicate",
  "POST /api/campaigns",
  "PUT /api/campaigns/:id",
  "DELETE /api/campaigns/:id",
  "POST /api/campaigns/:id/media-upload",
  "DELETE /api/campaigns/:id/media-upload",
  "POST /api/campaigns/audience",
  "POST /api/campaigns/:id/test",
  "POST /api/campaigns/test",
  ...["start", "cancel", "restart", "pause", "resume", "retry"].map(
    (verb) => `POST /api/campaigns/:id/${verb}`,
  ),
  "GET /api/campaign-settings",
  "POST /api/campaign-settings",
  "POST /api/contact-fields",
  "PUT /api/contact-fields/:id",
  "DELETE /api/contact-fields/:id",
  "GET /api/segments",
  "GET /api/segments/list",
  "GET /api/segments/:id",
  "POST /api/segments",
  "POST /api/segments/count",
  "PUT /api/segments/:id",
  "DELETE /api/segments/:id",
  "GET /api/contact-lists",
  "GET /api/contact-lists/list",
  "GET /api/contact-lists/:id",
  "POST /api/contact-lists",
  "PUT /api/contact-lists/:id",
  "DELETE /api/contact-lists/:id",
  "POST /api/contact-lists/:id/contacts",
  "GET /api/contact-lists/:id/import",
  "POST /api/contact-lists/:id/import",
  "POST /api/contact-lists/:id/upload",
  "GET /api/contact-list-items",
  "GET /api/contact-list-items/:id",
  "POST /api/contact-list-items",
  "PUT /api/contact-list-items/:id",
  "DELETE /api/contact-list-items/:id",
  "POST /api/files",
  "PUT /api/files/:id",
  "DELETE /api/files/:id",
  "POST /api/files/uploadList/:id",
  "GET /api/opt-outs",
  "GET /api/opt-outs/export",
  "GET /api/opt-outs/:id",
  "POST /api/opt-outs",
  "POST /api/opt-outs/:id/back",
  "GET /api/opt-outs/import",
  "POST /api/opt-outs/import",
  "POST /api/opt-outs/upload",
  "GET /api/dashboard",
  "GET /api/dashboard/ads",
  "GET /api/dashboard/ticketsUsers",
  "GET /api/dashboard/ticketsDay",
  "GET /api/dashboard/now",
  "GET /api/dashboard/day",
  "GET /api/dashboard/day/export",
  "GET /api/dashboard/week",
  "GET /api/dashboard/counted",
  "GET /api/dashboard/sales",
  "GET /api/dashboard/sales/export",
  "GET /api/invoices/all",
  "GET /api/invoices/sums",
  "GET /api/invoices/export",
  "GET /api/invoices/:id",
  "GET /api/subscription",
  "POST /api/subscription",
  "GET /api/messages/:id/history",
  "DELETE /api/tickets/:id",
  "GET /api/products/export",
  "GET /api/products/import",
  "POST /api/products/import",
  "POST /api/products/upload",
  "POST /api/products",
  "PUT /api/products/:id",
  "DELETE /api/products/:id",
  "GET /api/channel-costs",
  "POST /api/channel-rates",
  "PUT /api/channel-rates/:id",
  "DELETE /api/channel-rates/:id",
  "POST /api/templates",
  "PUT /api/templates/:id",
  "DELETE /api/templates/:id",
  "POST /api/promotions",
  "PUT /api/promotions/:id",
  "DELETE /api/promotions/:id",
  "POST /api/promotions/:id/media-upload",
  "DELETE /api/promotions/:id/media-upload",
  "POST /api/option-groups",
  "PUT /api/option-groups/:id",
  "DELETE /api/option-groups/:id",
  "POST /api/products/:id/media-upload",
  "DELETE /api/products/:id/media-upload",
  "GET /api/productStores/low/export",
  "GET /api/shop/state",
  "POST /api/productStores",
  "GET /api/stock-counts",
  "GET /api/stock-counts/:id",
  "POST /api/stock-counts",
  "POST /api/stock-counts/:id/lines",
  "DELETE /api/stock-counts/:id/lines/:productId",
  "POST /api/stock-counts/:id/close",
  "DELETE /api/stock-counts/:id",
  "GET /api/purchases",
  "GET /api/purchases/:id",
  "POST /api/purchases",
  "POST /api/purchases/:id/undo",
  "PUT /api/productStores/:id",
  "POST /api/productStores/:id/stock",
  "DELETE /api/productStores/:id",
  "POST /api/delivery-fee",
  "PUT /api/delivery-fee/:id",
  "DELETE /api/delivery-fee/:id",
  "POST /api/paymentDetails",
  "PUT /api/paymentDetails/:id",
  "DELETE /api/paymentDetails/:id",
  "POST /api/coupons",
  "PUT /api/coupons/:id/deactive",
  "DELETE /api/orders/:id",
  "POST /api/tills/:id/reopen",
  "GET /api/pix-accounts/:id",
  "PUT /api/pix-accounts/:id",
  "DELETE /api/pix-accounts/:id",
  "POST /api/pix-accounts/:id/webhook",
  "POST /api/practice/:id/scan",
  "POST /api/practice/:id/messages",
  "GET /api/practice/:id/messages",
  "GET /api/practice/:id/messages/:messageId/file",
  "GET /api/practice/:id/phones",
  "GET /api/practice/:id/receipts",
  "POST /api/practice/:id/acks",
  "POST /api/practice/:id/typing",
  "POST /api/practice/:id/faults",
];
/** For programs with a connection's token alone. rules.md#api-tokens */
const programs = ["POST /api/messages/send", "GET /api/messages/:id/file"];
/** The API for programs. rules.md#api-v1 */
const v1 = v1Routes.map(({ method, path }) => `${method} /api/v1${path}`);
/** Only for the owner of the box, not for admins of a company. */
const owners = [
  "GET /api/health/log",
  "GET /api/health/support",
  "GET /api/health/set-aside",
  "POST /api/health/set-aside/:id",
  "GET /api/companies/shut",
  "GET /api/companies/deleted",
  "GET /api/companies/deleted/:name",
  "POST /api/companies/deleted/:name/plan",
  "POST /api/companies/deleted/:name/import",
  "GET /api/companies/all/:id",
  "GET /api/companies/grace",
  "GET /api/companies/list",
  "PUT /api/companies/grace",
  "POST /api/companies",
  "GET /api/companies/:id/due",
  "POST /api/companies/:id/due",
  "POST /api/companies/:id/enter",
  "POST /api/companies/:id/bring-back",
  "GET /api/company-files",
  "POST /api/company-files/:id/export",
  "GET /api/company-files/:id",
  "DELETE /api/company-files/:id",
  "POST /api/company-files/:id/move",
  "POST /api/company-files/uploads",
  "POST /api/company-files/uploads/:upload",
  "POST /api/company-files/uploads/:upload/plan",
  "POST /api/company-files/uploads/:upload/import",
  "DELETE /api/company-files/uploads/:upload",
  "DELETE /api/companies/:id",
  "GET /api/plans/all",
  "GET /api/plans/:id",
  "POST /api/plans",
  "PUT /api/plans/:id",
  "DELETE /api/plans/:id",
  "GET /api/setup/guide",
  "PUT /api/setup/guide",
  "GET /api/backups",
  "POST /api/backups",
  "PUT /api/backups",
  "POST /api/backups/drill",
  "POST /api/backups/sheet",
  "GET /api/backups/safe-mode",
  "DELETE /api/backups/safe-mode",
  "POST /api/announcements",
  "PUT /api/announcements/:id",
  "DELETE /api/announcements/:id",
  "POST /api/announcements/:id/media-upload",
  "DELETE /api/announcements/:id/media-upload",
  "POST /api/helps",
  "PUT /api/helps/:id",
  "DELETE /api/helps/:id",
  "POST /api/invoices",
  "POST /api/invoices/:id/paid",
  "POST /api/invoices/:id/void",
  "POST /api/invoices/:id/discount",
  "GET /api/invoices/payments",
  "GET /api/billing-notices",
  "GET /api/billing-notices/settings",
  "PUT /api/billing-notices/settings",
  "GET /api/business",
  "GET /api/business/companies",
  "GET /api/subscription/billing",
  "POST /api/subscription/billing/webhook",
  "PUT /api/subscription/billing",
  "GET /api/box",
  "PUT /api/box",
  "GET /api/box/mail",
  "POST /api/box/mail/test",
  "GET /api/landing/leads",
  "PUT /api/landing/leads/:id",
  "DELETE /api/landing/leads/:id",
];
const guarded = [...users, ...admins, ...owners];

/** An invalid body, so that only the access check can answer first. */
const junk = {
  name: 7,
  status: "nowhere",
  color: {},
  value: [],
  email: "x",
  from: null,
  medias: 1,
};

async function knock(
  route: string,
  token?: Promise<string> | string,
  body: object | undefined = junk,
  url = shop.url,
) {
  const [method, path] = route.split(" ") as [string, string];
  const response = await fetch(url + path.replace(/:\w+/g, "777"), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${await token}` }),
      ...(method !== "GET" && { "content-type": "application/json" }),
    },
    body: method === "GET" ? undefined : JSON.stringify(body),
  });
  const { error, fields } = (await response.json().catch(() => ({}))) as {
    error?: string;
    fields?: object;
  };
  return { route, status: response.status, error, fields };
}

const each = async <T>(list: string[], work: (route: string) => Promise<T>) => {
  const answers: T[] = [];
  for (const route of list) answers.push(await work(route));
  return answers;
};
const all = (list: string[], status: number, error: string) =>
  list.map((route) => ({ route, status, error, fields: undefined }));
/** A new sign-in for each route, since one of the routes signs out. */
const as = (who: Name) => shop.as(who).token;

test("every route has its row, and every row its route", () => {
  expect(routes.toSorted()).toEqual([...strangers, ...programs, ...v1, ...guarded].toSorted());
});

test("no session opens a program's route, nor no token at all", async () => {
  for (const token of [
    undefined,
    "garbage",
    "bal_garbage",
    ...(await Promise.all([as("ana"), as("rui")])),
  ])
    expect(await each(programs, (route) => knock(route, token))).toEqual(
      all(programs, 401, "Acesso não permitido"),
    );
  expect(await each(v1, (route) => knock(route, as("rui")))).toEqual(all(v1, 401, "ERR_API_TOKEN"));
  expect(await each(v1, (route) => knock(route))).toEqual(all(v1, 401, "ERR_API_TOKEN"));
});

test("a program's token opens no route but its own", async () => {
  const { token } = (await shop.as("rui").post<{ token: string }>("/whatsapp/1/token")).body;
  const own = ["GET /api/messages/:id", "GET /api/openapi.json"];
  const others = guarded.filter((route) => !own.includes(route));
  expect(await each(others, (route) => knock(route, token))).toEqual(
    all(others, 403, "ERR_SESSION_EXPIRED"),
  );
  expect((await each(own, (route) => knock(route, token))).map(({ status }) => status)).toEqual([
    404, 200,
  ]);
});

test("a token opens of the API what its scopes name", async () => {
  const { token } = (await shop.as("rui").post<{ token: string }>("/whatsapp/1/token")).body;
  const scoped = v1.filter((route) => route !== "GET /api/v1/me");
  expect(await each(scoped, (route) => knock(route, token))).toEqual(
    all(scoped, 403, "ERR_TOKEN_SCOPE"),
  );
});

test("without a token every route refuses, and names no fields", async () => {
  expect(await each(guarded, (route) => knock(route))).toEqual(
    all(guarded, 401, "ERR_SESSION_EXPIRED"),
  );
});

test("an invalid token is answered so that it is refreshed", async () => {
  for (const token of ["garbage", "a.b.c", "null"])
    expect(await each(guarded, (route) => knock(route, token))).toEqual(
      all(guarded, 403, "ERR_SESSION_EXPIRED"),
    );
});

test("an expired token is answered so that it is refreshed", async () => {
  const token = await as("rui");
  shop.clock.pass(15 * 60_000);
  expect(await each(guarded, (route) => knock(route, token))).toEqual(
    all(guarded, 403, "ERR_SESSION_EXPIRED"),
  );
});

test("an ended session is refused", async () => {
  const { token, session } = shop.as("rui");
  expect(await knock("GET /api/auth/me", token)).toMatchObject({ status: 200 });
  end(shop.control, session);
  expect(await each(guarded, (route) => knock(route, token))).toEqual(
    all(guarded, 401, "ERR_SESSION_EXPIRED"),
  );
});

test("a deleted user is refused", async () => {
  const other = await box();
  const token = await other.as("ana").token;
  other.db.sqlite.run("DELETE FROM users WHERE id = 2");
  const answer = await fetch(`${other.url}/api/tickets`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
    401,
    "ERR_SESSION_EXPIRED",
  ]);
});

test("an agent is refused on admins' routes, before the body is read", async () => {
  for (const who of ["ana", "lia"] as const)
    expect(await each([...admins, ...owners], (route) => knock(route, as(who)))).toEqual(
      all([...admins, ...owners], 403, "ERR_NO_PERMISSION"),
    );
});

test("a plan without a module refuses its routes, before the body is read", async () => {
  const inPlan = new Set(
    shop.app.routes
      .filter(({ hooks }) => (hooks as { detail?: { "x-plan"?: string } }).detail?.["x-plan"])
      .map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`),
  );
  expect(inPlan.size).toBeGreaterThan(100);
  const other = await box();
  for (const flag of planFlags) other.control.sqlite.run(`UPDATE plans SET ${flag} = 0`);
  expect(
    await each([...inPlan], (route) => knock(route, other.as("rui").token, junk, other.url)),
  ).toEqual(all([...inPlan], 403, "ERR_NO_PERMISSION"));
});

test("a company that has to pay is refused, before the body is read", async () => {
  const other = await box();
  other.control.sqlite.run("UPDATE companies SET dueDate = '2020-01-01' WHERE id = 2");
  const knockAs = (who: Name) =>
    each(guarded, (route) => knock(route, other.as(who, 2).token, junk, other.url));
  expect(await knockAs("ana")).toEqual(all(guarded, 402, "ERR_SUBSCRIPTION_EXPIRED"));
  // Its admin may still pay.
  const open = (await knockAs("rui")).filter(({ status }) => status !== 402);
  const areas = [...new Set(open.map(({ route }) => route.split("/")[2]!))];
  expect(areas.toSorted()).toEqual([
    "auth",
    "companies",
    "events",
    "health",
    "invoices",
    "subscription",
  ]);
});

test("an admin is refused on the owner's routes", async () => {
  expect(await each(owners, (route) => knock(route, as("rui")))).toEqual(
    all(owners, 403, "ERR_NO_PERMISSION"),
  );
});

test("agents, admins and the owner are let in on their routes", async () => {
  const refused = (answers: Awaited<ReturnType<typeof knock>>[]) =>
    answers.filter(({ status }) => status === 401 || status === 403 || status >= 500);
  expect(refused(await each(users, (route) => knock(route, as("ana"))))).toEqual([]);
  expect(refused(await each([...users, ...admins], (route) => knock(route, as("rui"))))).toEqual(
    [],
  );
  const { control } = shop;
  control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  // A process of its own packs the support file from the disk.
  await Bun.write(join(shop.home, "control.sqlite"), control.sqlite.serialize());
  expect(refused(await each(owners, (route) => knock(route, as("rui"))))).toEqual([]);
}, 60_000);

test("a token is accepted only in its header", async () => {
  const token = await as("rui");
  for (const path of [
    `/api/tickets?token=${token}`,
    `/api/tickets?authorization=Bearer%20${token}`,
  ])
    expect((await fetch(shop.url + path)).status).toBe(401);
  expect(
    (
      await fetch(`${shop.url}/api/tickets`, {
        headers: { cookie: `token=${token}; jrt=${token}` },
      })
    ).status,
  ).toBe(401);
  expect(
    (await fetch(`${shop.url}/api/tickets`, { headers: { authorization: `Basic ${token}` } }))
      .status,
  ).toBe(401);
});

test("an unknown path is unknown to everyone", async () => {
  for (const path of ["/api/nowhere", "/api/tickets/1/secrets"])
    expect((await fetch(shop.url + path)).status).toBe(404);
});

import { staticPlugin } from "@elysiajs/static";
import { Elysia, type AnyElysia } from "elysia";
import type { ConnectionManager } from "./channel/channel.ts";
import type { BoxHealth } from "./health/box-health.ts";
import { mayScrape } from "./health/metrics.ts";
import type { Hub } from "./live/hub.ts";
import { ignoredFields } from "./ignored-fields.ts";
import { bundle, embedded } from "./kit/assets.ts";
import type { Broadcast, SendTransient } from "./kit/audience.ts";
import type { TenantStores } from "./kit/tenant-stores.ts";
import { Fault } from "./kit/fault.ts";
import type { ApiCaller, Authenticator, AuthContext } from "./kit/auth-context.ts";
import { baseMiddleware } from "./kit/base-middleware.ts";
import type { Origin } from "./kit/client-address.ts";
import { answerTo } from "./kit/refusal.ts";
import { isApi, pathOf } from "./kit/request.ts";
import type { HttpClient } from "./kit/http-client.ts";
import type { SmtpClient } from "./kit/smtp.ts";
import type { Seals } from "./kit/seal.ts";
import { refuseUnknownOptions } from "./kit/route-options.ts";
import { strictFields } from "./kit/unknown-fields.ts";
import announcements from "./modules/announcements/routes.ts";
import { auditDenied, auditVisit } from "./modules/audit/audit.ts";
import audit from "./modules/audit/routes.ts";
import campaignSettings from "./modules/campaign-settings/routes.ts";
import type { Tokens } from "./modules/auth/authenticator.ts";
import { authRoutes, meRoute, ownRoutes } from "./modules/auth/routes.ts";
import type { BackupRunner } from "./modules/backups/backup-runner.ts";
import type { SafeMode } from "./modules/backups/safe-mode.ts";
import backups from "./modules/backups/routes.ts";
import type { Box } from "./modules/box/box.ts";
import box from "./routes/box.ts";
import budgets from "./routes/budgets.ts";
import categories from "./modules/categories/routes.ts";
import campaigns from "./routes/campaigns.ts";
import chats from "./modules/chats/routes.ts";
import companies, { signUpRoutes } from "./routes/companies.ts";
import companyFiles from "./routes/company-files.ts";
import type { CompanyFiles } from "./modules/company-files/company-files.ts";
import { planList, planRoutes } from "./modules/companies/plan-routes.ts";
import { itemRoutes, listRoutes } from "./routes/contact-lists.ts";
import { connectionRoutes, sessionRoutes, tokenRoutes } from "./routes/whatsapp.ts";
import { addressRoutes, zipRoutes } from "./modules/contacts/address-routes.ts";
import contacts from "./routes/contacts.ts";
import coupons from "./modules/coupons/routes.ts";
import dashboard from "./modules/dashboard/routes.ts";
import files from "./modules/files/routes.ts";
import deliveryFees from "./modules/delivery-fees/routes.ts";
import groupRangeDiscounts from "./modules/group-range-discounts/routes.ts";
import health from "./routes/health.ts";
import helps from "./modules/helps/routes.ts";
import ias from "./modules/ias/routes.ts";
import { hasOwner } from "./modules/identities/identities.ts";
import imports, { importRoutes } from "./modules/imports/routes.ts";
import integrations from "./modules/integrations/routes.ts";
import { noteRefused } from "./modules/messages-api/calls.ts";
import messagesApi from "./modules/messages-api/routes.ts";
import invoices from "./modules/invoices/routes.ts";
import media from "./modules/messages/media-routes.ts";
import { landingRoutes, ownersLandingRoutes } from "./modules/landing/routes.ts";
import options from "./modules/options/routes.ts";
import orders from "./modules/orders/routes.ts";
import orderStatus from "./modules/order-status/routes.ts";
import { instalmentRoutes, paymentRoutes, typePaymentRoutes } from "./modules/payments/routes.ts";
import practice, { type PracticeNetworks } from "./modules/practice/routes.ts";
import products from "./routes/products.ts";
import promotions from "./modules/promotions/routes.ts";
import optOuts from "./routes/opt-outs.ts";
import queues from "./routes/queue.ts";
import quickMessages from "./modules/quick-messages/routes.ts";
import reminders from "./modules/reminders/routes.ts";
import schedules from "./modules/schedules/routes.ts";
import settings from "./modules/settings/routes.ts";
import shell from "./routes/shell.ts";
import setup, { guideRoutes } from "./modules/setup/routes.ts";
import stock from "./modules/stock/routes.ts";
import { noticeRoutes, subscriptionRoutes } from "./modules/subscription/routes.ts";
import shopStores from "./modules/stores/routes.ts";
import tags from "./routes/tags.ts";
import trust from "./modules/trust/routes.ts";
import type { BoxTls } from "./modules/trust/table.ts";
import drafts from "./modules/tickets/draft-routes.ts";
import ticketKanban from "./modules/tickets/kanban-routes.ts";
import ticketTags from "./modules/tickets/ticket-tag-routes.ts";
import { releaseUnseenTickets } from "./modules/tickets/lifecycle/remove-user.ts";
import messages from "./routes/messages.ts";
import { openApiRoutes } from "./routes/openapi.ts";
import notes from "./modules/tickets/note-routes.ts";
import tickets from "./modules/tickets/routes.ts";
import users from "./routes/users.ts";
import "./personal-data.ts";
import webhooks from "./modules/webhooks/routes.ts";
import { Presence } from "./live/presence.ts";
import { polls, sockets } from "./live/sockets.ts";
import { refuseUnknownHost } from "./tls/known-host.ts";
import { refusePlain } from "./tls/plain-door.ts";

/** The services that routes use, made in `serve`. */
export type AppServices = {
  stores: TenantStores;
  hub: Hub;
  authenticator: Authenticator;
  tokens: Tokens;
  seals: Seals;
  origin: Origin;
  publicUrl?: string;
  tls: BoxTls;
  /** Names of the box that were added by hand. */
  hostNames?: string[];
  box: Box;
  connectionManager: ConnectionManager;
  backups: BackupRunner;
  companyFiles: CompanyFiles;
  safeMode: SafeMode;
  practice: PracticeNetworks;
  httpClient: HttpClient;
  smtp: SmtpClient;
  health: BoxHealth;
  /** Where a postal code is asked for, with `{cep}` in its place; empty for nowhere. */
  cepUrl: string;
  disk: { low: boolean };
  /** What opens `/metrics` from other machines. */
  metricsToken?: string;
  /** How often sockets are pinged, in ms. */
  heartbeat?: number;
  ready(): boolean;
};

/** The API, and what else the box serves, over these services. */
export async function createApp(services: AppServices) {
  const sendTransient: SendTransient = (...said) => services.hub.sendTransient(...said);
  const broadcast: Broadcast = (say) => services.hub.broadcast(say);
  // Reading functions as text, as `aot` does, breaks on minified code and gains nothing on real routes.
  const app = new Elysia({ aot: false })
    .decorate({ ...services, sendTransient, broadcast, releaseUnseenTickets })
    .onError({ as: "global" }, (context) => {
      const { error, request, route, server } = context;
      const { me, store, caller } = context as unknown as Partial<AuthContext> & { caller?: ApiCaller };
      answering.get(request)?.();
      services.stores.checkDamage(error, store?.company);
      const refused = me && store && error instanceof Fault && error.reason === "ERR_NO_PERMISSION";
      if (caller && store && route === "/api/messages/send") noteRefused(store, caller, answerTo(error));
      if (refused) auditDenied(store, { userId: me.id, subject: `${request.method} ${route}`, address: services.origin.address(request, server?.requestIP(request)?.address) });
    })
    .onAfterHandle({ as: "global" }, (context) => {
      const { request, route } = context;
      const { me, store, visit } = context as unknown as Partial<AuthContext>;
      if (me && store && visit && request.method !== "GET" && route !== "/api/companies/visit") auditVisit(store, { userId: me.id, subject: `${request.method} ${route}` });
    })
    // Who deletes or moves a company waits for what is being answered there. rules.md#companies
    .onBeforeHandle({ as: "global" }, (context) => {
      const { store } = context as unknown as Partial<AuthContext>;
      // Without a company it is Elysia's own.
      if (store?.company) answering.set(context.request, services.stores.hold(store.company));
    })
    .use(baseMiddleware(services.publicUrl, declaredRoutes, { staysHttps: services.tls.mode !== "local" }))
    // After what `baseMiddleware` waits for: what was written is on disk.
    .onAfterHandle({ as: "global" }, ({ request }) => answering.get(request)?.())
    .use(strictFields(declaredRoutes, ignoredFields))
    .onRequest(({ request, server }) => refuseUnknownHost(services, request, () => server?.requestIP(request)?.address))
    .onRequest((context) => refusePlain(services.tls, context, () => context.server?.requestIP(context.request)?.address))
    .onRequest(({ request }) => refuseUnclaimed(services.stores, request))
    .onRequest(({ request }) => refuseOnLowDisk(services.disk, request))
    .get("/healthz", () => ({ status: "ok" }))
    .get("/metrics", async ({ request, server }) => {
      if (!mayScrape(request, server?.requestIP(request)?.address, services.metricsToken)) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
      return new Response(await services.health.metrics(services.hub.listeners), { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } });
    })
    .get("/readyz", ({ set }) => {
      const status = services.disk.low ? "disk full" : services.ready() ? "ready" : "not ready";
      if (status !== "ready") set.status = 503;
      return { status };
    })
    .use(await staticPlugin({ assets: embedded("web/public"), prefix: "/public", alwaysStatic: true, maxAge: 86_400 }))
    .use(media)
    .use(trust)
    .use(sockets(services.hub, services.authenticator, new Presence(services.stores, services.hub, services.connectionManager), services.publicUrl, services.heartbeat))
    .use(api)
    .all("/*", ({ request }) => {
      const page = isApi(request) ? undefined : pages(request);
      if (!page) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
      return page;
    });
  refuseUnknownOptions(app.routes);
  return app;
}

/** What lets go of the companies of requests that are being answered. */
const answering = new WeakMap<Request, () => void>();

/** The list of modules, one line each. They know no services until an app uses them. */
const api: AnyElysia[] = [
  setup,
  guideRoutes,
  authRoutes,
  meRoute,
  ownRoutes,
  companies,
  companyFiles,
  signUpRoutes,
  planList,
  planRoutes,
  box,
  landingRoutes,
  ownersLandingRoutes,
  settings,
  shell,
  users,
  groupRangeDiscounts,
  audit,
  health,
  categories,
  products,
  stock,
  shopStores,
  deliveryFees,
  paymentRoutes,
  typePaymentRoutes,
  instalmentRoutes,
  coupons,
  promotions,
  orderStatus,
  queues,
  options,
  integrations,
  ias,
  tags,
  quickMessages,
  schedules,
  reminders,
  connectionRoutes,
  sessionRoutes,
  tokenRoutes,
  announcements,
  backups,
  helps,
  practice,
  contacts,
  addressRoutes,
  zipRoutes,
  imports,
  importRoutes,
  tickets,
  messages,
  messagesApi,
  webhooks,
  notes,
  drafts,
  ticketTags,
  ticketKanban,
  budgets,
  orders,
  dashboard,
  campaigns,
  campaignSettings,
  listRoutes,
  itemRoutes,
  files,
  optOuts,
  chats,
  invoices,
  subscriptionRoutes,
  noticeRoutes,
  polls,
  openApiRoutes(() => declaredRoutes),
];

const declaredRoutes = api.flatMap(({ routes }) => routes);

// In all languages: there is no user yet whose language is known.
const waiting = [
  "Este Balcão espera por seu dono. Abra o link mostrado no console, ou peça outro: balcao setup-link",
  "This Balcão is waiting for its owner. Open the link shown in the console, or ask for another: balcao setup-link",
  "Este Balcão espera a su dueño. Abra el enlace mostrado en la consola, o pida otro: balcao setup-link",
] as const;

const pages = bundle(embedded("web"));

// What reads, signs in or clears up goes on. rules.md#full-disk
function refuseOnLowDisk({ low }: { low: boolean }, request: Request) {
  if (!low || !/^(POST|PUT|PATCH)$/.test(request.method) || pathOf(request).startsWith("/api/auth/")) return;
  throw new Fault("unready", "ERR_DISK_FULL", { message: "O disco do servidor está quase cheio: nada novo pode ser gravado, a leitura continua. Avise quem o administra" });
}

// Until it has an owner the box serves its setup page only, with the name and looks that it has, and the way to it.
function refuseUnclaimed(stores: TenantStores, request: Request) {
  const pathname = pathOf(request);
  if (/^\/(setup|api\/setup|api\/landing|trust|trust\/.*|assets\/.*|public\/.*|healthz|readyz|metrics)\/?$/.test(pathname) || hasOwner(stores.control)) return;
  if (isApi(request)) throw new Fault("unready", "ERR_SETUP_REQUIRED", { message: waiting[0] });
  return new Response(waiting.join("\n\n"), { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
}

import { staticPlugin } from "@elysiajs/static";
import { Elysia, type AnyElysia } from "elysia";
import type { ConnectionManager } from "./channel/channel.ts";
import type { Hub } from "./live/hub.ts";
import { ignoredFields } from "./ignored-fields.ts";
import { bundle, embedded } from "./kit/assets.ts";
import type { Broadcast, SendTransient } from "./kit/audience.ts";
import type { TenantStores } from "./kit/tenant-stores.ts";
import { Fault } from "./kit/fault.ts";
import { baseMiddleware, isApi, pathOf, type Authenticator, type Origin, type AuthContext } from "./kit/http.ts";
import type { HttpClient } from "./kit/http-client.ts";
import type { Seals } from "./kit/seal.ts";
import { refuseUnknownOptions } from "./kit/route-options.ts";
import { strictFields } from "./kit/unknown-fields.ts";
import announcements from "./modules/announcements/routes.ts";
import { auditDenied } from "./modules/audit/audit.ts";
import audit from "./modules/audit/routes.ts";
import type { Tokens } from "./modules/auth/authenticator.ts";
import { authRoutes, ownRoutes } from "./modules/auth/routes.ts";
import categories from "./modules/categories/routes.ts";
import companies from "./routes/companies.ts";
import { connectionRoutes, sessionRoutes, tokenRoutes } from "./routes/whatsapp.ts";
import { addressRoutes, zipRoutes } from "./modules/contacts/address-routes.ts";
import contacts from "./routes/contacts.ts";
import dashboard from "./modules/dashboard/routes.ts";
import groupRangeDiscounts from "./modules/group-range-discounts/routes.ts";
import ias from "./modules/ias/routes.ts";
import { hasOwner } from "./modules/identities/identities.ts";
import imports from "./modules/imports/routes.ts";
import integrations from "./modules/integrations/routes.ts";
import media from "./modules/messages/media-routes.ts";
import options from "./modules/options/routes.ts";
import practice, { type PracticeNetworks } from "./modules/practice/routes.ts";
import queues from "./routes/queue.ts";
import quickMessages from "./modules/quick-messages/routes.ts";
import settings from "./modules/settings/routes.ts";
import setup from "./modules/setup/routes.ts";
import tags from "./routes/tags.ts";
import drafts from "./modules/tickets/draft-routes.ts";
import ticketTags from "./modules/tickets/ticket-tag-routes.ts";
import { releaseUnseenTickets } from "./modules/tickets/lifecycle/remove-user.ts";
import messages from "./routes/messages.ts";
import notes from "./modules/tickets/note-routes.ts";
import tickets from "./modules/tickets/routes.ts";
import users from "./routes/users.ts";
import "./personal-data.ts";
import { Presence } from "./live/presence.ts";
import { polls, sockets } from "./live/sockets.ts";

/** The services that routes use, made in `serve`. */
export type AppServices = {
  stores: TenantStores;
  hub: Hub;
  authenticator: Authenticator;
  tokens: Tokens;
  seals: Seals;
  origin: Origin;
  publicUrl?: string;
  connectionManager: ConnectionManager;
  practice: PracticeNetworks;
  httpClient: HttpClient;
  /** Where a postal code is asked for, with `{cep}` in its place; empty for nowhere. */
  cepUrl: string;
  /** How often sockets are pinged, in ms. */
  heartbeat?: number;
  ready(): boolean;
};

/** The list of modules, one line each → one Elysia. */
export async function createApp(services: AppServices) {
  const sendTransient: SendTransient = (...said) => services.hub.sendTransient(...said);
  const broadcast: Broadcast = (say) => services.hub.broadcast(say);
  // AnyElysia: one type of all routes is more than the compiler can handle, and nobody needs it.
  const api: AnyElysia = new Elysia({ prefix: "/api" })
    .use(setup)
    .use(authRoutes)
    .use(ownRoutes)
    .use(companies)
    .use(settings)
    .use(users)
    .use(groupRangeDiscounts)
    .use(audit)
    .use(categories)
    .use(queues)
    .use(options)
    .use(integrations)
    .use(ias)
    .use(tags)
    .use(quickMessages)
    .use(connectionRoutes)
    .use(sessionRoutes)
    .use(tokenRoutes)
    .use(announcements)
    .use(practice)
    .use(contacts)
    .use(addressRoutes)
    .use(zipRoutes)
    .use(imports)
    .use(tickets)
    .use(messages)
    .use(notes)
    .use(drafts)
    .use(ticketTags)
    .use(dashboard)
    .use(polls);

  // Reading functions as text, as `aot` does, breaks on minified code and gains nothing on real routes.
  const app = new Elysia({ aot: false })
    .decorate({ ...services, sendTransient, broadcast, releaseUnseenTickets })
    .onError({ as: "global" }, ({ error, request, route, server, ...context }) => {
      const { me, store } = context as unknown as Partial<AuthContext>;
      services.stores.checkDamage(error, store?.company);
      const refused = me && store && error instanceof Fault && error.reason === "ERR_NO_PERMISSION";
      if (refused) auditDenied(store, { userId: me.id, subject: `${request.method} ${route}`, address: services.origin.address(request, server?.requestIP(request)?.address) });
    })
    .use(baseMiddleware(services.publicUrl))
    .use(strictFields(api.routes, ignoredFields))
    .onRequest(({ request }) => refuseUnclaimed(services.stores, request))
    .get("/healthz", () => ({ status: "ok" }))
    .get("/readyz", ({ set }) => {
      if (services.ready()) return { status: "ready" };
      set.status = 503;
      return { status: "not ready" };
    })
    .use(await staticPlugin({ assets: embedded("web/public"), prefix: "/public", alwaysStatic: true, maxAge: 86_400 }))
    .use(media)
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

// In all languages: there is no user yet whose language is known.
const waiting = [
  "Este Balcão espera por seu dono. Abra o link mostrado no console, ou peça outro: balcao setup-link",
  "This Balcão is waiting for its owner. Open the link shown in the console, or ask for another: balcao setup-link",
  "Este Balcão espera a su dueño. Abra el enlace mostrado en la consola, o pida otro: balcao setup-link",
] as const;

const pages = bundle(embedded("web"));

// Until it has an owner the box serves its setup page only.
function refuseUnclaimed(stores: TenantStores, request: Request) {
  const pathname = pathOf(request);
  if (/^\/(setup|api\/setup|assets\/.*|public\/.*|healthz|readyz)\/?$/.test(pathname) || hasOwner(stores.control)) return;
  if (isApi(request)) throw new Fault("unready", "ERR_SETUP_REQUIRED", { message: waiting[0] });
  return new Response(waiting.join("\n\n"), { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
}

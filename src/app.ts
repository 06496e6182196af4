import { staticPlugin } from "@elysiajs/static";
import { Elysia, type AnyElysia } from "elysia";
import { first, rest } from "./api.ts";
import type { ConnectionManager } from "./channel/channel.ts";
import type { BoxHealth } from "./health/box-health.ts";
import { mayScrape } from "./health/metrics.ts";
import type { Hub } from "./live/hub.ts";
import { documentedFields } from "./documented-fields.ts";
import { ignoredFields } from "./ignored-fields.ts";
import { bundle, embedded } from "./kit/files/assets.ts";
import type { Broadcast, SendTransient } from "./kit/db/audience.ts";
import type { CompanyDbs } from "./kit/db/company-dbs.ts";
import { begins, isSetAside, startsWork, workOf } from "./kit/process/current-work.ts";
import { Fault } from "./kit/fault.ts";
import type { ApiCaller, Authenticator, AuthContext } from "./kit/http/auth-context.ts";
import { baseMiddleware } from "./kit/http/base-middleware.ts";
import type { Origin } from "./kit/http/client-address.ts";
import { forgetRouteHistory } from "./kit/http/elysia-private.ts";
import { answerTo } from "./kit/http/refusal.ts";
import { isApi, isWrittenPage, pathOf } from "./kit/http/request.ts";
import type { HttpClient } from "./kit/net/http-client.ts";
import type { SmtpClient } from "./kit/net/smtp.ts";
import type { Seals } from "./kit/files/seal.ts";
import { DeclaredRoutes } from "./kit/http/declared-routes.ts";
import { refuseUnknownOptions } from "./kit/http/route-options.ts";
import { strictFields } from "./kit/http/unknown-fields.ts";
import { auditDenied } from "./modules/audit/audit.ts";
import type { Tokens } from "./modules/auth/authenticator.ts";
import type { BackupRunner } from "./modules/backups/backup-runner.ts";
import type { SafeMode } from "./modules/backups/safe-mode.ts";
import appRoutes from "./modules/box/app-routes.ts";
import { readContact, type Box } from "./modules/box/box.ts";
import { setContact } from "./modules/companies/standing.ts";
import { auditVisit, type VisitedRoute } from "./modules/companies/audit-visit.ts";
import { visitorOf } from "./modules/companies/visits.ts";
import type { OfficialChannel } from "./modules/cloud-accounts/official-channel.ts";
import type { CompanyFiles } from "./modules/company-files/company-files.ts";
import { hasOwner } from "./modules/identities/identities.ts";
import { noteRefused } from "./modules/messages-api/calls.ts";
import media from "./modules/messages/media-routes.ts";
import type { PushKeys } from "./modules/push/keys.ts";
import type { PracticeNetworks } from "./modules/practice/routes.ts";
import cloud from "./routes/cloud.ts";
import trust from "./modules/trust/routes.ts";
import type { BoxTls } from "./modules/trust/table.ts";
import { releaseUnseenTickets } from "./modules/tickets/lifecycle/remove-user.ts";
import { Presence } from "./live/presence.ts";
import { sockets } from "./live/sockets.ts";
import { refuseUnknownHost } from "./tls/known-host.ts";
import { refusePlain } from "./tls/plain-door.ts";

/** The services that routes use, made in `serve`. */
export type AppServices = {
  dbs: CompanyDbs;
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
  officialChannel: OfficialChannel;
  backups: BackupRunner;
  companyFiles: CompanyFiles;
  safeMode: SafeMode;
  practice: PracticeNetworks;
  httpClient: HttpClient;
  smtp: SmtpClient;
  pushKeys: PushKeys;
  health: BoxHealth;
  /** The address that looks up a postal code, with `{cep}` in its place; empty for none. */
  cepUrl: string;
  disk: { low: boolean };
  /** The token that opens `/metrics` to other machines. */
  metricsToken?: string;
  /** How often sockets are pinged, in ms. */
  heartbeat?: number;
  ready(): boolean;
};

/**
 * The API and the pages, over these services. The app serves the first routes at once. A request
 * for another route waits until `addRest` has loaded it.
 */
export async function createApp(services: AppServices) {
  const routes = new DeclaredRoutes();
  setContact(services.dbs.control, () => readContact(services.box));
  const { promise: whole, resolve } = Promise.withResolvers<void>();
  let coming: Promise<void> | undefined = whole;
  const sendTransient: SendTransient = (...args) => services.hub.sendTransient(...args);
  const broadcast: Broadcast = (say) => services.hub.broadcast(say);
  // Reading functions as text, as `aot` does, breaks on minified code and gains nothing on real
  // routes.
  const app = new Elysia({ aot: false })
    .decorate({ ...services, sendTransient, broadcast, releaseUnseenTickets, routes })
    .onError({ as: "global" }, (context) => noteFailure(services, context))
    .onAfterHandle({ as: "global" }, (context) => {
      const { visit } = context as unknown as Partial<AuthContext>;
      if (visit) auditVisit(services.dbs, routes, context as unknown as VisitedRoute);
    })
    // Deleting or moving a company waits for the requests that are being answered there.
    // rules.md#companies
    .onBeforeHandle({ as: "global" }, (context) => {
      const { db } = context as unknown as Partial<AuthContext>;
      // A request without a company is one of Elysia's own.
      const ends = startsAnswering(context as unknown as Answering);
      const release = db?.company ? services.dbs.hold(db.company) : undefined;
      answering.set(context.request, () => {
        release?.();
        ends();
        begins("");
      });
    })
    .use(baseMiddleware(services.publicUrl, routes, { staysHttps: services.tls.mode !== "local" }))
    // Runs after `baseMiddleware` has waited until the writes are on disk.
    .onAfterHandle({ as: "global" }, ({ request }) => answering.get(request)?.())
    .use(documentedFields())
    .use(strictFields(routes, ignoredFields))
    .onRequest(({ request, server }) =>
      refuseUnknownHost(services, request, () => server?.requestIP(request)?.address),
    )
    .onRequest((context) =>
      refusePlain(services.tls, context, () => context.server?.requestIP(context.request)?.address),
    )
    .onRequest(({ request }) => refuseUnclaimed(services.dbs, request))
    .onRequest(({ request }) => refuseOnLowDisk(services.disk, request))
    .onRequest(({ request }) =>
      coming && isServed(request) && !routes.has(request) ? coming : undefined,
    )
    .get("/healthz", () => ({ status: "ok" }))
    .get("/metrics", async ({ request, server }) => {
      if (!mayScrape(request, server?.requestIP(request)?.address, services.metricsToken))
        throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
      return new Response(await services.health.metrics(services.hub.listeners), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      });
    })
    .get("/readyz", ({ set }) => {
      const status = services.disk.low ? "disk full" : services.ready() ? "ready" : "not ready";
      if (status !== "ready") set.status = 503;
      return { status };
    })
    .use(
      await staticPlugin({
        assets: embedded("web/public"),
        prefix: "/public",
        alwaysStatic: true,
        maxAge: 86_400,
      }),
    )
    .use(media)
    .use(trust)
    .use(appRoutes)
    .use(cloud)
    .use(
      sockets(
        services.hub,
        services.authenticator,
        new Presence(services.dbs, services.hub, services.connectionManager),
        services.publicUrl,
        services.heartbeat,
      ),
    )
    .all("/*", ({ request }) => {
      const page = isApi(request) ? undefined : pages(request);
      if (!page) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
      return page;
    });
  refuseUnknownOptions(app.routes);
  const add = (module: AnyElysia) => {
    routes.add(module);
    app.use(module);
    forgetRouteHistory(app);
  };
  first.forEach(add);
  return {
    app,
    async addRest() {
      for await (const modules of rest()) modules.forEach(add);
      coming = undefined;
      resolve();
    },
  };
}

const isServed = (request: Request) => isApi(request) || isWrittenPage(request);

type AddressOf = { requestIP(request: Request): { address: string } | null };

type Failed = { error: unknown; request: Request; route: string; server: AddressOf | null };

/** Ends a request that failed: notes a refused call, and audits a denied one. */
function noteFailure(services: AppServices, context: Failed): void {
  const { error, request, route, server } = context;
  const { me, db, caller, visit } = context as unknown as Partial<AuthContext> & {
    caller?: ApiCaller;
  };
  answering.get(request)?.();
  services.dbs.checkDamage(error, db?.company);
  const refused = me && db && error instanceof Fault && error.reason === "ERR_NO_PERMISSION";
  if (caller && db && route === "/api/messages/send") noteRefused(db, caller, answerTo(error));
  if (refused)
    auditDenied(db, {
      ...(visit ? { userId: null, userName: visitorOf(services.dbs, visit) } : { userId: me.id }),
      subject: `${request.method} ${route.replace(/\/$/, "")}`,
      address: services.origin.address(request, server?.requestIP(request)?.address),
    });
}

type Answering = {
  request: Request;
  route: string;
  params?: { id?: unknown };
  db?: { company?: number };
};

const workOfRoute = ({ request, route, params, db }: Answering) =>
  workOf("route", `${request.method} ${route}`, db?.company ?? "", String(params?.id ?? ""));

/** Throws unready where the call is set aside. rules.md#blocked-loop */
function startsAnswering(context: Answering): () => void {
  const work = workOfRoute(context);
  if (isSetAside(work))
    throw new Fault("unready", "ERR_SET_ASIDE", {
      message: "Isto travou o servidor várias vezes e foi deixado de lado. Avise quem o administra",
    });
  if (context.params?.id !== undefined) return startsWork(work);
  begins(work);
  return nothing;
}

const nothing = () => {};

/** Releases the companies of requests that are being answered. */
const answering = new WeakMap<Request, () => void>();

// In all languages: without a user there is no language to choose.
const waiting = [
  "Este Balcão espera por seu dono. Abra o link mostrado no console, ou peça outro: balcao setup-link",
  "This Balcão is waiting for its owner. Open the link shown in the console, or ask for another: balcao setup-link",
  "Este Balcão espera a su dueño. Abra el enlace mostrado en la consola, o pida otro: balcao setup-link",
] as const;

const pages = bundle(embedded("web"));

// Reads, sign-ins and deletes still work. rules.md#full-disk
function refuseOnLowDisk({ low }: { low: boolean }, request: Request) {
  if (
    !low ||
    !/^(POST|PUT|PATCH)$/.test(request.method) ||
    pathOf(request).startsWith("/api/auth/")
  )
    return;
  throw new Fault("unready", "ERR_DISK_FULL", {
    message:
      "O disco do servidor está quase cheio: nada novo pode ser gravado, a leitura continua. Avise quem o administra",
  });
}

// Until the box has an owner it serves only its setup page, its name and looks, and its health. The
// pages by which a device trusts it are open, too.
function refuseUnclaimed(dbs: CompanyDbs, request: Request) {
  const pathname = pathOf(request);
  if (
    /^\/(setup|api\/setup|api\/landing|trust|trust\/.*|assets\/.*|public\/.*|healthz|readyz|metrics)\/?$/.test(
      pathname,
    ) ||
    hasOwner(dbs.control)
  )
    return;
  if (isApi(request)) throw new Fault("unready", "ERR_SETUP_REQUIRED", { message: waiting[0] });
  return new Response(waiting.join("\n\n"), {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

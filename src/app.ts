import { staticPlugin } from "@elysiajs/static";
import { Elysia } from "elysia";
import type { Lines } from "./channel/channel.ts";
import type { Hub } from "./hub.ts";
import { bundle, embedded } from "./kit/assets.ts";
import type { Whisper } from "./kit/audience.ts";
import type { Companies } from "./kit/companies.ts";
import { Fault } from "./kit/fault.ts";
import { coat, isApi, pathOf, type Origin } from "./kit/http.ts";
import type { Doorkeeper, Tokens } from "./modules/auth/door.ts";
import { authRoutes, ownRoutes } from "./modules/auth/routes.ts";
import companies from "./modules/companies/routes.ts";
import { connectionRoutes, sessionRoutes } from "./modules/connections/routes.ts";
import contacts from "./modules/contacts/routes.ts";
import { claimed } from "./modules/identities/identities.ts";
import media from "./modules/messages/media-routes.ts";
import practice, { type PracticeBox } from "./modules/practice/routes.ts";
import queues from "./modules/queues/routes.ts";
import quickMessages from "./modules/quick-messages/routes.ts";
import settings from "./modules/settings/routes.ts";
import setup from "./modules/setup/routes.ts";
import tags from "./modules/tags/routes.ts";
import contactMedia from "./modules/tickets/contact-media-routes.ts";
import drafts from "./modules/tickets/draft-routes.ts";
import { labelRoutes, syncRoutes } from "./modules/tickets/label-routes.ts";
import messages from "./modules/tickets/message-routes.ts";
import notes from "./modules/tickets/note-routes.ts";
import tickets from "./modules/tickets/routes.ts";
import users from "./modules/users/routes.ts";
import { Presence } from "./presence.ts";
import { polls, sockets } from "./sockets.ts";

/** What the routes stand on, made by the composition root. */
export type Ground = {
  house: Companies;
  hub: Hub;
  door: Doorkeeper;
  tokens: Tokens;
  origin: Origin;
  publicUrl?: string;
  lines: Lines;
  practice: PracticeBox;
  ready(): boolean;
};

/** The list of modules, one line each → one Elysia. */
export async function createApp(ground: Ground) {
  const whisper: Whisper = (...said) => ground.hub.whisper(...said);
  const api = new Elysia({ prefix: "/api" })
    .use(setup)
    .use(authRoutes)
    .use(ownRoutes)
    .use(companies)
    .use(settings)
    .use(users)
    .use(queues)
    .use(tags)
    .use(quickMessages)
    .use(connectionRoutes)
    .use(sessionRoutes)
    .use(practice)
    .use(contacts)
    .use(contactMedia)
    .use(tickets)
    .use(messages)
    .use(notes)
    .use(drafts)
    .use(labelRoutes)
    .use(syncRoutes)
    .use(polls);

  // Reading functions as text, as `aot` does, breaks on minified code and gains nothing on real routes.
  return new Elysia({ aot: false, serve: { maxRequestBodySize: 64 * 1024 * 1024, reusePort: false } })
    .decorate({ ...ground, whisper })
    .use(coat(ground.publicUrl))
    .onRequest(({ request }) => refuseUnclaimed(ground.house, request))
    .get("/healthz", () => ({ status: "ok" }))
    .get("/readyz", ({ set }) => {
      if (ground.ready()) return { status: "ready" };
      set.status = 503;
      return { status: "not ready" };
    })
    .use(await staticPlugin({ assets: embedded("web/public"), prefix: "/public", alwaysStatic: true, maxAge: 86_400 }))
    .use(media)
    .use(sockets(ground.hub, ground.door, new Presence(ground.house, ground.hub, ground.lines), ground.publicUrl))
    .use(api)
    // `all`, since a `get` here would shadow the upgrade of /ws.
    .all("/*", ({ request }) => {
      const page = isApi(request) ? undefined : pages(request);
      if (!page) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
      return page;
    });
}

// Before there is a page, a language or a user.
const waiting = [
  "Este Balcão espera por seu dono. Abra o link mostrado no console, ou peça outro: balcao setup-link",
  "This Balcão is waiting for its owner. Open the link shown in the console, or ask for another: balcao setup-link",
  "Este Balcão espera a su dueño. Abra el enlace mostrado en la consola, o pida otro: balcao setup-link",
] as const;

const pages = bundle(embedded("web"));

// Until it has an owner the box answers nothing but its setup page.
function refuseUnclaimed(house: Companies, request: Request) {
  const pathname = pathOf(request);
  if (/^\/(setup|api\/setup|assets\/.*|public\/.*|healthz|readyz)\/?$/.test(pathname) || claimed(house.control)) return;
  if (isApi(request)) throw new Fault("unready", "ERR_SETUP_REQUIRED", { message: waiting[0] });
  return new Response(waiting.join("\n\n"), { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
}

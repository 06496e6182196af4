import { z } from "zod";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { Fault } from "../../kit/fault.ts";
import { bounded, idParam } from "../../kit/fields.ts";
import { bearer, from, given, publicRoutes, routes, type Door } from "../../kit/http.ts";
import type { Seals } from "../../kit/seal.ts";
import { end, live, sessionOf } from "../identities/sessions.ts";
import { login, noteOf, profile, refresh, type From } from "./auth.ts";
import { answer, forget, refreshToken } from "./cookie.ts";
import type { Tokens } from "./door.ts";
import { lostBody, turnOffFor } from "./lost.ts";
import { change, codeBody, list, offBody, offer, offerBody, ownBody, revoke, revokeOthers, turnOff, turnOn } from "./own.ts";

const stores = given<TenantStores>()("stores");
const tokens = given<Tokens>()("tokens");
const door = given<Door>()("door");
const seals = given<Seals>()("seals");
const credentials = z.object({ email: bounded(254).trim().toLowerCase().min(1), password: bounded(128).min(1), code: bounded(40).trim().optional() });
const fromOf = ({ request, address }: { request: Request; address: string }): From => ({ address, device: request.headers.get("user-agent") ?? "" });

export const authRoutes = publicRoutes("/auth")
  .use(stores)
  .use(tokens)
  .use(door)
  .use(seals)
  .post("/login", async ({ stores, seals, tokens, body, request, address, secure, set }) => answer(await login(stores, seals, tokens, body, fromOf({ request, address })), set, secure), { body: credentials })
  .post("/refresh_token", async ({ stores, tokens, request, secure, set }) => {
    try {
      return answer(await refresh(stores, tokens, refreshToken(request)), set, secure);
    } catch (thrown) {
      if (thrown instanceof Fault) forget(set, secure);
      throw thrown;
    }
  })
  // By the cookie too: one may leave with an access token that has run out.
  .delete("/logout", async ({ stores, door, request, address, secure, set }) => {
    const session = sessionOf(stores.control, refreshToken(request)) ?? (await door.admit(bearer(request))).session;
    const identity = live(stores.control, session);
    end(stores.control, session);
    if (identity) noteOf(stores, identity, "signout", fromOf({ request, address }));
    forget(set, secure);
    return {};
  });

const can = "settings.read";

/** What only someone with a session may ask of it, also before they may ask for anything else. */
export const ownRoutes = routes("/auth", { open: true })
  .use(stores)
  .use(seals)
  .use(from())
  .get("/me", ({ stores, control, session }) => profile(stores, live(control, session)!), { can })
  .put("/me", ({ stores, body, ...visit }) => change(stores, visit, body), { can, body: ownBody })
  .get("/sessions", ({ control, session }) => list(control, session), { can })
  .delete("/sessions", ({ stores, request, address, ...visit }) => revokeOthers(stores, visit, fromOf({ request, address })), { can })
  .delete("/sessions/:id", ({ stores, request, address, params, ...visit }) => revoke(stores, visit, params.id, fromOf({ request, address })), { can, params: z.object({ id: bounded(64) }) })
  .post("/totp", ({ seals, body, ...visit }) => offer(seals, visit, body), { can, body: offerBody })
  .put("/totp", ({ stores, seals, request, address, body, ...visit }) => turnOn(stores, seals, visit, body, fromOf({ request, address })), { can, body: codeBody })
  .delete("/totp", ({ stores, seals, request, address, body, ...visit }) => turnOff(stores, seals, visit, body, fromOf({ request, address })), { can, body: offBody });

/** What admins do for who lost their way in. */
export const lostRoutes = routes("/users")
  .use(from())
  .delete("/:id/totp", ({ params, body, address, ...visit }) => turnOffFor(visit, params.id, body, address), { can: "user-modal:editProfile", params: idParam, body: lostBody });

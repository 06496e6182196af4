import { z } from "zod";
import type { Companies } from "../../kit/companies.ts";
import { Fault } from "../../kit/fault.ts";
import { bounded, idParam } from "../../kit/fields.ts";
import { bearer, from, given, publicRoutes, routes } from "../../kit/http.ts";
import type { Seals } from "../../kit/seal.ts";
import { end, live, sessionOf } from "../identities/sessions.ts";
import { login, noteOf, profile, refresh, type From } from "./auth.ts";
import { answer, forget, refreshToken } from "./cookie.ts";
import type { Doorkeeper, Tokens } from "./door.ts";
import { lostBody, turnOffFor } from "./lost.ts";
import { change, codeBody, list, offBody, offer, offerBody, ownBody, revoke, revokeOthers, turnOff, turnOn } from "./own.ts";

const house = given<Companies>()("house");
const tokens = given<Tokens>()("tokens");
const door = given<Doorkeeper>()("door");
const seals = given<Seals>()("seals");
const credentials = z.object({ email: bounded(254).trim().toLowerCase().min(1), password: bounded(128).min(1), code: bounded(40).trim().optional() });
const fromOf = ({ request, address }: { request: Request; address: string }): From => ({ address, device: request.headers.get("user-agent") ?? "" });

export const authRoutes = publicRoutes("/auth")
  .use(house)
  .use(tokens)
  .use(door)
  .use(seals)
  .post("/login", async ({ house, seals, tokens, body, request, address, secure, set }) => answer(await login(house, seals, tokens, body, fromOf({ request, address })), set, secure), { body: credentials })
  .post("/refresh_token", async ({ house, tokens, request, secure, set }) => {
    try {
      return answer(await refresh(house, tokens, refreshToken(request)), set, secure);
    } catch (thrown) {
      if (thrown instanceof Fault) forget(set, secure);
      throw thrown;
    }
  })
  // By the cookie too: one may leave with an access token that has run out.
  .delete("/logout", async ({ house, door, request, address, secure, set }) => {
    const session = sessionOf(house.control, refreshToken(request)) ?? (await door.admit(bearer(request))).session;
    const identity = live(house.control, session);
    end(house.control, session);
    if (identity) noteOf(house, identity, "signout", fromOf({ request, address }));
    forget(set, secure);
    return {};
  });

const can = "settings.read";

/** What only someone with a session may ask of it, also before they may ask for anything else. */
export const ownRoutes = routes("/auth", { open: true })
  .use(house)
  .use(seals)
  .use(from())
  .get("/me", ({ house, control, session }) => profile(house, live(control, session)!), { can })
  .put("/me", ({ house, body, ...visit }) => change(house, visit, body), { can, body: ownBody })
  .get("/sessions", ({ control, session }) => list(control, session), { can })
  .delete("/sessions", ({ house, request, address, ...visit }) => revokeOthers(house, visit, fromOf({ request, address })), { can })
  .delete("/sessions/:id", ({ house, request, address, params, ...visit }) => revoke(house, visit, params.id, fromOf({ request, address })), { can, params: z.object({ id: bounded(64) }) })
  .post("/totp", ({ seals, body, ...visit }) => offer(seals, visit, body), { can, body: offerBody })
  .put("/totp", ({ house, seals, request, address, body, ...visit }) => turnOn(house, seals, visit, body, fromOf({ request, address })), { can, body: codeBody })
  .delete("/totp", ({ house, seals, request, address, body, ...visit }) => turnOff(house, seals, visit, body, fromOf({ request, address })), { can, body: offBody });

/** What admins do for who lost their way in. */
export const lostRoutes = routes("/users")
  .use(from())
  .delete("/:id/totp", ({ params, body, address, ...visit }) => turnOffFor(visit, params.id, body, address), { can: "user-modal:editProfile", params: idParam, body: lostBody });

import { z } from "zod";
import type { Companies } from "../../kit/companies.ts";
import { Fault } from "../../kit/fault.ts";
import { bearer, given, publicRoutes, routes } from "../../kit/http.ts";
import { end, live, sessionOf } from "../identities/sessions.ts";
import { login, profile, refresh } from "./auth.ts";
import { answer, forget, refreshToken } from "./cookie.ts";
import type { Doorkeeper, Tokens } from "./door.ts";

const house = given<Companies>()("house");
const tokens = given<Tokens>()("tokens");
const door = given<Doorkeeper>()("door");
const credentials = z.object({ email: z.string().trim().toLowerCase().min(1).max(254), password: z.string().min(1).max(128) });

export const authRoutes = publicRoutes("/auth")
  .use(house)
  .use(tokens)
  .use(door)
  .post("/login", async ({ house, tokens, body, request, address, secure, set }) => {
    const device = request.headers.get("user-agent") ?? "";
    return answer(await login(house, tokens, body, { address, device }), set, secure);
  }, { body: credentials })
  .post("/refresh_token", async ({ house, tokens, request, secure, set }) => {
    try {
      return answer(await refresh(house, tokens, refreshToken(request)), set, secure);
    } catch (thrown) {
      if (thrown instanceof Fault) forget(set, secure);
      throw thrown;
    }
  })
  // By the cookie too: one may leave with an access token that has run out.
  .delete("/logout", async ({ house, door, request, secure, set }) => {
    const session = sessionOf(house.control, refreshToken(request)) ?? (await door.admit(bearer(request))).session;
    end(house.control, session);
    forget(set, secure);
    return {};
  });

/** What only someone with a session may ask of it. */
export const ownRoutes = routes("/auth")
  .use(house)
  .get("/me", ({ house, control, session }) => profile(house, live(control, session)!), { can: "settings.read" });

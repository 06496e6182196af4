import { z } from "zod";
import type { Companies } from "../../kit/companies.ts";
import { Fault } from "../../kit/fault.ts";
import { given, publicRoutes, routes } from "../../kit/http.ts";
import { live, end } from "../identities/sessions.ts";
import { login, profile, refresh, type SignedIn } from "./auth.ts";
import type { Tokens } from "./door.ts";

const cookieName = "jrt";
const cookieAge = 30 * 86_400;

const house = given<Companies>()("house");
const tokens = given<Tokens>()("tokens");
const credentials = z.object({ email: z.string().trim().toLowerCase().min(1).max(254), password: z.string().min(1).max(128) });

export const authRoutes = publicRoutes("/auth")
  .use(house)
  .use(tokens)
  .post("/login", async ({ house, tokens, body, request, address, secure, set }) => {
    const device = request.headers.get("user-agent") ?? "";
    return answer(await login(house, tokens, body, { address, device }), set, secure);
  }, { body: credentials })
  .post("/refresh_token", async ({ house, tokens, request, secure, set }) => {
    try {
      return answer(await refresh(house, tokens, cookieOf(request)), set, secure);
    } catch (thrown) {
      if (thrown instanceof Fault) set.headers["set-cookie"] = cookie("", 0, secure);
      throw thrown;
    }
  });

/** What only someone with a session may do to it. */
export const ownRoutes = routes("/auth")
  .use(house)
  .get("/me", ({ house, control, session }) => profile(house, live(control, session)!), { can: "settings.read" })
  .delete("/logout", ({ control, session, set }) => {
    end(control, session);
    set.headers["set-cookie"] = cookie("", 0, false);
    return {};
  }, { can: "settings.read" });

type Settable = { headers: Record<string, unknown> };

/** Puts the refresh token where no script can read it, and the rest in the answer. */
export function answer({ token, user, refresh }: SignedIn, set: Settable, secure: boolean) {
  if (refresh) set.headers["set-cookie"] = cookie(refresh, cookieAge, secure);
  return { token, user };
}

const cookie = (value: string, age: number, secure: boolean) => `${cookieName}=${value}; Path=/api/auth; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

function cookieOf(request: Request): string | undefined {
  return new Map(request.headers.get("cookie")?.split("; ").map((pair) => pair.split("=", 2) as [string, string])).get(cookieName);
}

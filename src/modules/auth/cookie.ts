import type { SignedIn } from "./auth.ts";

const name = "jrt";
const age = 30 * 86_400;

type Settable = { headers: Record<string, unknown> };

/**
 * Moves the refresh token into a cookie that scripts can't read, and returns the rest as the
 * answer.
 */
export function withCookie({ token, user, refresh }: SignedIn, set: Settable, secure: boolean) {
  if (refresh) set.headers["set-cookie"] = cookie(refresh, age, secure);
  return { token, user };
}

/** Deletes the cookie with the refresh token. */
export function clearCookie(set: Settable, secure: boolean) {
  set.headers["set-cookie"] = cookie("", 0, secure);
}

/** The refresh token in a request's cookies. */
export function refreshToken(request: Request): string | undefined {
  return new Map(
    request.headers
      .get("cookie")
      ?.split("; ")
      .map((pair) => pair.split("=", 2) as [string, string]),
  ).get(name);
}

const cookie = (value: string, seconds: number, secure: boolean) =>
  `${name}=${value}; Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

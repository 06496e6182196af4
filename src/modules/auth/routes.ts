import { z } from "zod";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { Fault } from "../../kit/fault.ts";
import type { Edits } from "../../kit/edits.ts";
import { bounded } from "../../kit/fields.ts";
import type { Authenticator } from "../../kit/auth-context.ts";
import { withClientAddress } from "../../kit/client-address.ts";
import { inject, publicRoutes, routes } from "../../kit/http.ts";
import { bearer } from "../../kit/request.ts";
import type { Seals } from "../../kit/seal.ts";
import type { Box } from "../box/box.ts";
import { leave } from "../companies/visits.ts";
import { end, identityOfSession, sessionOf } from "../identities/sessions.ts";
import { login, auditIdentity, profileOf, refresh, type ClientInfo } from "./auth.ts";
import { withCookie, clearCookie, refreshToken } from "./cookie.ts";
import { users } from "../users/table.ts";
import type { Tokens } from "./authenticator.ts";
import { forget, forgottenBody, reset, resetBody } from "./forgotten.ts";
import {
  change,
  codeBody,
  list,
  offBody,
  createTotpSecret,
  createTotpBody,
  ownBody,
  revoke,
  revokeOthers,
  turnOffTotp,
  turnOnTotp,
} from "./own-account.ts";

const stores = inject<TenantStores>()("stores");
const tokens = inject<Tokens>()("tokens");
const authenticator = inject<Authenticator>()("authenticator");
const seals = inject<Seals>()("seals");
const box = inject<Box>()("box");
const credentials = z.object({
  email: bounded(254).trim().toLowerCase().min(1),
  password: bounded(128).min(1),
  code: bounded(40).trim().optional(),
});
const fromOf = ({ request, address }: { request: Request; address: string }): ClientInfo => ({
  address,
  device: request.headers.get("user-agent") ?? "",
});

export const authRoutes = publicRoutes("/auth")
  .use(stores)
  .use(tokens)
  .use(authenticator)
  .use(seals)
  .post(
    "/login",
    async ({ stores, seals, tokens, body, request, address, secure, set }) =>
      withCookie(
        await login(stores, seals, tokens, body, fromOf({ request, address })),
        set,
        secure,
      ),
    { body: credentials },
  )
  .use(box)
  .post(
    "/forgotten",
    ({ stores, box, body, request, address, set }) => {
      set.status = 202;
      return forget({ stores, box }, body, fromOf({ request, address }));
    },
    { body: forgottenBody },
  )
  .post(
    "/forgotten/password",
    ({ stores, box, body, request, address }) =>
      reset({ stores, box }, body, fromOf({ request, address })),
    { body: resetBody },
  )
  .post("/refresh_token", async ({ stores, tokens, request, secure, set }) => {
    try {
      return withCookie(await refresh(stores, tokens, refreshToken(request)), set, secure);
    } catch (thrown) {
      if (thrown instanceof Fault) clearCookie(set, secure);
      throw thrown;
    }
  })
  // Also by the cookie: one may sign out with an access token that has expired.
  .delete("/logout", async ({ stores, authenticator, request, address, secure, set }) => {
    const session =
      sessionOf(stores.control, refreshToken(request)) ??
      (await authenticator.authenticate(bearer(request))).session;
    const identity = identityOfSession(stores.control, session);
    leave(stores, { session });
    end(stores.control, session);
    if (identity) auditIdentity(stores, identity, "signout", fromOf({ request, address }));
    clearCookie(set, secure);
    return {};
  });

const can = "settings.read";
const ownRow: Edits = { table: users, own: ({ me }) => me.id };

/** One's own account: also open to users who must set up TOTP before anything else. */
export const meRoute = routes("/auth", { beforeTotpSetup: true, whileOverdue: true })
  .use(stores)
  .get(
    "/me",
    ({ stores, control, session }) =>
      profileOf(stores, session, identityOfSession(control, session)!),
    { can },
  );

export const ownRoutes = routes("/auth", {
  beforeTotpSetup: true,
  whileOverdue: true,
  atHome: true,
})
  .use(stores)
  .use(seals)
  .use(withClientAddress())
  .put("/me", ({ stores, body, ...auth }) => change(stores, auth, body), {
    can,
    body: ownBody,
    edits: ownRow,
  })
  .get("/sessions", ({ control, session }) => list(control, session), { can })
  .delete(
    "/sessions",
    ({ stores, request, address, ...auth }) =>
      revokeOthers(stores, auth, fromOf({ request, address })),
    { can },
  )
  .delete(
    "/sessions/:id",
    ({ stores, request, address, params, ...auth }) =>
      revoke(stores, auth, params.id, fromOf({ request, address })),
    { can, params: z.object({ id: bounded(64) }) },
  )
  .post("/totp", ({ seals, body, ...auth }) => createTotpSecret(seals, auth, body), {
    can,
    body: createTotpBody,
  })
  .put(
    "/totp",
    ({ stores, seals, request, address, body, ...auth }) =>
      turnOnTotp(stores, seals, auth, body, fromOf({ request, address })),
    { can, body: codeBody },
  )
  .delete(
    "/totp",
    ({ stores, seals, request, address, body, ...auth }) =>
      turnOffTotp(stores, seals, auth, body, fromOf({ request, address })),
    { can, body: offBody },
  );

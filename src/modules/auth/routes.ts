import { z } from "zod";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { Fault } from "../../kit/fault.ts";
import type { Edits } from "../../kit/http/edits.ts";
import { bounded } from "../../kit/http/fields.ts";
import type { Authenticator } from "../../kit/http/auth-context.ts";
import { withClientAddress } from "../../kit/http/client-address.ts";
import { inject, publicRoutes, routes } from "../../kit/http/http.ts";
import { bearer } from "../../kit/http/request.ts";
import type { Seals } from "../../kit/files/seal.ts";
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

const companyDbs = inject<CompanyDbs>()("dbs");
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
  .use(companyDbs)
  .use(tokens)
  .use(authenticator)
  .use(seals)
  .post(
    "/login",
    async ({ dbs, seals, tokens, body, request, address, secure, set }) =>
      withCookie(await login(dbs, seals, tokens, body, fromOf({ request, address })), set, secure),
    { body: credentials },
  )
  .use(box)
  .post(
    "/forgotten",
    ({ dbs, box, body, request, address, set }) => {
      set.status = 202;
      return forget({ dbs, box }, body, fromOf({ request, address }));
    },
    { body: forgottenBody },
  )
  .post(
    "/forgotten/password",
    ({ dbs, box, body, request, address }) =>
      reset({ dbs, box }, body, fromOf({ request, address })),
    { body: resetBody },
  )
  .post("/refresh_token", async ({ dbs, tokens, request, secure, set }) => {
    try {
      return withCookie(await refresh(dbs, tokens, refreshToken(request)), set, secure);
    } catch (thrown) {
      if (thrown instanceof Fault) clearCookie(set, secure);
      throw thrown;
    }
  })
  // The cookie also works here, so that a user can sign out with an expired access token.
  .delete("/logout", async ({ dbs, authenticator, request, address, secure, set }) => {
    const session =
      sessionOf(dbs.control, refreshToken(request)) ??
      (await authenticator.authenticate(bearer(request))).session;
    const identity = identityOfSession(dbs.control, session);
    leave(dbs, { session });
    end(dbs.control, session);
    if (identity) auditIdentity(dbs, identity, "signout", fromOf({ request, address }));
    clearCookie(set, secure);
    return {};
  });

const can = "settings.read";
const ownRow: Edits = { table: users, own: ({ me }) => me.id };

/** The caller's own account: also open to users who must set up TOTP before anything else. */
export const meRoute = routes("/auth", { beforeTotpSetup: true, whileOverdue: true })
  .use(companyDbs)
  .get(
    "/me",
    ({ dbs, control, session }) => profileOf(dbs, session, identityOfSession(control, session)!),
    { can },
  );

export const ownRoutes = routes("/auth", {
  beforeTotpSetup: true,
  whileOverdue: true,
  atHome: true,
})
  .use(companyDbs)
  .use(seals)
  .use(withClientAddress())
  .put("/me", ({ dbs, body, ...auth }) => change(dbs, auth, body), {
    can,
    body: ownBody,
    edits: ownRow,
  })
  .get("/sessions", ({ control, session }) => list(control, session), { can })
  .delete(
    "/sessions",
    ({ dbs, request, address, ...auth }) => revokeOthers(dbs, auth, fromOf({ request, address })),
    { can },
  )
  .delete(
    "/sessions/:id",
    ({ dbs, request, address, params, ...auth }) =>
      revoke(dbs, auth, params.id, fromOf({ request, address })),
    { can, params: z.object({ id: bounded(64) }) },
  )
  .post("/totp", ({ seals, body, ...auth }) => createTotpSecret(seals, auth, body), {
    can,
    body: createTotpBody,
  })
  .put(
    "/totp",
    ({ dbs, seals, request, address, body, ...auth }) =>
      turnOnTotp(dbs, seals, auth, body, fromOf({ request, address })),
    { can, body: codeBody },
  )
  .delete(
    "/totp",
    ({ dbs, seals, request, address, body, ...auth }) =>
      turnOffTotp(dbs, seals, auth, body, fromOf({ request, address })),
    { can, body: offBody },
  );

import { z } from "zod";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { bounded } from "../../kit/fields.ts";
import { inject, publicRoutes, routes } from "../../kit/http.ts";
import { startSession } from "../auth/auth.ts";
import type { Tokens } from "../auth/authenticator.ts";
import { withCookie } from "../auth/cookie.ts";
import { changeGuide, guideBody, openGuide, readGuide } from "./guide.ts";
import { readProvision } from "./provision.ts";
import { checkToken, claim, setupBody } from "./setup.ts";

export default publicRoutes("/setup")
  .use(inject<TenantStores>()("stores"))
  .use(inject<Tokens>()("tokens"))
  .get(
    "/",
    ({ stores, query }) => {
      checkToken(stores.control, query.token);
      return { ok: true, locale: readProvision(stores.control).locale };
    },
    { query: z.object({ token: bounded(100) }) },
  )
  .post(
    "/",
    async ({ stores, tokens, body, request, address, secure, set }) => {
      checkToken(stores.control, body.token);
      const owner = await claim(stores, body);
      openGuide(
        stores.control,
        body.company || readProvision(stores.control).company ? ["company"] : [],
      );
      const signedIn = await startSession(stores, tokens, owner, {
        address,
        device: request.headers.get("user-agent") ?? "",
      });
      set.status = 201;
      return withCookie(signedIn, set, secure);
    },
    { body: setupBody },
  );

/** How far the owner of the box is with what a new one needs. */
export const guideRoutes = routes("/setup/guide", { atHome: true })
  .get("/", ({ control, store }) => readGuide(control, store), { can: "box.write" })
  .put("/", ({ control, store, body }) => changeGuide(control, store, body), {
    can: "box.write",
    body: guideBody,
  });

import { z } from "zod";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { bounded } from "../../kit/http/fields.ts";
import { inject, publicRoutes, routes } from "../../kit/http/http.ts";
import { startSession } from "../auth/auth.ts";
import type { Tokens } from "../auth/authenticator.ts";
import { withCookie } from "../auth/cookie.ts";
import { changeGuide, guideBody, openGuide, readGuide } from "./guide.ts";
import { readProvision } from "./provision.ts";
import { checkToken, claim, setupBody } from "./setup.ts";

export default publicRoutes("/setup")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Tokens>()("tokens"))
  .get(
    "/",
    ({ dbs, query }) => {
      checkToken(dbs.control, query.token);
      return { ok: true, locale: readProvision(dbs.control).locale };
    },
    { query: z.object({ token: bounded(100) }) },
  )
  .post(
    "/",
    async ({ dbs, tokens, body, request, address, secure, set }) => {
      checkToken(dbs.control, body.token);
      const owner = await claim(dbs, body);
      openGuide(dbs.control, body.company || readProvision(dbs.control).company ? ["company"] : []);
      const signedIn = await startSession(dbs, tokens, owner, {
        address,
        device: request.headers.get("user-agent") ?? "",
      });
      set.status = 201;
      return withCookie(signedIn, set, secure);
    },
    { body: setupBody },
  );

/** The owner's progress through the guide of a new box. */
export const guideRoutes = routes("/setup/guide", { atHome: true })
  .get("/", ({ control, db }) => readGuide(control, db), { can: "box.write" })
  .put("/", ({ control, db, body }) => changeGuide(control, db, body), {
    can: "box.write",
    body: guideBody,
  });

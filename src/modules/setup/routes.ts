import { z } from "zod";
import type { Companies } from "../../kit/companies.ts";
import { bounded } from "../../kit/fields.ts";
import { given, publicRoutes } from "../../kit/http.ts";
import { begin } from "../auth/auth.ts";
import type { Tokens } from "../auth/door.ts";
import { answer } from "../auth/cookie.ts";
import { checkToken, claim, setupBody } from "./setup.ts";

export default publicRoutes("/setup")
  .use(given<Companies>()("house"))
  .use(given<Tokens>()("tokens"))
  .get("/", ({ house, query }) => {
    checkToken(house.control, query.token);
    return { ok: true };
  }, { query: z.object({ token: bounded(100) }) })
  .post("/", async ({ house, tokens, body, request, address, secure, set }) => {
    checkToken(house.control, body.token);
    const owner = await claim(house, body);
    const signedIn = await begin(house, tokens, owner, { address, device: request.headers.get("user-agent") ?? "" });
    set.status = 201;
    return answer(signedIn, set, secure);
  }, { body: setupBody });

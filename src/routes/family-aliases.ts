import { Elysia } from "elysia";
import { listQuery } from "../kit/http/fields.ts";
import { publicRoutes, routes } from "../kit/http/http.ts";
import * as ias from "../modules/ias/ias.ts";
import { version } from "../version.ts";

/**
 * Names that every client of this family asks for and the documents do not have. Each returns data
 * of another route. `GET /quick-messages/list` and `/companies` have theirs in their own files.
 * rules.md#family-aliases
 */
const versions = publicRoutes("/version").get("/", () => ({ version: version.version }));

/** AIs by the name that they had. */
const prompts = routes("/prompt").get(
  "/",
  ({ db, query }) => {
    const { ias: prompts, ...rest } = ias.list(db, query);
    return { prompts, ...rest };
  },
  { can: "ias.read", plan: "useOpenAi", query: listQuery },
);

export default new Elysia().use(versions).use(prompts);

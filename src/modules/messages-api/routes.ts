import { listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { list } from "./calls.ts";

/** What admins see of the messages API. */
export default routes("/messages-api").get("/calls", ({ db, query }) => list(db, query), {
  can: "messages-api.read",
  plan: "useExternalApi",
  query: listQuery.pick({ pageNumber: true }),
});

import { listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { list } from "./calls.ts";

/** The list of requests to the messages API, for admins. */
export default routes("/messages-api").get("/calls", ({ db, query }) => list(db, query), {
  can: "messages-api.read",
  plan: "useExternalApi",
  query: listQuery.pick({ pageNumber: true }),
});

import { routes } from "../../kit/http/http.ts";
import { bellQuery, list, read, readBody } from "./bell.ts";

const mine = { can: "notifications.read" } as const;

export default routes("/notifications")
  .get("/", ({ db, me, plan, query }) => list(db, me, plan, query), { ...mine, query: bellQuery })
  .put("/read", ({ db, me, body }) => read(db, me, body), { ...mine, body: readBody });

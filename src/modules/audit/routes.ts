import { routes } from "../../kit/http/http.ts";
import { auditQuery, list } from "./audit.ts";

export default routes("/audit").get("/", ({ db, query }) => list(db, query), {
  can: "audit.read",
  query: auditQuery,
});

import { routes } from "../../kit/http.ts";
import { auditQuery, list } from "./audit.ts";

export default routes("/audit").get("/", ({ store, query }) => list(store, query), {
  can: "audit.read",
  query: auditQuery,
});

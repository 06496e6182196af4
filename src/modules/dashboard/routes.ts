import { routes } from "../../kit/http.ts";
import { byTime, byUser, read } from "./dashboard.ts";
import { periodOf, periodQuery } from "./period.ts";

const asked = { can: "dashboard:view", query: periodQuery } as const;

export default routes("/dashboard")
  .get("/", ({ store, query }) => read(store, periodOf(store, query)), asked)
  .get("/ticketsUsers", ({ store, query }) => byUser(store, periodOf(store, query)), asked)
  .get("/ticketsDay", ({ store, query }) => byTime(store, periodOf(store, query)), asked);

import { ads } from "./ads.ts";
import { download, sheetType } from "../../kit/download.ts";
import { routes } from "../../kit/http.ts";
import { exportSales } from "./export-sales.ts";
import { sales } from "./sales.ts";
import { byTime, byUser, read } from "./dashboard.ts";
import { periodOf, periodQuery } from "./period.ts";

const ofSales = { can: "dashboard:view", plan: "useSales", query: periodQuery } as const;
const asked = { can: "dashboard:view", query: periodQuery } as const;

export default routes("/dashboard")
  .get("/", ({ store, query }) => read(store, periodOf(store, query)), asked)
  .get("/ticketsUsers", ({ store, query }) => byUser(store, periodOf(store, query)), asked)
  .get("/ticketsDay", ({ store, query }) => byTime(store, periodOf(store, query)), asked)
  .get("/ads", ({ store, query }) => ads(store, periodOf(store, query)), asked)
  .get("/sales", ({ store, query }) => sales(store, periodOf(store, query)), ofSales)
  .get(
    "/sales/export",
    ({ store, me, query, request, server }) => {
      // Large files take longer than an idle connection is kept (seconds).
      server?.timeout(request, 120);
      const { name, body } = exportSales(store, me, periodOf(store, query));
      return download(name, sheetType, body);
    },
    ofSales,
  );

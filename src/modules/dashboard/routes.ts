import { ads } from "./ads.ts";
import { download, sheetType } from "../../kit/http/download.ts";
import { routes } from "../../kit/http/http.ts";
import { exportSales } from "./export-sales.ts";
import { counted, countedQuery } from "./counted.ts";
import { dayFigures } from "./day.ts";
import { exportFigures } from "./export-figures.ts";
import { dashboardNow } from "./now.ts";
import { sales } from "./sales.ts";
import { byTime, byUser, read } from "./dashboard.ts";
import { periodOf, periodQuery } from "./period.ts";
import { weekHours } from "./week.ts";

const ofSales = { can: "dashboard:view", plan: "useSales", query: periodQuery } as const;
const ofPeriod = { can: "dashboard:view", query: periodQuery } as const;

export default routes("/dashboard")
  .get("/", ({ db, query }) => read(db, periodOf(db, query)), ofPeriod)
  .get("/ticketsUsers", ({ db, query }) => byUser(db, periodOf(db, query)), ofPeriod)
  .get("/ticketsDay", ({ db, query }) => byTime(db, periodOf(db, query)), ofPeriod)
  .get("/ads", ({ db, query }) => ads(db, periodOf(db, query)), ofPeriod)
  .get("/now", ({ db, plan }) => dashboardNow(db, plan), { can: "dashboard:view" })
  .get("/day", ({ db, plan, query }) => dayFigures(db, plan, periodOf(db, query)), ofPeriod)
  .get(
    "/day/export",
    ({ db, me, plan, query }) => {
      const { name, body } = exportFigures(db, me, plan, periodOf(db, query));
      return download(name, sheetType, body);
    },
    ofPeriod,
  )
  .get("/week", ({ db }) => weekHours(db), { can: "dashboard:view" })
  .get("/counted", ({ db, plan, query }) => counted(db, plan, query), {
    can: "dashboard:view",
    query: countedQuery,
    opens: "list",
  })
  .get("/sales", ({ db, query }) => sales(db, periodOf(db, query)), ofSales)
  .get(
    "/sales/export",
    ({ db, me, query, request, server }) => {
      // Large files take longer than an idle connection is kept (seconds).
      server?.timeout(request, 120);
      const { name, body } = exportSales(db, me, periodOf(db, query));
      return download(name, sheetType, body);
    },
    ofSales,
  );

import { z } from "zod";
import { bounded } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { monthCosts } from "./costs.ts";

export default routes("/channel-costs").get("/", ({ db, query }) => monthCosts(db, query.month), {
  can: "drawer-admin-items:view",
  query: z.object({ month: bounded(7).regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
});

import { routes } from "../../kit/http/http.ts";
import { businessQuery, listCompanies } from "./companies.ts";
import { figures } from "./figures.ts";

const owners = { can: "companies.write" } as const;

/** The business of the owner of the box. */
export default routes("/business")
  .get("/", ({ control }) => figures(control), owners)
  .get("/companies", ({ control, query }) => listCompanies(control, query), {
    ...owners,
    query: businessQuery,
  });

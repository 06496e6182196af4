import type { Broadcast } from "../../kit/db/audience.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { inject, publicRoutes, routes } from "../../kit/http/http.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { publicBox, type Box } from "../box/box.ts";
import { change, leadBody, leadChange, list, receive, remove } from "./leads.ts";

const owners = { can: "landing.write" } as const;

/** Routes of the public page, for strangers. */
export const landingRoutes = publicRoutes("/landing")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Broadcast>()("broadcast"))
  .use(inject<Box>()("box"))
  .get("/", ({ box }) => publicBox(box))
  .post(
    "/send-email",
    ({ dbs, broadcast, box, body, address, set }) => {
      set.status = 201;
      return receive({ control: dbs.control, broadcast, box }, body, address);
    },
    { body: leadBody },
  );

/** Routes by which the owner of the box works on leads. */
export const ownersLandingRoutes = routes("/landing")
  .use(inject<Broadcast>()("broadcast"))
  .get("/leads", ({ control, query }) => list(control, query), { ...owners, query: listQuery })
  .put(
    "/leads/:id",
    ({ control, broadcast, params, body }) => change({ control, broadcast }, params.id, body),
    { ...owners, params: idParam, body: leadChange },
  )
  .delete(
    "/leads/:id",
    ({ control, broadcast, params }) => remove({ control, broadcast }, params.id),
    { ...owners, params: idParam },
  );

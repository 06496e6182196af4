import { z } from "zod";
import { bounded, idParam } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { couponBody, couponQuery, create, deactivate, find, list, validate } from "./coupons.ts";

const read = { can: "coupons.read", plan: "useSales" } as const;
const write = { can: "coupons.write", plan: "useSales" } as const;

export default routes("/coupons")
  .get("/list", ({ db, query }) => list(db, query), { ...read, query: couponQuery })
  .get("/:id", ({ db, params }) => find(db, params.id), { ...read, params: idParam })
  // By its code: two names in one place of a path are one to the router.
  .get("/:id/validate", ({ db, params }) => validate(db, params.id), {
    ...read,
    params: z.object({ id: bounded(100) }),
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: couponBody },
  )
  .put("/:id/deactive", ({ db, params }) => deactivate(db, params.id), {
    ...write,
    params: idParam,
  });

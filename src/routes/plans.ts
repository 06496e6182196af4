import { by } from "../kit/http/auth-context.ts";
import type { Broadcast, SendTransient } from "../kit/db/audience.ts";
import { idParam, listQuery } from "../kit/http/fields.ts";
import { inject, publicRoutes, routes } from "../kit/http/http.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import {
  all,
  create,
  every,
  find,
  list,
  planBody,
  remove,
  update,
} from "../modules/companies/plans.ts";
import { followPlan } from "../modules/invoices/follow.ts";
import { tellReload } from "../modules/invoices/tell.ts";
import { plans } from "../modules/companies/table.ts";

const write = { can: "plans.write" } as const;

/** The plans on offer at sign-up. */
export const planList = publicRoutes("/plans")
  .use(inject<CompanyDbs>()("dbs"))
  .get("/list", ({ dbs }) => all(dbs.control));

export const planRoutes = routes("/plans")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Broadcast>()("broadcast"))
  .use(inject<SendTransient>()("sendTransient"))
  .get(
    "/all",
    ({ control, query, request }) =>
      // Clients of the documents ask for no page, and read a list.
      new URL(request.url).search === "" ? every(control) : list(control, query),
    { can: "plans.read", query: listQuery },
  )
  .get("/:id", ({ control, params }) => find(control, params.id), {
    can: "plans.read",
    params: idParam,
  })
  .post(
    "/",
    ({ dbs, broadcast, body, set, ...auth }) => {
      set.status = 201;
      return create({ dbs, broadcast }, by(auth), body);
    },
    { ...write, body: planBody },
  )
  .put(
    "/:id",
    ({ dbs, broadcast, sendTransient, params, body, ...auth }) => {
      let followed: number[] = [];
      const after = update({ dbs, broadcast }, by(auth), params.id, body, (tx) => {
        followed = followPlan(tx, params.id, dbs.control.now());
      });
      tellReload(sendTransient, followed);
      return after;
    },
    { ...write, params: idParam, body: planBody.partial(), edits: { table: plans, control: true } },
  )
  .delete(
    "/:id",
    ({ dbs, broadcast, params, ...auth }) => remove({ dbs, broadcast }, by(auth), params.id),
    { ...write, params: idParam },
  );

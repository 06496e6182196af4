import { z } from "zod";
import { crud } from "../../kit/crud.ts";
import { idParam } from "../../kit/fields.ts";
import { publicRoutes, routes } from "../../kit/http.ts";
import { notFound } from "../../kit/page.ts";
import { typePayments } from "../../shared/payments.ts";
import {
  addRule,
  changeRule,
  findRule,
  removeRule,
  ruleBody,
  ruleChange,
  rulesOf,
} from "./instalments.ts";
import { payment } from "./payments.ts";
import { paymentDetails } from "./table.ts";

export const paymentRoutes = crud(payment);

/** The types of payment are the same for everyone, so that their list needs no session. */
export const typePaymentList = publicRoutes("/typePayments").get("/list", () => typePayments);

export const typePaymentRoutes = routes("/typePayments").get(
  "/:id",
  ({ params }) => {
    const type = typePayments.find(({ id }) => id === params.id);
    if (!type) throw notFound();
    return type;
  },
  { can: "typePayments.read", plan: "useSales", params: idParam },
);

const read = { can: "paymentDetails.read", plan: "useSales" } as const;
const write = { can: "paymentDetails.write", plan: "useSales" } as const;

export const instalmentRoutes = routes("/paymentDetails")
  .get("/all/:paymentId", ({ store, params }) => rulesOf(store, params.paymentId), {
    ...read,
    params: z.object({ paymentId: idParam.shape.id }),
  })
  .get("/:id", ({ store, params }) => findRule(store, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ store, body, set }) => {
      set.status = 201;
      return addRule(store, body);
    },
    { ...write, body: ruleBody },
  )
  .put("/:id", ({ store, params, body }) => changeRule(store, params.id, body), {
    ...write,
    params: idParam,
    body: ruleChange,
    edits: { table: paymentDetails },
  })
  .delete("/:id", ({ store, params }) => removeRule(store, params.id), {
    ...write,
    params: idParam,
  });

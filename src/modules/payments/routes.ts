import { z } from "zod";
import { crud } from "../../kit/http/crud.ts";
import { idParam } from "../../kit/http/fields.ts";
import { publicRoutes, routes } from "../../kit/http/http.ts";
import { notFound } from "../../kit/db/page.ts";
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
  .get("/all/:paymentId", ({ db, params }) => rulesOf(db, params.paymentId), {
    ...read,
    params: z.object({ paymentId: idParam.shape.id }),
  })
  .get("/:id", ({ db, params }) => findRule(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, body, set }) => {
      set.status = 201;
      return addRule(db, body);
    },
    { ...write, body: ruleBody },
  )
  .put("/:id", ({ db, params, body }) => changeRule(db, params.id, body), {
    ...write,
    params: idParam,
    body: ruleChange,
    edits: { table: paymentDetails },
  })
  .delete("/:id", ({ db, params }) => removeRule(db, params.id), {
    ...write,
    params: idParam,
  });

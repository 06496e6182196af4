import { z } from "zod";
import { idParam } from "../kit/http/fields.ts";
import { notFound } from "../kit/db/page.ts";
import { routes } from "../kit/http/http.ts";
import { create, findBudget, openOf, remove, update } from "../modules/budgets/budgets.ts";
import { budgetBody } from "../modules/budgets/price.ts";
import { confirm } from "../modules/orders/confirm.ts";
import { budgets } from "../modules/budgets/table.ts";

const read = { can: "budgets.read", plan: "useSales" } as const;
const write = { can: "budgets.write", plan: "useSales" } as const;

const ofStore = z.object({ storeId: idParam.shape.id, id: idParam.shape.id });

export default routes("/budgets")
  .get("/list", ({ db, me, query }) => ({ data: openOf(db, me, query.contactId) }), {
    ...read,
    query: z.object({ contactId: idParam.shape.id }),
  })
  .get(
    "/:storeId/:id",
    ({ db, me, params }) => {
      const budget = findBudget(db, me, params.id);
      if (budget.storeId !== params.storeId) throw notFound("Orçamento não encontrado");
      return budget;
    },
    { ...read, params: ofStore },
  )
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: budgetBody },
  )
  .put("/:id", ({ db, me, params, body }) => update(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: budgetBody,
    edits: { table: budgets, find: findBudget },
  })
  .post("/:id/confirm", ({ db, me, params }) => confirm(db, me, params.id), {
    ...write,
    params: idParam,
  })
  .delete("/:id", ({ db, me, params }) => remove(db, me, params.id), {
    ...write,
    params: idParam,
  });

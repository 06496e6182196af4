import { z } from "zod";
import { idParam } from "../kit/fields.ts";
import { notFound } from "../kit/page.ts";
import { routes } from "../kit/http.ts";
import { create, find, openOf, remove, update } from "../modules/budgets/budgets.ts";
import { budgetBody } from "../modules/budgets/price.ts";
import { confirm } from "../modules/orders/confirm.ts";
import { budgets } from "../modules/budgets/table.ts";

const read = { can: "budgets.read", plan: "useSales" } as const;
const write = { can: "budgets.write", plan: "useSales" } as const;

const ofStore = z.object({ storeId: idParam.shape.id, id: idParam.shape.id });

export default routes("/budgets")
  .get("/list", ({ store, me, query }) => ({ data: openOf(store, me, query.contactId) }), {
    ...read,
    query: z.object({ contactId: idParam.shape.id }),
  })
  .get(
    "/:storeId/:id",
    ({ store, me, params }) => {
      const budget = find(store, me, params.id);
      if (budget.storeId !== params.storeId) throw notFound("Orçamento não encontrado");
      return budget;
    },
    { ...read, params: ofStore },
  )
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: budgetBody },
  )
  .put("/:id", ({ store, me, params, body }) => update(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: budgetBody,
    edits: { table: budgets, find },
  })
  .post("/:id/confirm", ({ store, me, params }) => confirm(store, me, params.id), {
    ...write,
    params: idParam,
  })
  .delete("/:id", ({ store, me, params }) => remove(store, me, params.id), {
    ...write,
    params: idParam,
  });

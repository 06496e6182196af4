import { z } from "zod";
import { id, idParam, lineOrNull, listQuery } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { budgetBody } from "../budgets/price.ts";
import { change, notes, orderChange, preview } from "./change.ts";
import { changeStatus, undoStatus } from "./change-status.ts";
import { create } from "./confirm.ts";
import { board, boardQuery, list } from "./list.ts";
import { remove } from "./remove.ts";
import { read as readOrder } from "./texts.ts";
import type { Edits } from "../../kit/edits.ts";
import { find } from "./orders.ts";
import { orders } from "./table.ts";

const read = { can: "orders.read", plan: "useSales" } as const;
const write = { can: "orders.write", plan: "useSales" } as const;

const edits: Edits = { table: orders, find };

export default routes("/orders")
  .get("/", ({ store, me, query }) => list(store, me, query), { ...read, query: listQuery })
  .get("/list", ({ store, me, query }) => board(store, me, query), { ...read, query: boardQuery })
  .get("/:id", ({ store, me, params }) => readOrder(store, me, params.id), {
    ...read,
    params: idParam,
  })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: budgetBody.extend({ notes: notes.optional() }) },
  )
  .put("/:id", ({ store, me, params, body }) => change(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: orderChange,
    edits,
  })
  .post("/:id/preview", ({ store, me, params, body }) => preview(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: orderChange,
  })
  .put(
    "/:id/status/:statusId",
    ({ store, me, params, body }) => changeStatus(store, me, params.id, params.statusId, body),
    {
      ...write,
      params: z.object({ id: idParam.shape.id, statusId: idParam.shape.id }),
      body: z.object({ undo: z.boolean().default(false) }).optional(),
      edits,
    },
  )
  .post(
    "/:id/undo",
    ({ store, me, params, body }) => undoStatus(store, me, params.id, body.changeId),
    { ...write, params: idParam, body: z.object({ changeId: id }) },
  )
  .delete("/:id", ({ store, me, params, query }) => remove(store, me, params.id, query.reason), {
    ...write,
    can: "orders.delete",
    params: idParam,
    query: z.object({ reason: lineOrNull(255) }),
  });

import { z } from "zod";
import { id, idParam, lineOrNull, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { budgetBody } from "../budgets/price.ts";
import { change, notes, orderChange, preview } from "./change.ts";
import { changeStatus, undoStatus } from "./change-status.ts";
import { create } from "./confirm.ts";
import { board, boardQuery, list } from "./list.ts";
import { remove } from "./remove.ts";
import { read as readOrder } from "./texts.ts";
import type { Edits } from "../../kit/http/edits.ts";
import { find } from "./orders.ts";
import { orders } from "./table.ts";

const read = { can: "orders.read", plan: "useSales" } as const;
const write = { can: "orders.write", plan: "useSales" } as const;

const edits: Edits = { table: orders, find };

export default routes("/orders")
  .get("/", ({ db, me, query }) => list(db, me, query), { ...read, query: listQuery })
  .get("/list", ({ db, me, query }) => board(db, me, query), { ...read, query: boardQuery })
  .get("/:id", ({ db, me, params }) => readOrder(db, me, params.id), {
    ...read,
    params: idParam,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: budgetBody.extend({ notes: notes.optional() }) },
  )
  .put("/:id", ({ db, me, params, body }) => change(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: orderChange,
    edits,
  })
  .post("/:id/preview", ({ db, me, params, body }) => preview(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: orderChange,
  })
  .put(
    "/:id/status/:statusId",
    ({ db, me, params, body }) => changeStatus(db, me, params.id, params.statusId, body),
    {
      ...write,
      params: z.object({ id: idParam.shape.id, statusId: idParam.shape.id }),
      body: z.object({ undo: z.boolean().default(false) }).optional(),
      edits,
    },
  )
  .post("/:id/undo", ({ db, me, params, body }) => undoStatus(db, me, params.id, body.changeId), {
    ...write,
    params: idParam,
    body: z.object({ changeId: id }),
  })
  .delete("/:id", ({ db, me, params, query }) => remove(db, me, params.id, query.reason), {
    ...write,
    can: "orders.delete",
    params: idParam,
    query: z.object({ reason: lineOrNull(255) }),
  });

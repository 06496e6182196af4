import { z } from "zod";
import { id, idParam, lineOrNull } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { change, orderChange, preview } from "./change.ts";
import { changeStatus, undoStatus } from "./change-status.ts";
import { board, boardQuery, list, orderQuery } from "./list.ts";
import { comingDays } from "./coming.ts";
import { chargeByPix } from "./pix-charge.ts";
import { receiptBody, receive } from "./receive.ts";
import { refund, refundBody } from "./refund.ts";
import { remove } from "./remove.ts";
import { readOrder } from "./texts.ts";
import type { Edits } from "../../kit/http/edits.ts";
import { find } from "./orders.ts";
import { saleBody, sell } from "./sell.ts";
import { orders } from "./table.ts";

const read = { can: "orders.read", plan: "useSales" } as const;
const write = { can: "orders.write", plan: "useSales" } as const;

const edits: Edits = { table: orders, find };

export default routes("/orders")
  .use(inject<HttpClient>()("httpClient"))
  .get("/", ({ db, me, query }) => list(db, me, query), { ...read, query: orderQuery })
  .get("/list", ({ db, me, query }) => board(db, me, query), { ...read, query: boardQuery })
  .get("/coming", ({ db, me }) => comingDays(db, me), read)
  .get("/:id", ({ db, me, params }) => readOrder(db, me, params.id), {
    ...read,
    params: idParam,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return sell(db, me, body);
    },
    { ...write, body: saleBody },
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
  .post(
    "/:id/receipts",
    ({ db, me, params, body, set }) => {
      set.status = 201;
      return receive(db, me, params.id, body);
    },
    { ...write, params: idParam, body: receiptBody },
  )
  .post(
    "/:id/receipts/:receiptId/refund",
    ({ db, me, params: { id: orderId, receiptId }, body, set }) => {
      set.status = 201;
      return refund(db, me, { orderId, receiptId }, body);
    },
    {
      ...write,
      params: z.object({ id: idParam.shape.id, receiptId: idParam.shape.id }),
      body: refundBody,
    },
  )
  .post(
    "/:id/pix",
    ({ db, me, httpClient, params, set }) => {
      set.status = 201;
      return chargeByPix(db, me, httpClient, params.id);
    },
    { ...write, params: idParam },
  )
  .delete("/:id", ({ db, me, params, query }) => remove(db, me, params.id, query.reason), {
    ...write,
    can: "orders.delete",
    params: idParam,
    query: z.object({ reason: lineOrNull(255) }),
  });

import { z } from "zod";
import { by } from "../../kit/auth-context.ts";
import { idParam, money, text } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { findWithPayments, invoicesQuery, list, listReceived, receivedQuery } from "./invoices.ts";
import { markPaid } from "./mark-paid.ts";
import {
  discountBody,
  discountInvoice,
  newInvoiceBody,
  voidBody,
  voidInvoice,
  writeInvoice,
} from "./owner.ts";

const can = "invoices.read";
const settles = { can: "invoices.settle" } as const;
const scopeOf = (me: { super: boolean }, store: { company: number }) =>
  me.super ? null : store.company;

export default routes("/invoices", { whileOverdue: true })
  .use(inject<TenantStores>()("stores"))
  .get("/all", ({ control, me, store, query }) => list(control, scopeOf(me, store), query), {
    can,
    query: invoicesQuery,
  })
  .get("/payments", ({ control, query }) => listReceived(control, query), {
    can: "invoices.settle",
    query: receivedQuery,
  })
  .post(
    "/",
    ({ stores, body, set, ...auth }) => {
      set.status = 201;
      return writeInvoice(stores, by(auth), body);
    },
    { ...settles, body: newInvoiceBody },
  )
  .get(
    "/:id",
    ({ control, me, store, params }) => findWithPayments(control, scopeOf(me, store), params.id),
    { can, params: idParam },
  )
  .post(
    "/:id/paid",
    ({ stores, me, store, params, body }) => markPaid(stores, store, params.id, body, me.id),
    {
      ...settles,
      params: idParam,
      body: z.object({ note: text(500, 1), value: money.optional() }),
    },
  )
  .post(
    "/:id/void",
    ({ stores, params, body, ...auth }) => voidInvoice(stores, by(auth), params.id, body),
    { ...settles, params: idParam, body: voidBody },
  )
  .post(
    "/:id/discount",
    ({ stores, params, body, ...auth }) => discountInvoice(stores, by(auth), params.id, body),
    { ...settles, params: idParam, body: discountBody },
  );

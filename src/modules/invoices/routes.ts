import { z } from "zod";
import { idParam, text } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { findWithPayments, invoicesQuery, list } from "./invoices.ts";
import { markPaid } from "./mark-paid.ts";

const can = "invoices.read";
const scopeOf = (me: { super: boolean }, store: { company: number }) =>
  me.super ? null : store.company;

export default routes("/invoices", { whileOverdue: true })
  .use(inject<TenantStores>()("stores"))
  .get("/all", ({ control, me, store, query }) => list(control, scopeOf(me, store), query), {
    can,
    query: invoicesQuery,
  })
  .get(
    "/:id",
    ({ control, me, store, params }) => findWithPayments(control, scopeOf(me, store), params.id),
    { can, params: idParam },
  )
  .post(
    "/:id/paid",
    ({ stores, me, store, params, body }) => markPaid(stores, store, params.id, body.note, me.id),
    { can: "invoices.settle", params: idParam, body: z.object({ note: text(500, 1) }) },
  );

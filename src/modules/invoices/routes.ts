import { z } from "zod";
import { by } from "../../kit/http/auth-context.ts";
import { download } from "../../kit/http/download.ts";
import { idParam, money, text } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { exportInvoices, exportQuery } from "./export.ts";
import {
  findWithPayments,
  invoicesQuery,
  list,
  listReceived,
  receivedQuery,
  sums,
} from "./invoices.ts";
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
const scopeOf = (me: { super: boolean }, db: { company: number }) => (me.super ? null : db.company);

export default routes("/invoices", { whileOverdue: true })
  .use(inject<CompanyDbs>()("dbs"))
  .get("/all", ({ control, me, db, query }) => list(control, scopeOf(me, db), query), {
    can,
    query: invoicesQuery,
  })
  .get("/sums", ({ control, me, db, query }) => sums(control, scopeOf(me, db), query), {
    can,
    query: invoicesQuery.omit({ pageNumber: true, status: true }),
  })
  .get(
    "/export",
    ({ control, me, db, query }) => {
      const { name, type, body } = exportInvoices(control, scopeOf(me, db), query);
      return download(name, type, body);
    },
    { can, query: exportQuery },
  )
  .get("/payments", ({ control, query }) => listReceived(control, query), {
    can: "invoices.settle",
    query: receivedQuery,
  })
  .post(
    "/",
    ({ dbs, body, set, ...auth }) => {
      set.status = 201;
      return writeInvoice(dbs, by(auth), body);
    },
    { ...settles, body: newInvoiceBody },
  )
  .get(
    "/:id",
    ({ control, me, db, params }) => findWithPayments(control, scopeOf(me, db), params.id),
    { can, params: idParam },
  )
  .post("/:id/paid", ({ dbs, me, db, params, body }) => markPaid(dbs, db, params.id, body, me.id), {
    ...settles,
    params: idParam,
    body: z.object({ note: text(500, 1), value: money.optional() }),
  })
  .post(
    "/:id/void",
    ({ dbs, params, body, ...auth }) => voidInvoice(dbs, by(auth), params.id, body),
    { ...settles, params: idParam, body: voidBody },
  )
  .post(
    "/:id/discount",
    ({ dbs, params, body, ...auth }) => discountInvoice(dbs, by(auth), params.id, body),
    { ...settles, params: idParam, body: discountBody },
  );

import { z } from "zod";
import { bounded } from "../../kit/http/fields.ts";
import { inject, publicRoutes, routes } from "../../kit/http/http.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import type { Seals } from "../../kit/files/seal.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { amountOf } from "../../shared/money.ts";
import { readPublicUrl, type Box } from "../box/box.ts";
import { creditOf } from "../invoices/settle.ts";
import { billingBody, canBePaid, changeBilling, readBilling, shownBilling } from "./billing.ts";
import { noticeBody, receiveNotice } from "./notices.ts";
import { subscribe, subscriptionBody } from "./subscribe.ts";
import { billing } from "./table.ts";
import { askToBeTold } from "./tell-at.ts";

const writesBilling = { can: "billing.write" } as const;

export const subscriptionRoutes = routes("/subscription", { whileOverdue: true })
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Seals>()("seals"))
  .use(inject<HttpClient>()("httpClient"))
  .use(inject<Box>()("box"))
  .get(
    "/",
    ({ control, db }) => ({
      canBePaid: canBePaid(control),
      credit: amountOf(creditOf(control, db.company)),
    }),
    { can: "invoices.read" },
  )
  .post(
    "/",
    ({ dbs, seals, httpClient, db, body }) =>
      subscribe({ dbs, seals, httpClient }, db.company, body),
    { can: "invoices.write", body: subscriptionBody },
  )
  .post(
    "/billing/webhook",
    ({ seals, httpClient, control, box }) =>
      askToBeTold({ seals, httpClient }, control, readPublicUrl(box) ?? undefined),
    writesBilling,
  )
  .get("/billing", ({ control }) => shownBilling(readBilling(control)), writesBilling)
  .put(
    "/billing",
    ({ control, db, seals, me, body }) => changeBilling(control, db, seals, body, me.id),
    { ...writesBilling, body: billingBody, edits: { table: billing, control: true, own: () => 1 } },
  );

type Notice = { dbs: CompanyDbs; body: z.infer<typeof noticeBody>; address: string };
const receive = ({ dbs, body, address }: Notice) => receiveNotice(dbs.control, body, address);
const notice = { body: noticeBody };

/**
 * Receives the gateways' notices of payments. Efí puts `/pix` behind the address that it was given.
 */
export const noticeRoutes = publicRoutes("/subscription/webhook")
  .use(inject<CompanyDbs>()("dbs"))
  .post("/", receive, notice)
  .post("/:type", receive, { ...notice, params: z.object({ type: bounded(40) }) })
  .post("/:type/pix", receive, { ...notice, params: z.object({ type: bounded(40) }) });

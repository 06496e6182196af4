import { z } from "zod";
import { idParam } from "../../kit/http/fields.ts";
import { inject, publicRoutes, routes } from "../../kit/http/http.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { readPublicUrl, type Box } from "../box/box.ts";
import { noticeBody } from "../subscription/notices.ts";
import { accountBody, askToBeTold, find, put, remove } from "./account.ts";
import { receiveNotice } from "./notices.ts";
import { pixAccounts } from "./table.ts";

const write = { can: "stores.write", plan: "useSales" } as const;

export const pixAccountRoutes = routes("/pix-accounts")
  .use(inject<HttpClient>()("httpClient"))
  .use(inject<Box>()("box"))
  .get("/:id", ({ db, params }) => ({ account: find(db, params.id) }), {
    ...write,
    params: idParam,
  })
  .put("/:id", ({ db, me, params, body }) => put(db, me.id, params.id, body), {
    ...write,
    params: idParam,
    body: accountBody,
    edits: { table: pixAccounts },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, me.id, params.id), {
    ...write,
    params: idParam,
  })
  .post(
    "/:id/webhook",
    ({ db, httpClient, box, params }) =>
      askToBeTold(db, httpClient, params.id, readPublicUrl(box) ?? undefined),
    { ...write, params: idParam },
  );

const ofCompany = { body: noticeBody, params: z.object({ company: idParam.shape.id }) };
type Notice = {
  dbs: CompanyDbs;
  body: z.infer<typeof noticeBody>;
  params: { company: number };
  address: string;
};
const receive = ({ dbs, body, params, address }: Notice) =>
  receiveNotice(dbs, params.company, body, address);

/** Receives notices of payments. Efí puts `/pix` behind the address that it was given. */
export const pixNoticeRoutes = publicRoutes("/pix-accounts/notices")
  .use(inject<CompanyDbs>()("dbs"))
  .post("/:company", receive, ofCompany)
  .post("/:company/pix", receive, ofCompany);

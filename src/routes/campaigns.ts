import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { download, sheetType } from "../kit/http/download.ts";
import { idParam, idsQuery, listQuery } from "../kit/http/fields.ts";
import { Upload } from "../kit/files/files.ts";
import { inject, routes } from "../kit/http/http.ts";
import type { UploadRules } from "../kit/http/received-forms.ts";
import { audienceBody, audienceFor, audienceOf } from "../modules/campaigns/audience.ts";
import { campaignBody } from "../modules/campaigns/body.ts";
import { attach, create, remove, update } from "../modules/campaigns/campaigns.ts";
import { duplicate, duplicateBody } from "../modules/campaigns/duplicate.ts";
import { exportReport } from "../modules/campaigns/export.ts";
import { campaignQuery, find, list } from "../modules/campaigns/find.ts";
import {
  cancel,
  pauseByHand,
  restart,
  resume,
  resumeBody,
  start,
} from "../modules/campaigns/lifecycle.ts";
import { campaignOrders } from "../modules/campaigns/money.ts";
import { saveBody, savePeople, tagBody, tagPeople } from "../modules/campaigns/people.ts";
import { refuseUneditable } from "../modules/campaigns/refuse.ts";
import { report, show } from "../modules/campaigns/report.ts";
import { results } from "../modules/campaigns/results.ts";
import { retryFailed } from "../modules/campaigns/retry.ts";
import { shippingPage, shippingQuery } from "../modules/campaigns/shipping.ts";
import { draftTestBody, testBody, testDraft, testSend } from "../modules/campaigns/test-send.ts";
import { refuseBeyondPlan } from "../modules/companies/limits.ts";
import { languages } from "../shared/languages.ts";
import { campaigns } from "../modules/campaigns/table.ts";

const read = { can: "campaigns.read", plan: "useCampaigns" } as const;
const write = { can: "campaigns.write", plan: "useCampaigns" } as const;
const accepts: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ db }, id) => refuseUneditable(db, id),
};

/** Large reports take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

export default routes("/campaigns")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ db, query }) => list(db, query), { ...read, query: campaignQuery })
  .get("/results", ({ db, me, query }) => results(db, me, query.ids), {
    ...read,
    query: z.object({ ids: idsQuery }),
  })
  .get("/:id", ({ db, params }) => show(db, params.id), { ...read, params: idParam })
  .get("/:id/audience", ({ db, params }) => audienceOf(db, params.id), {
    ...read,
    params: idParam,
  })
  .get("/:id/report", ({ db, me, params }) => report(db, me, params.id), {
    ...read,
    params: idParam,
  })
  .get("/:id/report/contacts", ({ db, params, query }) => shippingPage(db, params.id, query), {
    ...read,
    opens: "campaign",
    params: idParam,
    query: shippingQuery,
  })
  .get(
    "/:id/report/orders",
    ({ db, me, params, query }) => campaignOrders(db, me, params.id, query),
    {
      ...read,
      opens: "campaign",
      params: idParam,
      query: listQuery,
    },
  )
  .post("/:id/report/list", ({ db, me, params, body }) => savePeople(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: saveBody,
  })
  .post("/:id/report/tag", ({ db, me, params, body }) => tagPeople(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: tagBody,
  })
  .post(
    "/:id/duplicate",
    ({ db, control, me, params, body, set }) => {
      refuseBeyondPlan(control, db, "campaigns");
      set.status = 201;
      return duplicate(db, me, params.id, body);
    },
    { ...write, params: idParam, body: duplicateBody },
  )
  .get(
    "/:id/report/export",
    ({ db, params, query, request, server }) => {
      server?.timeout(request, slowTimeout);
      const { name, body } = exportReport(db, params.id, query.language);
      return download(name, sheetType, body);
    },
    { ...read, params: idParam, query: z.object({ language: z.enum(languages).default("ptBR") }) },
  )
  .post(
    "/",
    ({ db, control, me, body, set }) => {
      refuseBeyondPlan(control, db, "campaigns");
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: campaignBody },
  )
  .post("/audience", ({ db, body }) => audienceFor(db, body), { ...read, body: audienceBody })
  .post("/test", ({ db, connectionManager, body }) => testDraft(db, connectionManager, body), {
    ...write,
    body: draftTestBody,
  })
  .post("/:id/start", ({ db, me, params }) => start(db, me, params.id), {
    ...write,
    params: idParam,
  })
  .post("/:id/cancel", ({ db, me, params }) => cancel(db, me, params.id), {
    ...write,
    params: idParam,
  })
  .post(
    "/:id/restart",
    ({ db, control, me, params }) => {
      refuseBeyondPlan(control, db, "campaigns");
      return restart(db, me, params.id);
    },
    { ...write, params: idParam },
  )
  .post("/:id/pause", ({ db, params }) => pauseByHand(db, params.id), {
    ...write,
    params: idParam,
  })
  .post("/:id/resume", ({ db, params, body }) => resume(db, params.id, body), {
    ...write,
    params: idParam,
    body: resumeBody,
  })
  .post(
    "/:id/retry",
    ({ db, control, me, params }) => {
      // One that had ended runs again.
      if (find(db, params.id).status === "FINALIZADA") refuseBeyondPlan(control, db, "campaigns");
      return retryFailed(db, me, params.id);
    },
    { ...write, params: idParam },
  )
  .post(
    "/:id/test",
    ({ db, connectionManager, params, body }) => testSend(db, connectionManager, params.id, body),
    { ...write, params: idParam, body: testBody },
  )
  .post("/:id/media-upload", ({ db, params, body }) => attach(db, params.id, body.file), {
    ...write,
    params: idParam,
    body: z.object({ file: z.instanceof(Upload) }),
    accepts,
  })
  .delete("/:id/media-upload", ({ db, params }) => attach(db, params.id, null), {
    ...write,
    params: idParam,
  })
  .put("/:id", ({ db, params, body }) => update(db, params.id, body), {
    ...write,
    params: idParam,
    body: campaignBody.partial(),
    edits: { table: campaigns },
  })
  .delete("/:id", ({ db, params }) => remove(db, params.id), { ...write, params: idParam });

import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { download, sheetType } from "../kit/download.ts";
import { idParam } from "../kit/fields.ts";
import { Upload } from "../kit/files.ts";
import { inject, routes } from "../kit/http.ts";
import type { UploadRules } from "../kit/received-forms.ts";
import { audienceBody, audienceFor, audienceOf } from "../modules/campaigns/audience.ts";
import {
  attach,
  campaignBody,
  campaignQuery,
  create,
  find,
  list,
  refuseUneditable,
  remove,
  update,
} from "../modules/campaigns/campaigns.ts";
import { exportReport } from "../modules/campaigns/export.ts";
import {
  cancel,
  pauseByHand,
  restart,
  resume,
  resumeBody,
  start,
} from "../modules/campaigns/lifecycle.ts";
import { report, shippingPage, shippingQuery, show } from "../modules/campaigns/report.ts";
import { retryFailed } from "../modules/campaigns/retry.ts";
import { draftTestBody, testBody, testDraft, testSend } from "../modules/campaigns/test-send.ts";
import { refuseBeyondPlan } from "../modules/companies/limits.ts";
import { languages } from "../shared/languages.ts";
import { campaigns } from "../modules/campaigns/table.ts";

const read = { can: "campaigns.read", plan: "useCampaigns" } as const;
const write = { can: "campaigns.write", plan: "useCampaigns" } as const;
const accepts: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ store }, id) => refuseUneditable(store, store.db, id),
};

/** Large reports take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

export default routes("/campaigns")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/", ({ store, query }) => list(store, query), { ...read, query: campaignQuery })
  .get("/:id", ({ store, params }) => show(store, params.id), { ...read, params: idParam })
  .get("/:id/audience", ({ store, params }) => audienceOf(store, params.id), {
    ...read,
    params: idParam,
  })
  .get("/:id/report", ({ store, params }) => report(store, params.id), { ...read, params: idParam })
  .get(
    "/:id/report/contacts",
    ({ store, params, query }) => shippingPage(store, params.id, query),
    { ...read, params: idParam, query: shippingQuery },
  )
  .get(
    "/:id/report/export",
    ({ store, params, query, request, server }) => {
      server?.timeout(request, slowTimeout);
      const { name, body } = exportReport(store, params.id, query.language);
      return download(name, sheetType, body);
    },
    { ...read, params: idParam, query: z.object({ language: z.enum(languages).default("ptBR") }) },
  )
  .post(
    "/",
    ({ store, control, me, body, set }) => {
      refuseBeyondPlan(control, store, "campaigns");
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: campaignBody },
  )
  .post("/audience", ({ store, body }) => audienceFor(store, body), { ...read, body: audienceBody })
  .post(
    "/test",
    ({ store, connectionManager, body }) => testDraft(store, connectionManager, body),
    { ...write, body: draftTestBody },
  )
  .post("/:id/start", ({ store, me, params }) => start(store, me, params.id), {
    ...write,
    params: idParam,
  })
  .post("/:id/cancel", ({ store, me, params }) => cancel(store, me, params.id), {
    ...write,
    params: idParam,
  })
  .post(
    "/:id/restart",
    ({ store, control, me, params }) => {
      refuseBeyondPlan(control, store, "campaigns");
      return restart(store, me, params.id);
    },
    { ...write, params: idParam },
  )
  .post("/:id/pause", ({ store, params }) => pauseByHand(store, params.id), {
    ...write,
    params: idParam,
  })
  .post("/:id/resume", ({ store, params, body }) => resume(store, params.id, body), {
    ...write,
    params: idParam,
    body: resumeBody,
  })
  .post(
    "/:id/retry",
    ({ store, control, me, params }) => {
      // One that had ended runs again.
      if (find(store, params.id).status === "FINALIZADA")
        refuseBeyondPlan(control, store, "campaigns");
      return retryFailed(store, me, params.id);
    },
    { ...write, params: idParam },
  )
  .post(
    "/:id/test",
    ({ store, connectionManager, params, body }) =>
      testSend(store, connectionManager, params.id, body),
    { ...write, params: idParam, body: testBody },
  )
  .post("/:id/media-upload", ({ store, params, body }) => attach(store, params.id, body.file), {
    ...write,
    params: idParam,
    body: z.object({ file: z.instanceof(Upload) }),
    accepts,
  })
  .delete("/:id/media-upload", ({ store, params }) => attach(store, params.id, null), {
    ...write,
    params: idParam,
  })
  .put("/:id", ({ store, params, body }) => update(store, params.id, body), {
    ...write,
    params: idParam,
    body: campaignBody.partial(),
    edits: { table: campaigns },
  })
  .delete("/:id", ({ store, params }) => remove(store, params.id), { ...write, params: idParam });

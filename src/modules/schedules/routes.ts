import { z } from "zod";
import { idParam } from "../../kit/fields.ts";
import { Upload } from "../../kit/files.ts";
import { routes } from "../../kit/http.ts";
import type { UploadRules } from "../../kit/received-forms.ts";
import { refuseBeyondPlan } from "../companies/limits.ts";
import {
  attach,
  create,
  find,
  findEditable,
  list,
  remove,
  retry,
  scheduleBody,
  scheduleQuery,
  skip,
  skipBody,
  update,
} from "./schedules.ts";
import { schedules } from "./table.ts";

const read = { can: "schedules.read", plan: "useSchedules" } as const;
const write = { can: "schedules.write", plan: "useSchedules" } as const;
const file: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ store, me }, id) => findEditable(store, me, id),
};

export default routes("/schedules")
  .get("/", ({ store, me, query }) => list(store, me, query), { ...read, query: scheduleQuery })
  .get("/:id", ({ store, me, params }) => find(store, me, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ store, control, me, body, set }) => {
      refuseBeyondPlan(control, store, "schedules");
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: scheduleBody },
  )
  .post(
    "/:id/media-upload",
    ({ store, me, params, body }) => attach(store, me, params.id, body.file),
    { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), accepts: file },
  )
  .delete("/:id/media-upload", ({ store, me, params }) => attach(store, me, params.id, null), {
    ...write,
    params: idParam,
  })
  .post("/:id/skip", ({ store, me, params, body }) => skip(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: skipBody,
  })
  .post("/:id/retry", ({ store, me, params }) => retry(store, me, params.id), {
    ...write,
    params: idParam,
  })
  .put("/:id", ({ store, me, params, body }) => update(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: scheduleBody.partial(),
    edits: { table: schedules, find },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, me, params.id), {
    ...write,
    params: idParam,
  });

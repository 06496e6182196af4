import { z } from "zod";
import { idParam } from "../../kit/http/fields.ts";
import { Upload } from "../../kit/files/files.ts";
import { routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import { refuseBeyondPlan } from "../companies/limits.ts";
import { find, findEditable } from "./find.ts";
import { list, scheduleQuery } from "./list.ts";
import { attach, create, remove, retry, scheduleBody, update } from "./schedules.ts";
import { skip, skipBody } from "./skip.ts";
import { schedules } from "./table.ts";

const read = { can: "schedules.read", plan: "useSchedules" } as const;
const write = { can: "schedules.write", plan: "useSchedules" } as const;
const file: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ db, me }, id) => findEditable(db, me, id),
};

export default routes("/schedules")
  .get("/", ({ db, me, query }) => list(db, me, query), { ...read, query: scheduleQuery })
  .get("/:id", ({ db, me, params }) => find(db, me, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, control, me, body, set }) => {
      refuseBeyondPlan(control, db, "schedules");
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: scheduleBody },
  )
  .post("/:id/media-upload", ({ db, me, params, body }) => attach(db, me, params.id, body.file), {
    ...write,
    params: idParam,
    body: z.object({ file: z.instanceof(Upload) }),
    accepts: file,
  })
  .delete("/:id/media-upload", ({ db, me, params }) => attach(db, me, params.id, null), {
    ...write,
    params: idParam,
  })
  .post("/:id/skip", ({ db, me, params, body }) => skip(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: skipBody,
  })
  .post("/:id/retry", ({ db, me, params }) => retry(db, me, params.id), {
    ...write,
    params: idParam,
  })
  .put("/:id", ({ db, me, params, body }) => update(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: scheduleBody.partial(),
    edits: { table: schedules, find },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, me, params.id), {
    ...write,
    params: idParam,
  });

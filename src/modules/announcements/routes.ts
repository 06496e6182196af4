import { z } from "zod";
import type { Broadcast } from "../../kit/db/audience.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { Upload } from "../../kit/files/files.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import {
  announcementBody,
  attach,
  create,
  find,
  list,
  remove,
  findRow,
  update,
} from "./announcements.ts";
import { announcements } from "./table.ts";

const write = { can: "announcements.write" } as const;
const file: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ control }, id) => findRow(control, id),
};

export default routes("/announcements")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Broadcast>()("broadcast"))
  .get("/", ({ dbs, me, query }) => list(dbs, me.super, query), {
    can: "announcements.read",
    query: listQuery,
  })
  .get("/:id", ({ dbs, me, params }) => find(dbs, me.super, params.id), {
    can: "announcements.read",
    params: idParam,
  })
  .post(
    "/",
    ({ dbs, broadcast, body, set }) => {
      set.status = 201;
      return create({ dbs, broadcast }, body);
    },
    { ...write, body: announcementBody },
  )
  .post(
    "/:id/media-upload",
    ({ dbs, broadcast, params, body }) => attach({ dbs, broadcast }, params.id, body.file),
    { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), accepts: file },
  )
  .delete(
    "/:id/media-upload",
    ({ dbs, broadcast, params }) => attach({ dbs, broadcast }, params.id, null),
    { ...write, params: idParam },
  )
  .put("/:id", ({ dbs, broadcast, params, body }) => update({ dbs, broadcast }, params.id, body), {
    ...write,
    params: idParam,
    body: announcementBody.partial(),
    edits: { table: announcements, control: true },
  })
  .delete("/:id", ({ dbs, broadcast, params }) => remove({ dbs, broadcast }, params.id), {
    ...write,
    params: idParam,
  });

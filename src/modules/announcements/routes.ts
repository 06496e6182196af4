import { z } from "zod";
import type { Broadcast } from "../../kit/audience.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { idParam, listQuery } from "../../kit/fields.ts";
import { Upload } from "../../kit/files.ts";
import { inject, routes } from "../../kit/http.ts";
import type { UploadRules } from "../../kit/received-forms.ts";
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
  .use(inject<TenantStores>()("stores"))
  .use(inject<Broadcast>()("broadcast"))
  .get("/", ({ stores, me, query }) => list(stores, me.super, query), {
    can: "announcements.read",
    query: listQuery,
  })
  .get("/:id", ({ stores, me, params }) => find(stores, me.super, params.id), {
    can: "announcements.read",
    params: idParam,
  })
  .post(
    "/",
    ({ stores, broadcast, body, set }) => {
      set.status = 201;
      return create({ stores, broadcast }, body);
    },
    { ...write, body: announcementBody },
  )
  .post(
    "/:id/media-upload",
    ({ stores, broadcast, params, body }) => attach({ stores, broadcast }, params.id, body.file),
    { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), accepts: file },
  )
  .delete(
    "/:id/media-upload",
    ({ stores, broadcast, params }) => attach({ stores, broadcast }, params.id, null),
    { ...write, params: idParam },
  )
  .put(
    "/:id",
    ({ stores, broadcast, params, body }) => update({ stores, broadcast }, params.id, body),
    {
      ...write,
      params: idParam,
      body: announcementBody.partial(),
      edits: { table: announcements, control: true },
    },
  )
  .delete("/:id", ({ stores, broadcast, params }) => remove({ stores, broadcast }, params.id), {
    ...write,
    params: idParam,
  });

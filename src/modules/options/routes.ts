import { z } from "zod";
import { idParam } from "../../kit/http/fields.ts";
import { Upload } from "../../kit/files/files.ts";
import { routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import { optionBody, optionChange, orderBody } from "./body.ts";
import { attach, create, order, remove, update } from "./options.ts";
import { list, findRow } from "./rows.ts";
import { queueOptions } from "../queues/table.ts";

/** -1 is the root. */
const treeQuery = z.object({
  queueId: z.coerce.number().int().positive(),
  parentId: z.coerce.number().int().min(-1).optional(),
});

const file: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ db }, id) => findRow(db, id),
};

export default routes("/queue-options")
  .get(
    "/",
    ({ db, query: { queueId, parentId } }) => list(db, queueId, parentId === -1 ? null : parentId),
    { can: "queues.read", query: treeQuery },
  )
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, body, me.id);
    },
    { can: "queues.write", body: optionBody },
  )
  .put("/order", ({ db, me, body }) => order(db, body, me.id), {
    can: "queues.write",
    body: orderBody,
  })
  .put("/:id", ({ db, me, params, body }) => update(db, params.id, body, me.id), {
    can: "queues.write",
    params: idParam,
    body: optionChange,
    edits: { table: queueOptions },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, params.id, me.id), {
    can: "queues.write",
    params: idParam,
  })
  .post(
    "/:id/media-upload",
    ({ db, me, params, body }) => attach(db, params.id, body.file, me.id),
    {
      can: "queues.write",
      params: idParam,
      body: z.object({ file: z.instanceof(Upload) }),
      accepts: file,
    },
  )
  .delete("/:id/media-upload", ({ db, me, params }) => attach(db, params.id, null, me.id), {
    can: "queues.write",
    params: idParam,
  });

import { z } from "zod";
import { idParam } from "../../kit/fields.ts";
import { Upload } from "../../kit/files.ts";
import { routes } from "../../kit/http.ts";
import type { UploadRules } from "../../kit/received-forms.ts";
import {
  attach,
  create,
  list,
  optionBody,
  optionChange,
  order,
  orderBody,
  remove,
  findRow,
  update,
} from "./options.ts";
import { queueOptions } from "../queues/table.ts";

/** -1 stands for the root. */
const treeQuery = z.object({
  queueId: z.coerce.number().int().positive(),
  parentId: z.coerce.number().int().min(-1).optional(),
});

const file: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ store }, id) => findRow(store, id),
};

export default routes("/queue-options")
  .get(
    "/",
    ({ store, query: { queueId, parentId } }) =>
      list(store, queueId, parentId === -1 ? null : parentId),
    { can: "queues.read", query: treeQuery },
  )
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, body, me.id);
    },
    { can: "queues.write", body: optionBody },
  )
  .put("/order", ({ store, me, body }) => order(store, body, me.id), {
    can: "queues.write",
    body: orderBody,
  })
  .put("/:id", ({ store, me, params, body }) => update(store, params.id, body, me.id), {
    can: "queues.write",
    params: idParam,
    body: optionChange,
    edits: { table: queueOptions },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, params.id, me.id), {
    can: "queues.write",
    params: idParam,
  })
  .post(
    "/:id/media-upload",
    ({ store, me, params, body }) => attach(store, params.id, body.file, me.id),
    {
      can: "queues.write",
      params: idParam,
      body: z.object({ file: z.instanceof(Upload) }),
      accepts: file,
    },
  )
  .delete("/:id/media-upload", ({ store, me, params }) => attach(store, params.id, null, me.id), {
    can: "queues.write",
    params: idParam,
  });

import { z } from "zod";
import { idParam, listQuery } from "../../kit/fields.ts";
import { Upload } from "../../kit/files.ts";
import { routes } from "../../kit/http.ts";
import type { UploadRules } from "../../kit/received-forms.ts";
import {
  attach,
  create,
  duplicate,
  findEditable,
  find,
  list,
  quickMessageBody,
  remove,
  update,
  usable,
} from "./quick-messages.ts";
import { quickMessages } from "./table.ts";

const file: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ store, me }, id) => findEditable(store, me, id),
};

export default routes("/quick-messages")
  .get("/", ({ store, me, query }) => list(store, me, query), {
    can: "quick-messages.read",
    query: listQuery,
  })
  // All behind "/" in the composer, for clients that read them at once. rules.md#family-aliases
  .get("/list", ({ store, me }) => usable(store, me), { can: "quick-messages.read" })
  .get("/:id", ({ store, me, params }) => find(store, me, params.id), {
    can: "quick-messages.read",
    params: idParam,
  })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { can: "quick-messages.write", body: quickMessageBody },
  )
  .post(
    "/duplication/:id",
    ({ store, me, params, set }) => {
      set.status = 201;
      return duplicate(store, me, params.id);
    },
    { can: "quick-messages.duplicate", params: idParam },
  )
  .post(
    "/:id/media-upload",
    ({ store, me, params, body }) => attach(store, me, params.id, body.file),
    {
      can: "quick-messages.write",
      params: idParam,
      body: z.object({ file: z.instanceof(Upload) }),
      accepts: file,
    },
  )
  .delete("/:id/media-upload", ({ store, me, params }) => attach(store, me, params.id, null), {
    can: "quick-messages.write",
    params: idParam,
  })
  .put("/:id", ({ store, me, params, body }) => update(store, me, params.id, body), {
    can: "quick-messages.write",
    params: idParam,
    body: quickMessageBody,
    edits: { table: quickMessages, find },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, me, params.id), {
    can: "quick-messages.write",
    params: idParam,
  });

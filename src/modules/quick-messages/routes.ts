import { z } from "zod";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { Upload } from "../../kit/files/files.ts";
import { routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
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
  checkTarget: ({ db, me }, id) => findEditable(db, me, id),
};

export default routes("/quick-messages")
  .get("/", ({ db, me, query }) => list(db, me, query), {
    can: "quick-messages.read",
    query: listQuery,
  })
  // All behind "/" in the composer, for clients that read them at once. rules.md#family-aliases
  .get("/list", ({ db, me }) => usable(db, me), { can: "quick-messages.read" })
  .get("/:id", ({ db, me, params }) => find(db, me, params.id), {
    can: "quick-messages.read",
    params: idParam,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { can: "quick-messages.write", body: quickMessageBody },
  )
  .post(
    "/duplication/:id",
    ({ db, me, params, set }) => {
      set.status = 201;
      return duplicate(db, me, params.id);
    },
    { can: "quick-messages.duplicate", params: idParam },
  )
  .post("/:id/media-upload", ({ db, me, params, body }) => attach(db, me, params.id, body.file), {
    can: "quick-messages.write",
    params: idParam,
    body: z.object({ file: z.instanceof(Upload) }),
    accepts: file,
  })
  .delete("/:id/media-upload", ({ db, me, params }) => attach(db, me, params.id, null), {
    can: "quick-messages.write",
    params: idParam,
  })
  .put("/:id", ({ db, me, params, body }) => update(db, me, params.id, body), {
    can: "quick-messages.write",
    params: idParam,
    body: quickMessageBody,
    edits: { table: quickMessages, find },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, me, params.id), {
    can: "quick-messages.write",
    params: idParam,
  });

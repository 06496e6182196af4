import { z } from "zod";
import { setPicture } from "../../kit/http/crud.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { Upload } from "../../kit/files/files.ts";
import { routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import {
  all,
  create,
  findPromotion,
  list,
  promotion,
  promotionBody,
  remove,
  update,
} from "./promotions.ts";
import { promotions } from "./table.ts";

const read = { can: "promotions.read", plan: "useSales" } as const;
const write = { can: "promotions.write", plan: "useSales" } as const;
const accepts: UploadRules = {
  field: "file",
  maxFiles: 1,
  checkTarget: ({ db }, id) => findPromotion(db, id),
};

export default routes("/promotions")
  .get("/", ({ db, query }) => list(db, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db), read)
  .get("/:id", ({ db, params }) => findPromotion(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: promotionBody },
  )
  .put("/:id", ({ db, params, body }) => update(db, params.id, body), {
    ...write,
    params: idParam,
    body: promotionBody.partial(),
    edits: { table: promotions },
  })
  .delete("/:id", ({ db, params }) => remove(db, params.id), { ...write, params: idParam })
  .post(
    "/:id/media-upload",
    ({ db, params, body }) => setPicture(db, promotion, params.id, body.file),
    { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), accepts },
  )
  .delete("/:id/media-upload", ({ db, params }) => setPicture(db, promotion, params.id, null), {
    ...write,
    params: idParam,
  });

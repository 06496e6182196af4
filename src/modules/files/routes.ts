import { maxFilesListed } from "../../shared/limits.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import {
  all,
  create,
  fileListBody,
  find,
  list,
  remove,
  update,
  upload,
  uploadBody,
} from "./files.ts";
import { fileLists } from "./table.ts";

const read = { can: "files.read", plan: "useCampaigns" } as const;
const write = { can: "files.write", plan: "useCampaigns" } as const;
const accepts: UploadRules = {
  field: "files",
  maxFiles: maxFilesListed,
  checkTarget: ({ db }, id) => find(db, id),
};

/** Lists of files, which campaigns send before their text. */
export default routes("/files")
  .get("/", ({ db, query }) => list(db, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db), read)
  .get("/:id", ({ db, params }) => find(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: fileListBody },
  )
  .post("/uploadList/:id", ({ db, params, body }) => upload(db, params.id, body), {
    ...write,
    params: idParam,
    body: uploadBody,
    accepts,
  })
  .put("/:id", ({ db, params, body }) => update(db, params.id, body), {
    ...write,
    params: idParam,
    body: fileListBody.partial(),
    edits: { table: fileLists },
  })
  .delete("/:id", ({ db, params }) => remove(db, params.id), { ...write, params: idParam });

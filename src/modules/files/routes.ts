import { maxFilesListed } from "../../shared/limits.ts";
import { idParam, listQuery } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import type { UploadRules } from "../../kit/received-forms.ts";
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
  checkTarget: ({ store }, id) => find(store, id),
};

/** Lists of files, which campaigns send before their text. */
export default routes("/files")
  .get("/", ({ store, query }) => list(store, query), { ...read, query: listQuery })
  .get("/list", ({ store }) => all(store), read)
  .get("/:id", ({ store, params }) => find(store, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: fileListBody },
  )
  .post("/uploadList/:id", ({ store, params, body }) => upload(store, params.id, body), {
    ...write,
    params: idParam,
    body: uploadBody,
    accepts,
  })
  .put("/:id", ({ store, params, body }) => update(store, params.id, body), {
    ...write,
    params: idParam,
    body: fileListBody.partial(),
    edits: { table: fileLists },
  })
  .delete("/:id", ({ store, params }) => remove(store, params.id), { ...write, params: idParam });

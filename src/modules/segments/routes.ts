import { idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import {
  all,
  countBody,
  countRule,
  create,
  find,
  list,
  remove,
  segmentBody,
  update,
} from "./segments.ts";
import { segments } from "./table.ts";

const read = { can: "contact-lists.read", plan: "useCampaigns" } as const;
const write = { can: "contact-lists.write", plan: "useCampaigns" } as const;

export default routes("/segments")
  .get("/", ({ db, query }) => list(db, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db), read)
  .get("/:id", ({ db, params }) => find(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: segmentBody },
  )
  .post("/count", ({ db, me, body }) => countRule(db, me, body.rule), { ...read, body: countBody })
  .put("/:id", ({ db, me, params, body }) => update(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: segmentBody.partial(),
    edits: { table: segments },
  })
  .delete("/:id", ({ db, params }) => remove(db, params.id), { ...write, params: idParam });

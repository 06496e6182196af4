import { idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import {
  all,
  create,
  findGroup,
  groupBody,
  groupChange,
  list,
  remove,
  update,
} from "./option-groups.ts";
import { optionGroups } from "./table.ts";

const read = { can: "products.read", plan: "useSales" } as const;
const write = { can: "products.write", plan: "useSales" } as const;

/** The groups of options of the products. */
export default routes("/option-groups")
  .get("/", ({ db, query }) => list(db, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db), read)
  .get("/:id", ({ db, params }) => findGroup(db, params.id), { ...read, params: idParam })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: groupBody },
  )
  .put("/:id", ({ db, params, body }) => update(db, params.id, body), {
    ...write,
    params: idParam,
    body: groupChange,
    edits: { table: optionGroups },
  })
  .delete("/:id", ({ db, params }) => remove(db, params.id), { ...write, params: idParam });

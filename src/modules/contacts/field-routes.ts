import { idParam, listQuery } from "../../kit/http/fields.ts";
import { routes } from "../../kit/http/http.ts";
import { all, find, list } from "../../kit/http/resource-rows.ts";
import {
  createDefinition,
  definitionBody,
  definitionChange,
  definitionResource,
  removeDefinition,
  updateDefinition,
} from "./field-definitions.ts";
import { fieldDefinitions } from "./table.ts";

const read = { can: "contacts.read" } as const;
const write = { can: "contact-fields.write" } as const;

export default routes("/contact-fields")
  .get("/", ({ db, query }) => list(db, definitionResource, query), { ...read, query: listQuery })
  .get("/list", ({ db }) => all(db, definitionResource), read)
  .get("/:id", ({ db, params }) => find(db, definitionResource, params.id), {
    ...read,
    params: idParam,
  })
  .post(
    "/",
    ({ db, body, set }) => {
      set.status = 201;
      return createDefinition(db, body);
    },
    { ...write, body: definitionBody },
  )
  .put("/:id", ({ db, params, body }) => updateDefinition(db, params.id, body), {
    ...write,
    params: idParam,
    body: definitionChange,
    edits: { table: fieldDefinitions },
  })
  .delete("/:id", ({ db, params }) => removeDefinition(db, params.id), {
    ...write,
    params: idParam,
  });

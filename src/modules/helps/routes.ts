import type { Broadcast } from "../../kit/db/audience.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import { all, create, helpBody, list, remove, update } from "./helps.ts";
import { helps } from "./table.ts";

const read = { can: "helps.read" } as const;
const write = { can: "helps.write" } as const;

export default routes("/helps")
  .use(inject<Broadcast>()("broadcast"))
  .get("/", ({ control, query }) => list(control, query), { ...read, query: listQuery })
  .get("/list", ({ control }) => all(control), read)
  .post(
    "/",
    ({ control, broadcast, body, set }) => {
      set.status = 201;
      return create({ control, broadcast }, body);
    },
    { ...write, body: helpBody },
  )
  .put(
    "/:id",
    ({ control, broadcast, params, body }) => update({ control, broadcast }, params.id, body),
    { ...write, params: idParam, body: helpBody.partial(), edits: { table: helps, control: true } },
  )
  .delete("/:id", ({ control, broadcast, params }) => remove({ control, broadcast }, params.id), {
    ...write,
    params: idParam,
  });

import { z } from "zod";
import { bounded, text } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { list, write } from "./settings.ts";

export default routes("/settings")
  .get("/", ({ store }) => list(store), { can: "settings.read" })
  .put("/:key", ({ store, me, params, body }) => write(store, params.key, body.value, me.id), {
    can: "settings.write",
    params: z.object({ key: bounded(60) }),
    body: z.object({ value: text(500) }),
  });

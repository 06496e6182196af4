import { z } from "zod";
import { routes } from "../../kit/http.ts";
import { list, write } from "./settings.ts";

export default routes("/settings")
  .get("/", ({ store }) => list(store), { can: "settings.read" })
  .put("/:key", ({ store, me, params, body }) => write(store, params.key, body.value, me.id), {
    can: "settings.write",
    params: z.object({ key: z.string().max(60) }),
    body: z.object({ value: z.string().trim().max(500) }),
  });

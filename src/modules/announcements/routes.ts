import { z } from "zod";
import type { Proclaim } from "../../kit/audience.ts";
import type { Companies } from "../../kit/companies.ts";
import { idParam, listQuery } from "../../kit/fields.ts";
import { Upload } from "../../kit/files.ts";
import { given, routes, type Taking } from "../../kit/http.ts";
import { announcementBody, attach, create, find, list, remove, row, update } from "./announcements.ts";

const write = { can: "announcements.write" } as const;
const file: Taking = { field: "file", most: 1, to: ({ control }, id) => row(control, id) };

export default routes("/announcements")
  .use(given<Companies>()("house"))
  .use(given<Proclaim>()("proclaim"))
  .get("/", ({ house, me, query }) => list(house, me.super, query), { can: "announcements.read", query: listQuery })
  .get("/:id", ({ house, me, params }) => find(house, me.super, params.id), { can: "announcements.read", params: idParam })
  .post("/", ({ house, proclaim, body, set }) => {
    set.status = 201;
    return create({ house, proclaim }, body);
  }, { ...write, body: announcementBody })
  .post("/:id/media-upload", ({ house, proclaim, params, body }) => attach({ house, proclaim }, params.id, body.file), { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), takes: file })
  .delete("/:id/media-upload", ({ house, proclaim, params }) => attach({ house, proclaim }, params.id, null), { ...write, params: idParam })
  .put("/:id", ({ house, proclaim, params, body }) => update({ house, proclaim }, params.id, body), { ...write, params: idParam, body: announcementBody.partial() })
  .delete("/:id", ({ house, proclaim, params }) => remove({ house, proclaim }, params.id), { ...write, params: idParam });

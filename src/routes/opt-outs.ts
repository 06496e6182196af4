import { z } from "zod";
import { download, sheetType } from "../kit/http/download.ts";
import { idParam } from "../kit/http/fields.ts";
import { Upload } from "../kit/files/files.ts";
import { routes } from "../kit/http/http.ts";
import type { UploadRules } from "../kit/http/received-forms.ts";
import { latest } from "../modules/imports/imports.ts";
import { readSheet, readAndStart } from "../modules/imports/read-file.ts";
import { exportOptOuts } from "../modules/opt-outs/export.ts";
import {
  backBody,
  create,
  find,
  list,
  optOutBody,
  optOutQuery,
  takeBack,
} from "../modules/opt-outs/opt-outs.ts";
import { languages } from "../shared/languages.ts";

const read = { can: "opt-outs.read", plan: "useCampaigns" } as const;
const write = { can: "opt-outs.write", plan: "useCampaigns" } as const;

const fileBody = z.object({ file: z.instanceof(Upload) });
const accepts: UploadRules = { field: "file", maxFiles: 1 };
const target = { kind: "optOuts", targetId: null };

/** Large files take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

/** People whom campaigns must not write to. rules.md#opt-outs */
export default routes("/opt-outs")
  .get("/", ({ db, query }) => list(db, query), { ...read, opens: "list", query: optOutQuery })
  .get(
    "/export",
    ({ db, query }) => {
      const { name, body } = exportOptOuts(db, query.language);
      return download(name, sheetType, body);
    },
    { ...read, query: z.object({ language: z.enum(languages).default("ptBR") }) },
  )
  .get("/:id", ({ db, params }) => find(db, params.id), {
    ...read,
    opens: "list",
    params: idParam,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: optOutBody },
  )
  .get("/import", ({ db, me }) => ({ import: latest(db, me, target) ?? null }), write)
  // `/import` reads a sheet, and `/imports` maps and starts it. `/upload` does all of it, with the
  // columns as they seem to be.
  .post(
    "/import",
    async ({ db, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readSheet(db, me, body.file, target);
    },
    { ...write, body: fileBody, accepts },
  )
  .post(
    "/upload",
    async ({ db, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readAndStart(db, me, body.file, target);
    },
    { ...write, body: fileBody, accepts },
  )
  .post("/:id/back", ({ db, me, params, body }) => takeBack(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: backBody,
  });

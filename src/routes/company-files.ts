import { z } from "zod";
import type { Broadcast, SendTransient } from "../kit/db/audience.ts";
import { download } from "../kit/http/download.ts";
import { bounded, idParam, line } from "../kit/http/fields.ts";
import { Upload } from "../kit/files/files.ts";
import { by } from "../kit/http/auth-context.ts";
import { inject, routes } from "../kit/http/http.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { noteChange, rowIn, tell } from "../modules/companies/manage.ts";
import type { CompanyFiles } from "../modules/company-files/company-files.ts";
import { checkOwnPassword, identityOf } from "../modules/identities/check-own-password.ts";

const owners = { can: "companies.write" } as const;
const uploadParam = z.object({ upload: bounded(40).regex(/^[\w-]+$/) });
const code = bounded(80).trim().optional();

/** Companies' files: made, taken in, and moved between boxes. rules.md#company-files */
export default routes("/company-files")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Broadcast>()("broadcast"))
  .use(inject<SendTransient>()("sendTransient"))
  .use(inject<CompanyFiles>()("companyFiles"))
  .get("/", ({ companyFiles }) => companyFiles.state, owners)
  // The file and its code open all of the company: an unlocked screen must not be enough to export
  // it.
  .post(
    "/:id/export",
    async ({
      dbs,
      control,
      companyFiles,
      session,
      broadcast,
      sendTransient,
      params: { id },
      body,
      set,
      ...auth
    }) => {
      const company = rowIn(control, id);
      await checkOwnPassword(control, identityOf(control, session), body.password, "password");
      const code = await companyFiles.export(company, body.moves);
      noteChange(by(auth), "companyDownloaded", company, { moves: body.moves });
      if (body.moves) tell({ dbs, broadcast, sendTransient }, "update", id);
      set.status = 202;
      return { code };
    },
    {
      ...owners,
      params: idParam,
      body: z.object({ password: bounded(128).optional(), moves: z.boolean().default(false) }),
    },
  )
  .get(
    "/:id",
    ({ companyFiles, params }) => {
      const { name, path } = companyFiles.find(params.id);
      return download(`${name}.balcao`, "application/x-tar", Bun.file(path).stream());
    },
    { ...owners, params: idParam },
  )
  .delete(
    "/:id",
    async ({ companyFiles, params }) => {
      await companyFiles.remove(params.id);
      return {};
    },
    { ...owners, params: idParam },
  )
  .post(
    "/:id/move",
    async ({
      dbs,
      control,
      companyFiles,
      broadcast,
      sendTransient,
      params: { id },
      body,
      ...auth
    }) => {
      const company = rowIn(control, id);
      const done = await companyFiles.move(id, body.step, body.code ?? "");
      noteChange(by(auth), "companyChanged", company, { move: body.step });
      tell({ dbs, broadcast, sendTransient }, "update", id);
      return done;
    },
    {
      ...owners,
      params: idParam,
      body: z.object({ step: z.enum(["cancel", "handOver", "takeBack", "takeOver"]), code }),
    },
  )
  .post("/uploads", ({ companyFiles, body }) => companyFiles.beginUpload(body.size), {
    ...owners,
    body: z.object({ size: z.number().int().positive() }),
  })
  .post(
    "/uploads/:upload",
    async ({ companyFiles, params, body }) =>
      companyFiles.addPiece(params.upload, body.at, await body.file.bytes()),
    {
      ...owners,
      params: uploadParam,
      accepts: { field: "file", maxFiles: 1 },
      body: z.object({
        at: z.coerce.number().int().min(0),
        file: z.instanceof(Upload, { error: "required" }),
      }),
    },
  )
  .post(
    "/uploads/:upload/plan",
    ({ companyFiles, params, body }) => companyFiles.plan(params.upload, body.code || undefined),
    { ...owners, params: uploadParam, body: z.object({ code }) },
  )
  .post(
    "/uploads/:upload/import",
    async ({
      dbs,
      companyFiles,
      broadcast,
      sendTransient,
      params,
      body,
      request,
      server,
      ...auth
    }) => {
      server?.timeout(request, 0);
      const done = await companyFiles.import(params.upload, {
        code: body.code || undefined,
        name: body.name,
      });
      noteChange(
        by(auth),
        "companyCreated",
        { id: done.company, name: done.name },
        { imported: true, messages: done.messages },
      );
      tell({ dbs, broadcast, sendTransient }, "create", done.company);
      return done;
    },
    { ...owners, params: uploadParam, body: z.object({ code, name: line(80, 3).optional() }) },
  )
  .delete(
    "/uploads/:upload",
    async ({ companyFiles, params }) => {
      await companyFiles.discard(params.upload);
      return {};
    },
    { ...owners, params: uploadParam },
  );

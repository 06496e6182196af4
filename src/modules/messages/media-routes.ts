import { Elysia } from "elysia";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { Fault } from "../../kit/fault.ts";
import { bounded, yesQuery } from "../../kit/http/fields.ts";
import { fileTypeIn } from "../../kit/files/file-type.ts";
import { isTooLargeToDraw } from "../../kit/files/thumbnails.ts";
import { inject, pageRoutes } from "../../kit/http/http.ts";
import { media } from "../../kit/db/media.ts";
import { fileAnswer } from "./file-answer.ts";

const path = z.object({
  company: z.coerce.number().int().nonnegative(),
  sha256: bounded(64).regex(/^[0-9a-f]{64}$/),
  name: bounded(300),
});
const signature = z.object({ until: z.coerce.number().int(), sign: bounded(100), thumb: yesQuery });

/**
 * Stored files, by signed links of one company that expire. With `thumb` a smaller image, where
 * possible.
 */
const mediaUnder = (prefix: string) =>
  pageRoutes(prefix)
    .use(inject<CompanyDbs>()("dbs"))
    .get(
      "/:company/:sha256/:name",
      async ({ dbs, params: { company, sha256, name }, query: { until, sign, thumb }, set }) => {
        if (!dbs.files(company).opens({ sha256, name }, until, sign))
          throw new Fault("missing", "ERR_NOT_FOUND", { message: "Este link não vale mais" });
        // Company 0 means the box's own files, which have no media rows.
        const db = company === 0 ? undefined : dbs.open(company);
        const files = dbs.files(company);
        const file = Bun.file(files.path(sha256));
        if (!(await file.exists()))
          throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
        const row = db
          ?.select({ type: media.type })
          .from(media)
          .where(eq(media.sha256, sha256))
          .limit(1)
          .get();
        const type = row?.type ?? (await fileTypeIn(file));
        const small = thumb && type.startsWith("image/") ? await files.thumb(sha256) : undefined;
        if (thumb && !small && (await isTooLargeToDraw(files.path(sha256))))
          throw new Fault("missing", "ERR_NOT_FOUND", { message: "Grande demais para mostrar" });
        return fileAnswer(set.headers as Record<string, string>, {
          path: files.path(sha256),
          type,
          name,
          small,
        });
      },
      { params: path, query: signature },
    );

// Clients of the documents put the API's base before each link, some with `/public/` after it.
export default ["/media", "/api/media", "/api/public//media"]
  .map(mediaUnder)
  .reduce((all, one) => all.use(one), new Elysia());

import type { z } from "zod";
import type { Me } from "../kit/db/audience.ts";
import type { CompanyDb, Control } from "../kit/db/company-db.ts";
import { by } from "../kit/http/auth-context.ts";
import { withPictureText } from "../kit/http/picture.ts";
import { change, rowIn, type ManageServices } from "../modules/companies/manage.ts";
import { ownPart, update } from "../modules/companies/own-company.ts";
import { isOwners, type companyBody } from "../modules/companies/owner-fields.ts";
import { applyStatus } from "../modules/companies/remove-company.ts";
import { followCompany } from "../modules/invoices/follow.ts";
import { tellReload } from "../modules/invoices/tell.ts";
import { deleteUnusedFiles } from "../modules/messages/stored-files.ts";
import { refuseOther } from "./one-company.ts";

type ChangeServices = ManageServices &
  Parameters<typeof applyStatus>[0] & { control: Control; db: CompanyDb; me: Me };

/**
 * Changes a company: the owner of the box all of it, an admin the fields of their own. Throws
 * missing for another company than one's own, but for the owner.
 */
export async function changeCompany(
  services: ChangeServices,
  id: number,
  { media, ...body }: z.infer<typeof companyBody>,
) {
  const { dbs, control, db, me } = services;
  if (!me.super || (id === db.company && !isOwners(body)))
    return withLogo(refuseOther(db, id), media, (logo) =>
      update(db, control, { ...ownPart(body), ...logo }, me.id),
    );
  const before = rowIn(control, id);
  let followed: number[] = [];
  const after = await withLogo(dbs.open(id), media, (logo) =>
    change(services, by({ db, me }), id, { ...body, ...logo }, (tx, before) => {
      followed = followCompany(tx, before, control.now());
    }),
  );
  tellReload(services.sendTransient, followed);
  await applyStatus(services, id, before.status, after.status);
  return after;
}

/**
 * A logo that came as base64 is kept before its row is written; null takes away the one there is.
 */
function withLogo<T>(
  db: CompanyDb,
  media: string | null | undefined,
  write: (logo: { sha256?: string | null; mediaName?: string | null }) => T,
): Promise<T> {
  return withPictureText(db, media, async (picture) => {
    const stored = picture && (await db.files.keep(picture));
    const before = db.about().logo;
    const done = db.files.releaseAfter([stored], () =>
      write(
        stored
          ? { sha256: stored.sha256, mediaName: stored.name }
          : media === null
            ? { sha256: null, mediaName: null }
            : {},
      ),
    );
    await deleteUnusedFiles(db, before === null ? [] : [before]);
    return done;
  });
}

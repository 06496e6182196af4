import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Broadcast } from "../../kit/db/audience.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { line, text } from "../../kit/http/fields.ts";
import type { Files, Upload } from "../../kit/files/files.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { refuseUnlessPicture } from "../../kit/http/picture.ts";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import type { Frame } from "../../shared/wire.ts";
import { announcements, type Announcement } from "./table.ts";

export const announcementBody = z.object({
  title: line(100, 1),
  text: text(4000, 1),
  priority: z.number().int().min(1).max(3).optional(),
  status: z.boolean().optional(),
});
type Body = z.infer<typeof announcementBody>;
type Row = typeof announcements.$inferSelect;

/** Announcements are the box's own rows and files, and go to every company. */
export type AnnouncementServices = { dbs: CompanyDbs; broadcast: Broadcast };

/**
 * One page, the highest priority first; inactive ones only for the owner of the box.
 * rules.md#announcements
 */
export function list(
  dbs: CompanyDbs,
  isOwner: boolean,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const control = dbs.control;
  const where = and(
    isOwner ? undefined : eq(announcements.status, true),
    matching(searchParam, [announcements.title, announcements.text]),
  );
  const order = [
    asc(announcements.priority),
    desc(announcements.createdAt),
    desc(announcements.id),
  ];
  const { rows, ...rest } = page(control, {
    table: announcements,
    select: control.select().from(announcements),
    where,
    order,
    pageNumber,
  });
  return { records: rows.map((row) => withPicture(dbs, row)), ...rest };
}

/** Throws missing, also for an inactive one unless for the owner. */
export function find(dbs: CompanyDbs, isOwner: boolean, id: number): Announcement {
  const row = findRow(dbs.control, id);
  if (!row.status && !isOwner) throw notFound();
  return withPicture(dbs, row);
}

/** Creates an announcement and sends it to everyone in every company, unless it is inactive. */
export function create({ dbs, broadcast }: AnnouncementServices, body: Body): Announcement {
  const made = dbs.control.write((tx) =>
    tx
      .insert(announcements)
      .values({ ...body, ...insertTimestamps(dbs.control.now()) })
      .returning()
      .get(),
  );
  return announce(broadcast, "create", withPicture(dbs, made));
}

/** Throws missing. */
export function update(
  { dbs, broadcast }: AnnouncementServices,
  id: number,
  body: Partial<Body>,
): Announcement {
  return announce(
    broadcast,
    "update",
    withPicture(
      dbs,
      dbs.control.write((tx) => updateRow(tx, dbs.control, id, body)),
    ),
  );
}

/** Throws missing. */
export async function remove({ dbs, broadcast }: AnnouncementServices, id: number) {
  const deleted = dbs.control.write((tx) =>
    tx.delete(announcements).where(eq(announcements.id, id)).returning().get(),
  );
  if (!deleted) throw notFound();
  broadcast(() => deleteFrame(id));
  await deletePicture(dbs, deleted.sha256);
  return {};
}

/** Sets or removes the picture. Throws missing, or invalid for another kind of file. */
export async function attach(
  { dbs, broadcast }: AnnouncementServices,
  id: number,
  upload: Upload | null,
): Promise<Announcement> {
  const before = findRow(dbs.control, id);
  if (upload) await refuseUnlessPicture(upload);
  const files = announcementFiles(dbs);
  const stored = upload && (await files.keep(upload));
  const picture = {
    sha256: stored?.sha256 ?? null,
    mediaName: stored?.name ?? null,
    mediaType: stored?.type ?? null,
    mediaSize: stored?.size ?? null,
  };
  const after = files.releaseAfter([stored], () =>
    dbs.control.write((tx) => updateRow(tx, dbs.control, id, picture)),
  );
  if (before.sha256 !== after.sha256) await deletePicture(dbs, before.sha256);
  return announce(broadcast, "update", withPicture(dbs, after));
}

/** Throws missing. */
export function findRow(control: Control, id: number): Row {
  const row = control.select().from(announcements).where(eq(announcements.id, id)).get();
  if (!row) throw notFound();
  return row;
}

/** Deletes pictures that no announcement has. */
export async function sweepPictures(dbs: CompanyDbs) {
  await announcementFiles(dbs).sweep((sha256) => isUsed(dbs.control, sha256));
}

/** The box's own files: no company has the id 0. */
export const announcementFiles = (dbs: CompanyDbs): Files => dbs.files(0);

function updateRow(tx: ControlTx, { now }: Control, id: number, values: Partial<Row>): Row {
  const after = tx
    .update(announcements)
    .set({ ...values, ...updateTimestamps(now()) })
    .where(eq(announcements.id, id))
    .returning()
    .get();
  if (!after) throw notFound();
  return after;
}

// An inactive announcement is sent as a delete to all but the owner.
function announce(
  broadcast: Broadcast,
  action: "create" | "update",
  record: Announcement,
): Announcement {
  broadcast((me) => {
    if (record.status || me.super) return { event: "announcement", action, record };
    return action === "update" ? deleteFrame(record.id) : undefined;
  });
  return record;
}

const deleteFrame = (id: number): Frame => ({ event: "announcement", action: "delete", id });

async function deletePicture(dbs: CompanyDbs, sha256: string | null) {
  if (sha256 && !isUsed(dbs.control, sha256)) await announcementFiles(dbs).drop(sha256);
}

const isUsed = (control: Control, sha256: string) =>
  control
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.sha256, sha256))
    .limit(1)
    .get() !== undefined;

function withPicture(
  dbs: CompanyDbs,
  { sha256, mediaType, mediaSize, ...record }: Row,
): Announcement {
  if (!sha256 || !record.mediaName || !mediaType)
    return { ...record, mediaPath: null, media: null };
  return {
    ...record,
    mediaPath: announcementFiles(dbs).link({ sha256, name: record.mediaName }),
    media: { type: mediaType, size: mediaSize ?? 0 },
  };
}

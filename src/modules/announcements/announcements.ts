import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Broadcast } from "../../kit/audience.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { line, text } from "../../kit/fields.ts";
import type { Files, Upload } from "../../kit/files.ts";
import { matching, notFound, page } from "../../kit/page.ts";
import { refuseUnlessPicture } from "../../kit/picture.ts";
import type { Control, ControlTx } from "../../kit/store.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/table.ts";
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

/** Announcements are the box's own rows and files, and are sent to everyone. */
export type AnnouncementServices = { stores: TenantStores; broadcast: Broadcast };

/**
 * One page, the highest priority first; inactive ones only for the owner of the box.
 * rules.md#announcements
 */
export function list(
  stores: TenantStores,
  isOwner: boolean,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { db } = stores.control;
  const found = and(
    isOwner ? undefined : eq(announcements.status, true),
    matching(searchParam, [announcements.title, announcements.text]),
  );
  const order = [
    asc(announcements.priority),
    desc(announcements.createdAt),
    desc(announcements.id),
  ];
  const { rows, ...rest } = page(db, {
    table: announcements,
    select: db.select().from(announcements),
    found,
    order,
    pageNumber,
  });
  return { records: rows.map((row) => withPicture(stores, row)), ...rest };
}

/** Throws missing, also for an inactive one unless for the owner. */
export function find(stores: TenantStores, isOwner: boolean, id: number): Announcement {
  const found = findRow(stores.control, id);
  if (!found.status && !isOwner) throw notFound();
  return withPicture(stores, found);
}

/** Creates an announcement and sends it to everyone in every company, unless it is inactive. */
export function create({ stores, broadcast }: AnnouncementServices, body: Body): Announcement {
  const made = stores.control.write((tx) =>
    tx
      .insert(announcements)
      .values({ ...body, ...insertTimestamps(stores.control.now()) })
      .returning()
      .get(),
  );
  return announce(broadcast, "create", withPicture(stores, made));
}

/** Throws missing. */
export function update(
  { stores, broadcast }: AnnouncementServices,
  id: number,
  body: Partial<Body>,
): Announcement {
  return announce(
    broadcast,
    "update",
    withPicture(
      stores,
      stores.control.write((tx) => updateRow(tx, stores.control, id, body)),
    ),
  );
}

/** Throws missing. */
export async function remove({ stores, broadcast }: AnnouncementServices, id: number) {
  const deleted = stores.control.write((tx) =>
    tx.delete(announcements).where(eq(announcements.id, id)).returning().get(),
  );
  if (!deleted) throw notFound();
  broadcast(() => deleteFrame(id));
  await deletePicture(stores, deleted.sha256);
  return {};
}

/** Sets or removes the picture. Throws missing, or invalid for what is no picture. */
export async function attach(
  { stores, broadcast }: AnnouncementServices,
  id: number,
  upload: Upload | null,
): Promise<Announcement> {
  const before = findRow(stores.control, id);
  if (upload) await refuseUnlessPicture(upload);
  const files = announcementFiles(stores);
  const kept = upload && (await files.keep(upload));
  const picture = {
    sha256: kept?.sha256 ?? null,
    mediaName: kept?.name ?? null,
    mediaType: kept?.type ?? null,
    mediaSize: kept?.size ?? null,
  };
  const after = files.releaseAfter([kept], () =>
    stores.control.write((tx) => updateRow(tx, stores.control, id, picture)),
  );
  if (before.sha256 !== after.sha256) await deletePicture(stores, before.sha256);
  return announce(broadcast, "update", withPicture(stores, after));
}

/** Throws missing. */
export function findRow({ db }: Control, id: number): Row {
  const found = db.select().from(announcements).where(eq(announcements.id, id)).get();
  if (!found) throw notFound();
  return found;
}

/** Deletes pictures that no announcement has. */
export async function sweepPictures(stores: TenantStores) {
  await announcementFiles(stores).sweep((sha256) => isUsed(stores.control, sha256));
}

/** The box's own files: no company has the id 0. */
export const announcementFiles = (stores: TenantStores): Files => stores.files(0);

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

async function deletePicture(stores: TenantStores, sha256: string | null) {
  if (sha256 && !isUsed(stores.control, sha256)) await announcementFiles(stores).drop(sha256);
}

const isUsed = ({ db }: Control, sha256: string) =>
  db
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.sha256, sha256))
    .limit(1)
    .get() !== undefined;

function withPicture(
  stores: TenantStores,
  { sha256, mediaType, mediaSize, ...record }: Row,
): Announcement {
  if (!sha256 || !record.mediaName || !mediaType)
    return { ...record, mediaPath: null, media: null };
  return {
    ...record,
    mediaPath: announcementFiles(stores).link({ sha256, name: record.mediaName }),
    media: { type: mediaType, size: mediaSize ?? 0 },
  };
}

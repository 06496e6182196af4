import { eq, inArray } from "drizzle-orm";
import { notFound } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { treeOf, type OptionRow } from "../queues/options.ts";
import { findQueue } from "../queues/queues.ts";
import { queueOptions, type QueueOption } from "../queues/table.ts";

/**
 * A queue's whole tree, or the children of one of its nodes; of the root for null. Throws missing.
 */
export function list(db: CompanyDb, queueId: number, parentId?: number | null): QueueOption[] {
  findQueue(db, queueId);
  return withFiles(
    db,
    treeOf(db, queueId).filter((row) => parentId === undefined || row.parentId === parentId),
  );
}

/** A node and all under it. */
export function subtree(tree: OptionRow[], id: number): OptionRow[] {
  const own = tree.filter((row) => row.id === id);
  return [
    ...own,
    ...tree.filter((row) => row.parentId === id).flatMap((row) => subtree(tree, row.id)),
  ];
}

export const depthOf = (tree: OptionRow[], { parentId }: OptionRow): number => {
  const parent = tree.find((row) => row.id === parentId);
  return parent ? 1 + depthOf(tree, parent) : 1;
};

export const filesOf = (rows: OptionRow[]) => rows.flatMap(({ mediaId }) => mediaId ?? []);

/** Throws missing. */
export function findRow(db: CompanyDb, id: number): OptionRow {
  const row = db.select().from(queueOptions).where(eq(queueOptions.id, id)).get();
  if (!row) throw notFound();
  return row;
}

export const one = (db: CompanyDb, id: number): QueueOption => withFiles(db, [findRow(db, id)])[0]!;

function withFiles(db: CompanyDb, rows: OptionRow[]): QueueOption[] {
  const files = new Map(
    db
      .select()
      .from(media)
      .where(inArray(media.id, filesOf(rows)))
      .all()
      .map((file) => [file.id, file]),
  );
  return rows.map(({ mediaId, ...node }) => {
    const file = files.get(mediaId ?? 0);
    if (!file) return { ...node, mediaPath: null, mediaName: null, media: null };
    return {
      ...node,
      mediaPath: db.files.link(file),
      mediaName: file.name,
      media: { type: file.type, size: file.size },
    };
  });
}

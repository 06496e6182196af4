import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { maxFilesListed } from "../../shared/limits.ts";
import type { Me } from "../../kit/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, id as anId, line, text } from "../../kit/fields.ts";
import { Upload, type StoredFile } from "../../kit/files.ts";
import { addMedia, deleteUnusedMedia, media } from "../../kit/media.ts";
import { matching, notFound, page } from "../../kit/page.ts";
import type { Store, Tx } from "../../kit/store.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/table.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { fileListOptions, fileLists, type FileList } from "./table.ts";

// A form sends back what it read of each file; only its id and name are taken.
const option = z.object({
  id: anId.nullish(),
  name: line(200),
  path: bounded(2000).nullish(),
  mediaType: bounded(200).nullish(),
  size: z.number().nullish(),
  file: z.object({}).nullish(),
  fileId: anId.nullish(),
  createdAt: bounded(50).nullish(),
  updatedAt: bounded(50).nullish(),
});
export const fileListBody = z.object({
  name: line(100, 3),
  message: text(4000, 1),
  options: arrayOf(option, maxFilesListed).optional(),
});
type Body = z.infer<typeof fileListBody>;

const oneOrMany = z.union([bounded(300), z.array(bounded(300)).max(maxFilesListed)]).optional();
export const uploadBody = z.object({
  // Clients send the form also where nothing was chosen.
  files: z
    .union([z.instanceof(Upload), z.array(z.instanceof(Upload)).max(maxFilesListed)])
    .default([]),
  id: oneOrMany,
  name: oneOrMany,
  mediaType: oneOrMany,
  fileId: bounded(20).optional(),
  typeArch: bounded(50).optional(),
});

const rows = (db: Store["db"] | Tx) => db.select().from(fileLists).$dynamic();

/** One page of file lists by name. */
export function list(
  store: Store,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows: found, ...rest } = page(store.db, {
    table: fileLists,
    select: rows(store.db),
    found: matching(searchParam, [fileLists.name]),
    order: [asc(fileLists.name), fileLists.id],
    pageNumber,
  });
  return { files: withOptions(store, found as (typeof fileLists.$inferSelect)[]), ...rest };
}

/** All file lists, for a form's choice. */
export const all = (store: Store): FileList[] =>
  withOptions(store, rows(store.db).orderBy(asc(fileLists.name)).limit(5000).all());

/** Throws missing. */
export function find(store: Store, id: number, db: Store["db"] | Tx = store.db): FileList {
  const [found] = withOptions(store, rows(db).where(eq(fileLists.id, id)).all());
  if (!found) throw notFound("Lista de arquivos não encontrada");
  return found;
}

/** A new list; its files are uploaded afterwards. */
export function create(store: Store, me: Me, { options = [], ...values }: Body): FileList {
  return store.write((tx) => {
    const { id } = tx
      .insert(fileLists)
      .values({ ...values, userId: me.id, ...insertTimestamps(store.now()) })
      .returning({ id: fileLists.id })
      .get();
    for (const { name } of options)
      tx.insert(fileListOptions)
        .values({ fileListId: id, name, ...insertTimestamps(store.now()) })
        .run();
    return emitList(tx, "create", id);
  });
}

/**
 * Changes a list. Files that are not named any more are deleted. Throws missing, invalid for a file
 * of another list, and a conflict for a file that a campaign needs. rules.md#campaign-states
 */
export async function update(
  store: Store,
  id: number,
  { options, ...values }: Partial<Body>,
): Promise<FileList> {
  const { record, orphans } = store.write((tx) => {
    const before = find(store, id, tx);
    tx.update(fileLists)
      .set({ ...values, ...updateTimestamps(store.now()) })
      .where(eq(fileLists.id, id))
      .run();
    const orphans = options ? setOptions(tx, before, options) : [];
    return { orphans, record: emitList(tx, "update", id) };
  });
  await deleteUnusedFiles(store, orphans);
  return record;
}

/**
 * Deletes a list with its files. Throws missing, and a conflict while a campaign needs it.
 * rules.md#campaign-states
 */
export async function remove(store: Store, id: number) {
  const orphans = store.write((tx) => {
    find(store, id, tx);
    refuseWhileSent(tx, id);
    const mediaIds = mediaOf(tx, eq(fileListOptions.fileListId, id));
    tx.delete(fileLists).where(eq(fileLists.id, id)).run();
    tx.emit("file", "delete", { fileId: id }, { to: "everyone" });
    return deleteUnusedMedia(tx, mediaIds);
  });
  await deleteUnusedFiles(store, orphans);
  return {};
}

/**
 * Stores uploaded files, each in the option whose id came beside it, or in a new one. Throws
 * missing, and invalid for an option of another list.
 */
export async function upload(
  store: Store,
  id: number,
  { files, id: ids, name }: z.infer<typeof uploadBody>,
): Promise<FileList> {
  const uploads = [files].flat();
  const kept: (StoredFile & { seconds?: number })[] = [];
  for (const one of uploads) kept.push(await storeUpload(store, one));
  const { record, orphans } = store.files.releaseAfter(kept, () =>
    store.write((tx) => {
      const { options } = find(store, id, tx);
      const orphans = kept.flatMap((file, index) =>
        setFile(
          tx,
          { list: id, options, option: [ids].flat()[index], name: [name].flat()[index] },
          file,
        ),
      );
      if (find(store, id, tx).options.length > maxFilesListed)
        throw invalidFields({ files: "too_long" });
      tx.update(fileLists).set(updateTimestamps(store.now())).where(eq(fileLists.id, id)).run();
      return { orphans, record: emitList(tx, "update", id) };
    }),
  );
  await deleteUnusedFiles(store, orphans);
  return record;
}

/** The files of a list that are uploaded, in order. */
export const filesOf = (db: Store["db"] | Tx, id: number) =>
  db
    .select(getTableColumns(media))
    .from(fileListOptions)
    .innerJoin(media, eq(media.id, fileListOptions.mediaId))
    .where(eq(fileListOptions.fileListId, id))
    .orderBy(asc(fileListOptions.id))
    .all();

function setFile(
  tx: Tx,
  {
    list,
    options,
    option,
    name,
  }: { list: number; options: FileList["options"]; option?: string; name?: string },
  file: StoredFile,
): string[] {
  const now = tx.store.now();
  const mediaId = addMedia(tx, file, now);
  if (!option || !/^\d+$/.test(option)) {
    tx.insert(fileListOptions)
      .values({ fileListId: list, name: name || file.name, mediaId, ...insertTimestamps(now) })
      .run();
    return [];
  }
  if (!options.some(({ id }) => id === Number(option))) throw invalidFields({ id: "invalid" });
  const before = mediaOf(tx, eq(fileListOptions.id, Number(option)));
  tx.update(fileListOptions)
    .set({ mediaId, ...(name && { name }), ...updateTimestamps(now) })
    .where(eq(fileListOptions.id, Number(option)))
    .run();
  return deleteUnusedMedia(tx, before);
}

function setOptions(
  tx: Tx,
  { id: fileListId, options: before }: FileList,
  options: NonNullable<Body["options"]>,
): string[] {
  const known = new Set(before.map(({ id }) => id));
  if (options.some(({ id }) => id && !known.has(id))) throw invalidFields({ options: "invalid" });
  const gone = [...known].filter((id) => !options.some((option) => option.id === id));
  if (gone.length > 0) refuseWhileSent(tx, fileListId);
  const mediaIds = mediaOf(tx, inArray(fileListOptions.id, gone));
  tx.delete(fileListOptions).where(inArray(fileListOptions.id, gone)).run();
  for (const { id, name } of options) {
    if (id)
      tx.update(fileListOptions)
        .set({ name, ...updateTimestamps(tx.store.now()) })
        .where(and(eq(fileListOptions.id, id), eq(fileListOptions.fileListId, fileListId)))
        .run();
    else
      tx.insert(fileListOptions)
        .values({ fileListId, name, ...insertTimestamps(tx.store.now()) })
        .run();
  }
  return deleteUnusedMedia(tx, mediaIds);
}

function refuseWhileSent(tx: Tx, id: number) {
  const [{ uses } = { uses: 0 }] = tx.all<{ uses: number }>(
    sql`SELECT count(*) AS uses FROM campaigns WHERE fileListId = ${id} AND status IN ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO')`,
  );
  if (uses > 0)
    throw new Fault("conflict", "ERR_IN_USE", {
      message: "Uma campanha que não começou ou está em andamento usa estes arquivos",
      details: { campaigns: uses },
    });
}

const mediaOf = (tx: Tx, found: ReturnType<typeof eq>) =>
  tx
    .select({ id: fileListOptions.mediaId })
    .from(fileListOptions)
    .where(found)
    .all()
    .flatMap(({ id }) => (id === null ? [] : [id]));

function emitList(tx: Tx, action: "create" | "update", id: number): FileList {
  const file = find(tx.store, id, tx);
  tx.emit("file", action, { file }, { to: "everyone" });
  return file;
}

function withOptions(store: Store, lists: (typeof fileLists.$inferSelect)[]): FileList[] {
  const options = store.db
    .select({
      id: fileListOptions.id,
      fileListId: fileListOptions.fileListId,
      name: fileListOptions.name,
      sha256: media.sha256,
      fileName: media.name,
      mediaType: media.type,
      size: media.size,
    })
    .from(fileListOptions)
    .leftJoin(media, eq(media.id, fileListOptions.mediaId))
    .where(
      inArray(
        fileListOptions.fileListId,
        lists.map(({ id }) => id),
      ),
    )
    .orderBy(asc(fileListOptions.id))
    .all();
  const byList = Map.groupBy(options, ({ fileListId }) => fileListId);
  return lists.map((list) => ({
    ...list,
    options: (byList.get(list.id) ?? []).map(({ fileListId: _, sha256, fileName, ...option }) => ({
      ...option,
      path: sha256 && fileName ? store.files.link({ sha256, name: fileName }) : null,
    })),
  }));
}

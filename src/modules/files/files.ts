import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { maxFilesListed } from "../../shared/limits.ts";
import type { Me } from "../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, bounded, id, line, text } from "../../kit/http/fields.ts";
import { Upload, type StoredFile } from "../../kit/files/files.ts";
import { addMedia, deleteUnusedMedia, media } from "../../kit/db/media.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { fileListOptions, fileLists, type FileList } from "./table.ts";

// A form sends back what it read of each file; only its id and name are taken.
const option = z.object({
  id: id.nullish(),
  name: line(200),
  path: bounded(2000).nullish(),
  mediaType: bounded(200).nullish(),
  size: z.number().nullish(),
  file: z.object({}).nullish(),
  fileId: id.nullish(),
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

const rows = (db: CompanyDb) => db.select().from(fileLists).$dynamic();

/** One page of file lists by name. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows: lists, ...rest } = page(db, {
    table: fileLists,
    select: rows(db),
    where: matching(searchParam, [fileLists.name]),
    order: [asc(fileLists.name), fileLists.id],
    pageNumber,
  });
  return { files: withOptions(db, lists as (typeof fileLists.$inferSelect)[]), ...rest };
}

/** All file lists, for a form's choice. */
export const all = (db: CompanyDb): FileList[] =>
  withOptions(db, rows(db).orderBy(asc(fileLists.name)).limit(5000).all());

/** Throws missing. */
export function find(db: CompanyDb, id: number): FileList {
  const [row] = withOptions(db, rows(db).where(eq(fileLists.id, id)).all());
  if (!row) throw notFound("Lista de arquivos não encontrada");
  return row;
}

/** A new list; its files are uploaded afterwards. */
export function create(db: CompanyDb, me: Me, { options = [], ...values }: Body): FileList {
  return db.write((tx) => {
    const { id } = tx
      .insert(fileLists)
      .values({ ...values, userId: me.id, ...insertTimestamps(db.now()) })
      .returning({ id: fileLists.id })
      .get();
    for (const { name } of options)
      tx.insert(fileListOptions)
        .values({ fileListId: id, name, ...insertTimestamps(db.now()) })
        .run();
    return emitList(tx, "create", id);
  });
}

/**
 * Changes a list. Files that are not named any more are deleted. Throws missing, invalid for a file
 * of another list, and a conflict for a file that a campaign needs. rules.md#campaign-states
 */
export async function update(
  db: CompanyDb,
  id: number,
  { options, ...values }: Partial<Body>,
): Promise<FileList> {
  const { record, orphans } = db.write((tx) => {
    const before = find(tx, id);
    tx.update(fileLists)
      .set({ ...values, ...updateTimestamps(db.now()) })
      .where(eq(fileLists.id, id))
      .run();
    const orphans = options ? setOptions(tx, before, options) : [];
    return { orphans, record: emitList(tx, "update", id) };
  });
  await deleteUnusedFiles(db, orphans);
  return record;
}

/**
 * Deletes a list with its files. Throws missing, and a conflict while a campaign needs it.
 * rules.md#campaign-states
 */
export async function remove(db: CompanyDb, id: number) {
  const orphans = db.write((tx) => {
    find(tx, id);
    refuseWhileSent(tx, id);
    const mediaIds = mediaOf(tx, eq(fileListOptions.fileListId, id));
    tx.delete(fileLists).where(eq(fileLists.id, id)).run();
    tx.emit("file", "delete", { fileId: id }, { to: "everyone" });
    return deleteUnusedMedia(tx, mediaIds);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/**
 * Stores uploaded files, each in the option whose id came beside it, or in a new one. Throws
 * missing, and invalid for an option of another list.
 */
export async function upload(
  db: CompanyDb,
  id: number,
  { files, id: ids, name }: z.infer<typeof uploadBody>,
): Promise<FileList> {
  const uploads = [files].flat();
  const stored: (StoredFile & { seconds?: number })[] = [];
  for (const one of uploads) stored.push(await storeUpload(db, one));
  const { record, orphans } = db.files.releaseAfter(stored, () =>
    db.write((tx) => {
      const { options } = find(tx, id);
      const orphans = stored.flatMap((file, index) =>
        setFile(
          tx,
          { list: id, options, option: [ids].flat()[index], name: [name].flat()[index] },
          file,
        ),
      );
      if (find(tx, id).options.length > maxFilesListed) throw invalidFields({ files: "too_long" });
      tx.update(fileLists).set(updateTimestamps(db.now())).where(eq(fileLists.id, id)).run();
      return { orphans, record: emitList(tx, "update", id) };
    }),
  );
  await deleteUnusedFiles(db, orphans);
  return record;
}

/** The files of a list that are uploaded, in order. */
export const filesOf = (db: CompanyDb, id: number) =>
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
  const now = tx.now();
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
  const existing = new Set(before.map(({ id }) => id));
  if (options.some(({ id }) => id && !existing.has(id)))
    throw invalidFields({ options: "invalid" });
  const gone = [...existing].filter((id) => !options.some((option) => option.id === id));
  if (gone.length > 0) refuseWhileSent(tx, fileListId);
  const mediaIds = mediaOf(tx, inArray(fileListOptions.id, gone));
  tx.delete(fileListOptions).where(inArray(fileListOptions.id, gone)).run();
  for (const { id, name } of options) {
    if (id)
      tx.update(fileListOptions)
        .set({ name, ...updateTimestamps(tx.now()) })
        .where(and(eq(fileListOptions.id, id), eq(fileListOptions.fileListId, fileListId)))
        .run();
    else
      tx.insert(fileListOptions)
        .values({ fileListId, name, ...insertTimestamps(tx.now()) })
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

const mediaOf = (tx: Tx, where: ReturnType<typeof eq>) =>
  tx
    .select({ id: fileListOptions.mediaId })
    .from(fileListOptions)
    .where(where)
    .all()
    .flatMap(({ id }) => (id === null ? [] : [id]));

function emitList(tx: Tx, action: "create" | "update", id: number): FileList {
  const file = find(tx, id);
  tx.emit("file", action, { file }, { to: "everyone" });
  return file;
}

function withOptions(db: CompanyDb, lists: (typeof fileLists.$inferSelect)[]): FileList[] {
  const options = db
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
      path: sha256 && fileName ? db.files.link({ sha256, name: fileName }) : null,
    })),
  }));
}

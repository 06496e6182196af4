import { and, asc, eq, getTableColumns, or } from "drizzle-orm";
import { z } from "zod";
import type { Me, Audience } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { line, text } from "../../kit/http/fields.ts";
import type { StoredFile, Upload } from "../../kit/files/files.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { addMedia, deleteUnusedMedia, media } from "../../kit/db/media.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { users } from "../users/table.ts";
import { quickMessages, type QuickMessage } from "./table.ts";

// Missing and short texts have error codes of their own: `refuseInvalid`.
export const quickMessageBody = z.object({
  shortcode: line(40)
    .refine((word) => !/\s/.test(word), "invalid")
    .optional(),
  message: text(4000).optional(),
  geral: z.boolean().optional(),
});
type Body = z.infer<typeof quickMessageBody>;

/** One's own and everyone's, by shortcode. */
export function list(
  db: CompanyDb,
  me: Me,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const where = and(
    isUsableBy(me),
    matching(searchParam, [quickMessages.shortcode, quickMessages.message]),
  );
  const { rows, ...rest } = page(db, {
    table: quickMessages,
    select: withUserAndFile(db),
    where,
    order: [asc(quickMessages.shortcode), asc(quickMessages.id)],
    pageNumber,
  });
  return { records: rows.map((row) => withLink(db, row)), ...rest };
}

/** All of `me`'s own and everyone's, by shortcode. */
export const usable = (db: CompanyDb, me: Me): QuickMessage[] =>
  withUserAndFile(db)
    .where(isUsableBy(me))
    .orderBy(asc(quickMessages.shortcode), asc(quickMessages.id))
    .limit(5000)
    .all()
    .map((row) => withLink(db, row));

/** Throws missing, also for another user's own. */
export const find = (db: CompanyDb, me: Me, id: number): QuickMessage =>
  withLink(db, findRow(db, me, id));

/** Throws invalid, or a conflict when `me` has the shortcode already. */
export function create(
  db: CompanyDb,
  me: Me,
  { shortcode = "", message = "", ...body }: Body,
  file?: StoredFile,
): QuickMessage {
  refuseInvalid({ shortcode, message });
  return db.write((tx) => {
    const mediaId = file && addMedia(tx, file, db.now());
    const { id } = tx
      .insert(quickMessages)
      .values({
        ...body,
        shortcode,
        message,
        mediaId,
        userId: me.id,
        ...insertTimestamps(db.now()),
      })
      .returning({ id: quickMessages.id })
      .get();
    const record = find(db, me, id);
    tx.emit("quickmessage", "create", { record }, audienceOf(record));
    return record;
  });
}

/**
 * For its author or an admin; the author stays. Throws missing, forbidden, invalid, or a conflict
 * on a taken shortcode.
 */
export function update(db: CompanyDb, me: Me, id: number, body: Body): QuickMessage {
  return db.write((tx) => {
    const before = findEditable(db, me, id);
    refuseInvalid({ ...before, ...body }, before);
    tx.update(quickMessages)
      .set({ ...body, ...updateTimestamps(db.now()) })
      .where(eq(quickMessages.id, id))
      .run();
    return emitUpdate(tx, before);
  });
}

/** Throws missing or forbidden. */
export async function remove(db: CompanyDb, me: Me, id: number) {
  const orphans = db.write((tx) => {
    const { mediaId, ...record } = findEditable(db, me, id);
    tx.delete(quickMessages).where(eq(quickMessages.id, id)).run();
    tx.emit("quickmessage", "delete", { id }, audienceOf(record));
    return deleteMediaOf(tx, mediaId);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/** Sets or removes its file. Throws missing or forbidden. */
export async function attach(
  db: CompanyDb,
  me: Me,
  id: number,
  upload: Upload | null,
): Promise<QuickMessage> {
  findEditable(db, me, id);
  const stored = upload && (await storeUpload(db, upload));
  const { record, orphans } = db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      const before = findEditable(db, me, id);
      const mediaId =
        stored && addMedia(tx, { ...stored, name: stored.name.replace(/\s+/g, "_") }, db.now());
      tx.update(quickMessages)
        .set({ mediaId, ...updateTimestamps(db.now()) })
        .where(eq(quickMessages.id, id))
        .run();
      return { orphans: deleteMediaOf(tx, before.mediaId), record: emitUpdate(tx, before) };
    }),
  );
  await deleteUnusedFiles(db, orphans);
  return record;
}

/** The file of a quick message that `me` may use; undefined when it has none. Throws missing. */
export function fileOf(
  db: CompanyDb,
  me: Me,
  id: number,
): (StoredFile & { seconds?: number }) | undefined {
  const { mediaId } = findRow(db, me, id);
  if (mediaId === null) return undefined;
  const { sha256, type, size, name, seconds } = db
    .select()
    .from(media)
    .where(eq(media.id, mediaId))
    .get()!;
  return { sha256, type, size, name, seconds: seconds ?? undefined };
}

/** Copies a quick message with its file for `me`, under the next free shortcode. Throws missing. */
export function duplicate(db: CompanyDb, me: Me, id: number): QuickMessage {
  const { shortcode, message, geral } = findRow(db, me, id);
  const file = fileOf(db, me, id);
  const taken = new Set(
    db
      .select({ shortcode: quickMessages.shortcode })
      .from(quickMessages)
      .where(eq(quickMessages.userId, me.id))
      .all()
      .map((row) => row.shortcode),
  );
  const copy = (count: number): string => {
    const name = `${shortcode.slice(0, 36)}-${count}`;
    return taken.has(name) ? copy(count + 1) : name;
  };
  return create(db, me, { shortcode: copy(2), message, geral }, file);
}

const isUsableBy = (me: Me) => or(eq(quickMessages.userId, me.id), eq(quickMessages.geral, true));

const audienceOf = ({ geral, userId }: Pick<Row, "geral" | "userId">): Audience =>
  geral ? { to: "everyone" } : { to: "user", userId };

const withUserAndFile = (db: CompanyDb) =>
  db
    .select({
      ...getTableColumns(quickMessages),
      user: { id: users.id, name: users.name },
      file: { sha256: media.sha256, name: media.name, type: media.type, size: media.size },
    })
    .from(quickMessages)
    .innerJoin(users, eq(users.id, quickMessages.userId))
    .leftJoin(media, eq(media.id, quickMessages.mediaId))
    .$dynamic();
type Row = ReturnType<ReturnType<typeof withUserAndFile>["all"]>[number];

function findRow(db: CompanyDb, me: Me, id: number): Row {
  const row = withUserAndFile(db)
    .where(and(eq(quickMessages.id, id), isUsableBy(me)))
    .get();
  if (!row) throw notFound();
  return row;
}

/**
 * A quick message that `me` may change: their own, and all for an admin. Throws missing or
 * forbidden.
 */
export function findEditable(db: CompanyDb, me: Me, id: number): Row {
  const row = findRow(db, me, id);
  if (row.userId !== me.id && me.profile !== "admin")
    throw new Fault("forbidden", "ERR_NO_PERMISSION", {
      message: "Só o autor ou um administrador pode alterar",
    });
  return row;
}

function emitUpdate(tx: Tx, before: Row): QuickMessage {
  const record = withLink(tx, withUserAndFile(tx).where(eq(quickMessages.id, before.id)).get()!);
  tx.emit("quickmessage", "update", { record }, audienceOf(record), audienceOf(before));
  return record;
}

const deleteMediaOf = (tx: Tx, mediaId: number | null) =>
  deleteUnusedMedia(tx, mediaId === null ? [] : [mediaId]);

function withLink(db: CompanyDb, { mediaId: _, file, ...record }: Row): QuickMessage {
  if (!file) return { ...record, mediaPath: null, mediaName: null, media: null };
  const { type, size, name } = file;
  return { ...record, mediaPath: db.files.link(file), mediaName: name, media: { type, size } };
}

type Texts = { shortcode: string; message: string };

/** Of shortcode and message. rules.md#quick-messages */
const minLength = 3;

/** Throws invalid for missing or short texts. Short ones from before the rule may stay. */
function refuseInvalid({ shortcode, message }: Texts, before?: Texts) {
  const texts = Object.entries({ shortcode, message }) as [keyof Texts, string][];
  const fields = (wrong: [string, string][], code: string) =>
    Object.fromEntries(wrong.map(([name]) => [name, code]));
  const empty = texts.filter(([, text]) => text === "");
  if (empty.length > 0)
    throw new Fault("invalid", "ERR_QUICKMESSAGE_REQUIRED", {
      message: "Escreva o atalho e a mensagem",
      fields: fields(empty, "required"),
    });
  const short = texts.filter(([name, text]) => text.length < minLength && text !== before?.[name]);
  if (short.length > 0)
    throw new Fault("invalid", "ERR_QUICKMESSAGE_INVALID_NAME", {
      message: "O atalho e a mensagem têm ao menos 3 caracteres",
      fields: fields(short, "too_short"),
    });
}

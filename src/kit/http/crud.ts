import { eq } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Permission } from "../../shared/permissions.ts";
import type { Me } from "../db/audience.ts";
import { idParam, listQuery } from "./fields.ts";
import { Upload } from "../files/files.ts";
import { routes } from "./http.ts";
import type { UploadRules } from "./received-forms.ts";
import { addMedia, deleteUnusedMedia } from "../db/media.ts";
import { notFound } from "../db/page.ts";
import { refuseUnlessPicture } from "./picture.ts";
import { refuseMissingReferences, refuseWhileInUse } from "../db/references.ts";
import type { CompanyDb, Tx } from "../db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../db/table.ts";
import { all, find, findIn, list, type Narrowed, type Query, visible } from "./resource-rows.ts";
import { type Resource, resources } from "./resource.ts";

/**
 * `GET / · /list · /:id`, `POST /`, `PUT /:id`, `DELETE /:id`, with their permissions and events.
 */
export function crud(resource: Resource) {
  const body = z.object(resource.body);
  const plan = resource.plan && { plan: resource.plan };
  const read = { can: `${resource.name}.read` as Permission, ...plan };
  const write = { can: `${resource.name}.write` as Permission, ...plan };
  const filters = z.object(
    Object.fromEntries(
      Object.keys(resource.filters ?? {}).map((name) => [
        name,
        z.coerce.number().int().nonnegative().optional(),
      ]),
    ),
  );
  resources.push(resource);
  const simple = routes(`/${resource.name}`)
    .get("/", ({ db, query }) => list(db, resource, query as Query), {
      ...read,
      query: listQuery.extend(filters.shape),
    })
    .get("/list", ({ db, query }) => all(db, resource, query as Narrowed), {
      ...read,
      query: filters,
    })
    .get("/:id", ({ db, params }) => find(db, resource, params.id), {
      ...read,
      params: idParam,
    })
    .post(
      "/",
      ({ db, me, body, set }) => {
        set.status = 201;
        return create(db, me, resource, body);
      },
      { ...write, body },
    )
    .put("/:id", ({ db, params, body }) => update(db, resource, params.id, body), {
      ...write,
      params: idParam,
      body: body.partial(),
      edits: { table: resource.table },
    })
    .delete("/:id", ({ db, params }) => remove(db, resource, params.id), {
      ...write,
      params: idParam,
    });
  if (!resource.picture) return simple;
  const accepts: UploadRules = {
    field: "file",
    maxFiles: 1,
    checkTarget: ({ db }, id) => find(db, resource, id),
  };
  simple
    .post(
      "/:id/media-upload",
      ({ db, params, body }) => setPicture(db, resource, params.id, body.file),
      { ...write, params: idParam, body: z.object({ file: z.instanceof(Upload) }), accepts },
    )
    .delete("/:id/media-upload", ({ db, params }) => setPicture(db, resource, params.id, null), {
      ...write,
      params: idParam,
    });
  return simple;
}

/**
 * Creates a row; everyone gets the event. Throws a conflict on a taken name, invalid when it refers
 * to a row that does not exist.
 */
export function create(db: CompanyDb, me: Me, resource: Resource, values: Record<string, unknown>) {
  const { table, owner } = resource;
  return db.write((tx) => {
    refuseMissingReferences(tx, table, values);
    const { id } = tx
      .insert(table)
      .values({ ...values, ...(owner && { [owner]: me.id }), ...insertTimestamps(db.now()) })
      .returning({ id: table.id })
      .get();
    return emitRow(tx, resource, "create", id as number);
  });
}

/**
 * Changes the given fields of a row. Throws missing, a conflict on a taken name, invalid when it
 * refers to a row that does not exist.
 */
export function update(
  db: CompanyDb,
  resource: Resource,
  id: number,
  values: Record<string, unknown>,
) {
  const { table } = resource;
  return db.write((tx) => {
    findIn(tx, resource, id);
    refuseMissingReferences(tx, table, values);
    tx.update(table)
      .set({ ...values, ...updateTimestamps(db.now()) })
      .where(eq(table.id, id))
      .run();
    return emitRow(tx, resource, "update", id);
  });
}

/**
 * Deletes the row. Throws missing, or a conflict with the number of rows that still refer to it.
 */
export function remove(db: CompanyDb, resource: Resource, id: number) {
  const { table, event, picture, deletedAt } = resource;
  return db.write((tx) => {
    findIn(tx, resource, id);
    if (deletedAt)
      tx.update(table)
        .set({ [deletedAt.name]: new Date(db.now()) })
        .where(eq(table.id, id))
        .run();
    else {
      refuseWhileInUse(tx, table, id);
      const row = tx.delete(table).where(eq(table.id, id)).returning().get()!;
      if (picture) deleteUnusedMedia(tx, mediaIdIn(row, picture));
    }
    tx.emit(event, "delete", { [`${event}Id`]: id }, { to: "everyone" });
    return {};
  });
}

/**
 * Sets or removes the picture. Its old file is swept. Throws missing, or invalid for a file that is
 * no picture.
 */
export async function setPicture(
  db: CompanyDb,
  resource: Resource,
  id: number,
  upload: Upload | null,
) {
  const { table, picture } = resource;
  if (!picture) throw notFound();
  if (upload) await refuseUnlessPicture(upload, "file", resource.pictureTypes);
  const stored = upload && (await db.files.keep(upload));
  return db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      findIn(tx, resource, id);
      const before = tx.select().from(table).where(eq(table.id, id)).get()!;
      tx.update(table)
        .set({
          [picture.name]: stored && addMedia(tx, stored, db.now()),
          ...updateTimestamps(db.now()),
        })
        .where(eq(table.id, id))
        .run();
      deleteUnusedMedia(tx, mediaIdIn(before, picture));
      return emitRow(tx, resource, "update", id);
    }),
  );
}

const mediaIdIn = (row: Record<string, unknown>, picture: SQLiteColumn) =>
  [row[picture.name]].filter((id) => typeof id === "number");

/** Sends everyone the event of a created or changed row, and returns its wire form. */
export function emitRow(tx: Tx, resource: Resource, action: "create" | "update", id: number) {
  const row = visible(tx, resource, findIn(tx, resource, id));
  tx.emit(resource.event, action, { [resource.event]: row }, { to: "everyone" });
  return row;
}

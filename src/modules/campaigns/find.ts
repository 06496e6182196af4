import { and, desc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { listQuery } from "../../kit/http/fields.ts";
import { media } from "../../kit/db/media.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import { query } from "../../kit/db/query.ts";
import { campaignStates, scheduledEditWindow } from "../../shared/campaigns.ts";
import { connections } from "../connections/table.ts";
import { contactLists } from "../contact-lists/table.ts";
import { fileLists } from "../files/table.ts";
import { segments } from "../segments/table.ts";
import { campaigns, type Campaign, type CampaignRow } from "./table.ts";

export const campaignQuery = listQuery.extend({ status: z.enum(campaignStates).optional() });

const {
  mediaId: _media,
  nextSetAt: _set,
  sentCount: _sent,
  refusals: _refusals,
  preparedTo: _prepared,
  segmentListId: _list,
  ...columns
} = getTableColumns(campaigns);

const idsIn = (lists: SQL) =>
  sql<number[]>`(SELECT json_group_array(id ORDER BY position) FROM (${lists}))`.mapWith(
    (json: string) => JSON.parse(json) as number[],
  );

const rows = (db: Db) =>
  db
    .select({
      ...columns,
      whatsapp: { id: connections.id, name: connections.name },
      contactList: {
        id: contactLists.id,
        name: contactLists.name,
        contactsCount: contactLists.contactsCount,
      },
      segment: { id: segments.id, name: segments.name },
      contactListIds: idsIn(
        sql`SELECT ${campaigns.contactListId} AS id, -1 AS position
          WHERE ${campaigns.contactListId} IS NOT NULL UNION ALL SELECT contactListId, position
          FROM campaignLists WHERE campaignId = ${campaigns.id} AND isExcept = 0`,
      ),
      exceptListIds: idsIn(
        sql`SELECT contactListId AS id, position FROM campaignLists
          WHERE campaignId = ${campaigns.id} AND isExcept = 1`,
      ),
      fileList: { id: fileLists.id, name: fileLists.name },
      file: { sha256: media.sha256, name: media.name },
    })
    .from(campaigns)
    .leftJoin(connections, eq(connections.id, campaigns.whatsappId))
    .leftJoin(contactLists, eq(contactLists.id, campaigns.contactListId))
    .leftJoin(segments, eq(segments.id, campaigns.segmentId))
    .leftJoin(fileLists, eq(fileLists.id, campaigns.fileListId))
    .leftJoin(media, eq(media.id, campaigns.mediaId))
    .$dynamic();

/** One page of campaigns, the newest first. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber, status }: z.infer<typeof campaignQuery>,
) {
  const where = and(
    matching(searchParam, [campaigns.name]),
    status && eq(campaigns.status, status),
  );
  const { rows: some, ...rest } = page(db, {
    table: campaigns,
    select: rows(db),
    where,
    order: [desc(campaigns.id)],
    pageNumber,
  });
  return { records: some.map((row) => visible(db, row)), ...rest };
}

const oneQuery = query((db) => rows(db).where(eq(campaigns.id, sql.placeholder("id"))));
const rowQuery = query((db) =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, sql.placeholder("id"))),
);

/** Throws missing. */
export function find(db: CompanyDb, id: number): Campaign {
  const row = oneQuery(db).get({ id });
  if (!row) throw notFound("Campanha não encontrada");
  return visible(db, row);
}

/** The row with the columns that do not travel. Throws missing. */
export function findRow(db: CompanyDb, id: number): CampaignRow {
  const row = rowQuery(db).get({ id });
  if (!row) throw notFound("Campanha não encontrada");
  return row;
}

/** Emits a campaign's present state to admins. */
export function emitCampaign(tx: Tx, action: "create" | "update", id: number): Campaign {
  const record = find(tx, id);
  tx.emit("campaign", action, { record }, { to: "admins" });
  return record;
}

export const isEditable = (
  db: CompanyDb,
  { status, scheduledAt }: Pick<CampaignRow, "status" | "scheduledAt">,
) =>
  status === "INATIVA" ||
  status === "CANCELADA" ||
  (status === "PROGRAMADA" &&
    scheduledAt !== null &&
    scheduledAt.getTime() - db.now() > scheduledEditWindow);

type Row = ReturnType<ReturnType<typeof rows>["all"]>[number];

function visible(db: CompanyDb, { file, ...row }: Row): Campaign {
  return {
    ...row,
    mediaPath: file ? db.files.link(file) : null,
    mediaName: file?.name ?? null,
    isEditable: isEditable(db, row),
  };
}

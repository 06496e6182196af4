import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import {
  arrayOf,
  bounded,
  id as anId,
  listQuery,
  name,
  text,
  time,
} from "../../kit/http/fields.ts";
import type { Upload } from "../../kit/files/files.ts";
import { addMedia, deleteUnusedMedia, media } from "../../kit/db/media.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import { prepared, type CompanyDb, type Db, type Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import {
  campaignStates,
  scheduledEditWindow,
  sendWindows,
  variantCount,
} from "../../shared/campaigns.ts";
import { connections } from "../connections/table.ts";
import { contactLists } from "../contact-lists/table.ts";
import { fileLists } from "../files/table.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import { campaigns, campaignShipping, type Campaign, type CampaignRow } from "./table.ts";

const variant = text(4000)
  .nullish()
  .transform((value) => value ?? undefined);
const reference = z.union([anId, z.literal("").transform(() => null)]).nullish();

export const campaignBody = z.object({
  name,
  message1: variant,
  message2: variant,
  message3: variant,
  message4: variant,
  message5: variant,
  confirmationMessage1: variant,
  confirmationMessage2: variant,
  confirmationMessage3: variant,
  confirmationMessage4: variant,
  confirmationMessage5: variant,
  confirmation: z.boolean().optional(),
  /** An instant, or a time of the company's zone. */
  scheduledAt: bounded(50).nullish(),
  whatsappId: reference,
  contactListId: reference,
  tagListId: z
    .union([anId, z.literal("").transform(() => null), z.literal("Nenhuma").transform(() => null)])
    .nullish(),
  fileListId: reference,
  sendWindow: z.enum(sendWindows).optional(),
  windowStart: time.optional(),
  windowEnd: time.optional(),
  windowDays: arrayOf(z.number().int().min(1).max(7), 7, 1)
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other))
    .optional(),
});
type Body = z.infer<typeof campaignBody>;

export const campaignQuery = listQuery.extend({ status: z.enum(campaignStates).optional() });

type Variants<Prefix extends string> = `${Prefix}${1 | 2 | 3 | 4 | 5}`;
type Texts = Pick<CampaignRow, Variants<"message"> | Variants<"confirmationMessage">>;

/** How far in the past a new campaign's time may be, in ms: forms take a while to fill in. */
const lateAllowed = 10 * 60_000;

/** The texts of one kind that are not blank, with their numbers from 1. */
export const variantsOf = (campaign: Texts, kind: "message" | "confirmationMessage") =>
  Array.from({ length: variantCount }, (_, index) => ({
    variant: index + 1,
    text: campaign[`${kind}${index + 1}` as keyof Texts],
  })).filter(({ text }) => text.trim() !== "");

const {
  mediaId: _media,
  nextSetAt: _set,
  sentCount: _sent,
  refusals: _refusals,
  preparedTo: _prepared,
  ...columns
} = getTableColumns(campaigns);

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
      fileList: { id: fileLists.id, name: fileLists.name },
      file: { sha256: media.sha256, name: media.name },
    })
    .from(campaigns)
    .leftJoin(connections, eq(connections.id, campaigns.whatsappId))
    .leftJoin(contactLists, eq(contactLists.id, campaigns.contactListId))
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

const oneQuery = prepared((db) =>
  rows(db)
    .where(eq(campaigns.id, sql.placeholder("id")))
    .prepare(),
);
const rowQuery = prepared((db) =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, sql.placeholder("id")))
    .prepare(),
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

/** A new campaign: INATIVA, or PROGRAMADA with a time. Throws invalid. rules.md#campaign-states */
export function create(db: CompanyDb, me: Pick<Me, "id">, body: Body): Campaign {
  return db.write((tx) => {
    const values = withTime(db, body);
    refuseMissingReferences(tx, campaigns, values);
    const { id } = tx
      .insert(campaigns)
      .values({
        ...values,
        name: body.name,
        userId: me.id,
        status: values.scheduledAt ? "PROGRAMADA" : "INATIVA",
        ...insertTimestamps(db.now()),
      })
      .returning({ id: campaigns.id })
      .get();
    refuseIncomplete(findRow(tx, id));
    return emitCampaign(tx, "create", id);
  });
}

/**
 * Changes a campaign that is not running. Throws missing, a conflict, invalid.
 * rules.md#campaign-states
 */
export async function update(db: CompanyDb, id: number, body: Partial<Body>): Promise<Campaign> {
  const before = refuseUneditable(db, id);
  const values = withTime(db, body, before);
  const isOtherAudience =
    (values.contactListId !== undefined && values.contactListId !== before.contactListId) ||
    (values.tagListId !== undefined && values.tagListId !== before.tagListId);
  // Sent rows stay, so that a number in both lists gets nothing twice.
  if (isOtherAudience && before.status === "CANCELADA")
    await deleteRows(db, id, { onlyOpen: true });
  return db.write((tx) => {
    const { status } = refuseUneditable(tx, id);
    refuseMissingReferences(tx, campaigns, values);
    const next =
      status === "CANCELADA"
        ? status
        : values.scheduledAt === undefined
          ? status
          : values.scheduledAt
            ? "PROGRAMADA"
            : "INATIVA";
    tx.update(campaigns)
      .set({
        ...values,
        status: next,
        ...(isOtherAudience && { preparedTo: 0, isPrepared: false }),
        ...updateTimestamps(db.now()),
      })
      .where(eq(campaigns.id, id))
      .run();
    refuseIncomplete(findRow(tx, id));
    return emitCampaign(tx, "update", id);
  });
}

/**
 * Deletes a campaign with its report, some rows at a time. Throws missing, and a conflict while it
 * runs.
 */
export async function remove(db: CompanyDb, id: number) {
  refuseRunning(db, id);
  await deleteRows(db, id);
  const orphans = db.write((tx) => {
    const { mediaId } = refuseRunning(tx, id);
    tx.delete(campaigns).where(eq(campaigns.id, id)).run();
    tx.emit("campaign", "delete", { id }, { to: "admins" });
    return deleteUnusedMedia(tx, mediaId === null ? [] : [mediaId]);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

/** Sets or removes the file of a campaign. Throws missing, a conflict. */
export async function attach(db: CompanyDb, id: number, upload: Upload | null): Promise<Campaign> {
  refuseUneditable(db, id);
  const stored = upload && (await storeUpload(db, upload));
  const { record, orphans } = db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      const { mediaId } = refuseUneditable(tx, id);
      tx.update(campaigns)
        .set({ mediaId: stored && addMedia(tx, stored, db.now()), ...updateTimestamps(db.now()) })
        .where(eq(campaigns.id, id))
        .run();
      return {
        orphans: deleteUnusedMedia(tx, mediaId === null ? [] : [mediaId]),
        record: emitCampaign(tx, "update", id),
      };
    }),
  );
  await deleteUnusedFiles(db, orphans);
  return record;
}

/** Emits a campaign's present state to admins. */
export function emitCampaign(tx: Tx, action: "create" | "update", id: number): Campaign {
  const record = find(tx, id);
  tx.emit("campaign", action, { record }, { to: "admins" });
  return record;
}

/** Throws invalid at the fields that a campaign needs before it can be sent. */
export function refuseUnready(campaign: CampaignRow) {
  const fields = {
    ...(campaign.whatsappId === null && { whatsappId: "required" }),
    ...(campaign.contactListId === null &&
      campaign.tagListId === null && { contactListId: "required" }),
    ...(variantsOf(campaign, "message").length === 0 && { message1: "required" }),
    ...(campaign.confirmation &&
      variantsOf(campaign, "confirmationMessage").length === 0 && {
        confirmationMessage1: "required",
      }),
  };
  if (Object.keys(fields).length > 0)
    throw new Fault("invalid", "ERR_CAMPAIGN_INCOMPLETE", {
      message:
        "Falta o necessário para enviar: conexão, lista de contatos ou tag, e ao menos uma mensagem",
      fields,
    });
}

/** Throws missing, and a conflict when the campaign can't be changed now. Returns it. */
export function refuseUneditable(db: CompanyDb, id: number): CampaignRow {
  const campaign = findRow(db, id);
  if (!isEditable(db, campaign))
    throw new Fault("conflict", "ERR_CAMPAIGN_NOT_EDITABLE", {
      message: "Só é permitido alterar campanha Inativa e Programada",
    });
  return campaign;
}

const isEditable = (
  db: CompanyDb,
  { status, scheduledAt }: Pick<CampaignRow, "status" | "scheduledAt">,
) =>
  status === "INATIVA" ||
  status === "CANCELADA" ||
  (status === "PROGRAMADA" &&
    scheduledAt !== null &&
    scheduledAt.getTime() - db.now() > scheduledEditWindow);

function refuseRunning(db: CompanyDb, id: number): CampaignRow {
  const campaign = findRow(db, id);
  if (campaign.status === "EM_ANDAMENTO")
    throw new Fault("conflict", "ERR_CAMPAIGN_RUNNING", {
      message: "Não é permitido excluir campanha em andamento",
    });
  return campaign;
}

// A draft may be incomplete, a scheduled campaign may not. A window without length never opens.
function refuseIncomplete(campaign: CampaignRow) {
  if (campaign.sendWindow === "own" && campaign.windowStart === campaign.windowEnd)
    throw invalidFields({ windowEnd: "invalid" });
  if (campaign.status === "PROGRAMADA") refuseUnready(campaign);
}

function withTime(
  db: CompanyDb,
  { scheduledAt, ...values }: Partial<Body>,
  before?: CampaignRow,
): Omit<Partial<Body>, "scheduledAt"> & { scheduledAt?: Date | null } {
  if (scheduledAt === undefined) return values;
  const at =
    scheduledAt === null || scheduledAt.trim() === "" ? null : scheduledFor(db, scheduledAt);
  const isSame = at !== null && at.getTime() === before?.scheduledAt?.getTime();
  if (at && !isSame && at.getTime() < db.now() - lateAllowed)
    throw invalidFields({ scheduledAt: "early" });
  return { ...values, scheduledAt: at };
}

/** A campaign's time: an instant, or one of the company's clock. Throws invalid. */
export function scheduledFor(db: CompanyDb, time: string): Date {
  const text = time.trim();
  const { timezone } = db.about();
  try {
    const isInstant = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
    return new Date(
      isInstant
        ? Temporal.Instant.from(text.replace(" ", "T")).epochMilliseconds
        : Temporal.PlainDateTime.from(text.replace(" ", "T")).toZonedDateTime(timezone)
            .epochMilliseconds,
    );
  } catch {
    throw invalidFields({ scheduledAt: "invalid" });
  }
}

/** Rows deleted before other work gets a turn. */
const slice = 500;

async function deleteRows(db: CompanyDb, campaignId: number, { onlyOpen = false } = {}) {
  const where = and(
    eq(campaignShipping.campaignId, campaignId),
    onlyOpen ? inArray(campaignShipping.state, ["waiting", "asked"]) : undefined,
  );
  for (;;) {
    const ids = db
      .select({ id: campaignShipping.id })
      .from(campaignShipping)
      .where(where)
      .limit(slice)
      .all()
      .map(({ id }) => id);
    if (ids.length > 0)
      db.write(
        (tx) => void tx.delete(campaignShipping).where(inArray(campaignShipping.id, ids)).run(),
      );
    if (ids.length < slice) return;
    await new Promise(setImmediate);
  }
}

type Row = ReturnType<ReturnType<typeof rows>["all"]>[number];

function visible(db: CompanyDb, { file, ...row }: Row): Campaign {
  return {
    ...row,
    mediaPath: file ? db.files.link(file) : null,
    mediaName: file?.name ?? null,
    isEditable: isEditable(db, row),
  };
}

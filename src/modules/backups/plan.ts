import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { line, text, webAddress } from "../../kit/http/fields.ts";
import { invalidFields, refuseFields } from "../../kit/fault.ts";
import type { Seals } from "../../kit/files/seal.ts";
import { originOf, refuseMoved } from "../../kit/net/secrets.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { find } from "../companies/companies.ts";
import { isOfSystem } from "./system-folders.ts";
import { backupPlan, type BackupPlan } from "./table.ts";

export const planBody = z
  .object({
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "invalid"),
    folder: line(500).refine((path) => path === "" || isAbsolute(path), "invalid"),
    endpoint: webAddress,
    region: line(60),
    bucket: line(63),
    prefix: line(100).refine((path) => /^[\w./-]*$/.test(path), "invalid"),
    accessKeyId: line(200),
    secretAccessKey: text(200),
  })
  .partial();

const day = 24 * 3_600_000;

export const readPlan = (control: Control): BackupPlan =>
  control.select().from(backupPlan).where(eq(backupPlan.id, 1)).get()!;

export function updatePlan(control: Control, values: Partial<BackupPlan>) {
  control.write((tx) => void tx.update(backupPlan).set(values).where(eq(backupPlan.id, 1)).run());
}

/**
 * Changes the time and the places of copies. An omitted secret stays unless the place changes; an
 * empty one is removed. Throws invalid where a place lacks a field. Throws invalid for a folder
 * that is missing, inside the box's data, or of the system.
 */
export function changePlan(
  control: Control,
  db: CompanyDb,
  { seals, data }: { seals: Seals; data: string },
  body: z.infer<typeof planBody>,
  by: number,
) {
  const { secretAccessKey, ...plain } = body;
  const before = readPlan(control);
  const after: BackupPlan = {
    ...before,
    ...plain,
    ...updateTimestamps(control.now()),
    ...(secretAccessKey !== undefined && {
      secretAccessKey:
        secretAccessKey === "" ? null : seals.seal(secretLabel, Buffer.from(secretAccessKey)),
    }),
    ...(plain.time !== undefined && plain.time !== before.time && { dueAt: null }),
  };
  refuseMoved(
    [originOf(before.endpoint), originOf(after.endpoint)],
    { secretAccessKey: before.secretAccessKey !== null },
    body,
  );
  refuseIncomplete(after);
  if (after.folder && after.folder !== before.folder) markFolder(after.folder, data);
  db.write((tx) => {
    addAuditEntry(tx, {
      userId: by,
      action: "settingChanged",
      subject: "setting backups",
      details: { fields: Object.keys(body) },
    });
    // Last, since it commits in another file: if it fails, the transaction rolls back.
    updatePlan(control, after);
  });
}

export const secretLabel = ["backups", "secretAccessKey"];

/**
 * The folder at a place besides the box. It is made only when the place is saved: a later run would
 * fill the mount point of a missing disk.
 */
export const folderAway = (folder: string) => join(folder, "balcao-backups");

/** The time of the next scheduled copy after now. */
export function nextCopy(control: Control, time: string): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(control.now()).toZonedDateTimeISO(
    find(control, 1)?.companies.timezone ?? "America/Sao_Paulo",
  );
  const today = now.withPlainTime(time);
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 });
  return new Date(next.epochMilliseconds);
}

/** The time of the next drill: a week from now. */
export const nextDrill = (control: Control) => new Date(control.now() + 7 * day);

function refuseIncomplete({ endpoint, bucket, accessKeyId, secretAccessKey, region }: BackupPlan) {
  const place = { endpoint, bucket, accessKeyId, secretAccessKey };
  const isNamed = [endpoint, region, bucket, accessKeyId].some(Boolean);
  refuseFields(
    Object.fromEntries(
      Object.entries(place).flatMap(([name, value]) =>
        isNamed && !value ? [[name, "required"]] : [],
      ),
    ),
  );
}

function markFolder(folder: string, data: string) {
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  // The subfolder for copies may be a link that leads elsewhere.
  for (const path of [folder, folderAway(folder)]) {
    if (isOfSystem(path)) throw invalidFields({ folder: "system" });
    if (isInside(path, data)) throw invalidFields({ folder: "inside" });
  }
  refuseFields(isFolder && made(folderAway(folder)) ? {} : { folder: "invalid" });
}

const isInside = (path: string, data: string) =>
  `${existsSync(path) ? realpathSync(path) : path}${sep}`.startsWith(`${realpathSync(data)}${sep}`);

function made(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

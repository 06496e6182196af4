import { existsSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../kit/http/body.ts";
import { privateFolder, syncFolder, writeWhole } from "../../kit/files/disk.ts";
import { log, trace } from "../../kit/process/log.ts";
import { notFound } from "../../kit/db/page.ts";
import { tarOf, type TarPart } from "../../kit/files/tar.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { deletedKeptDays } from "../../shared/companies.ts";
import type { Company, DeletedCompany } from "./table.ts";

const dayLong = 86_400_000;
const label = z.object({ id: z.number(), name: z.string(), deletedAt: z.number() });

type Deleted = Pick<Company, "id" | "name">;

/** Stores the file of a deleted company. Returns its path in the data folder. */
export function keepFile(dbs: CompanyDbs, company: Deleted, file: string): string {
  const relative = `deleted/${dbs.deletedName(company.id)}.balcao`;
  const path = join(dbs.folder, relative);
  labelDeleted(dbs, relative, company);
  renameSync(file, path);
  syncFolder(dirname(path));
  return relative;
}

/** Moves a company's file and media away unchanged. Returns their path in the data folder. */
export function keepFolder(dbs: CompanyDbs, company: Deleted): string {
  const relative = `deleted/${dbs.deletedName(company.id)}`;
  // The label is first: without one, after a crash, the folder would never be listed or removed.
  labelDeleted(dbs, relative, company);
  dbs.takeAway(company.id, relative);
  return relative;
}

/** Writes the label of a deleted company's data: its id, name and time of deletion. */
function labelDeleted(dbs: CompanyDbs, relative: string, { id, name }: Deleted) {
  const path = labelOf(join(dbs.folder, relative));
  privateFolder(dirname(path));
  writeWhole(path, JSON.stringify({ id, name, deletedAt: dbs.control.now() }));
}

/** The deleted companies whose data is still stored, the last one first. rules.md#companies */
export function listDeleted(dbs: CompanyDbs): DeletedCompany[] {
  const path = join(dbs.folder, "deleted");
  const names = existsSync(path)
    ? readdirSync(path).filter((name) => /^\d+-\d{8}T\d{6}(\.balcao)?$/.test(name))
    : [];
  return names
    .flatMap((name) => aboutDeleted(dbs, `deleted/${name}`) ?? [])
    .toSorted((one, other) => other.deletedAt.getTime() - one.deletedAt.getTime());
}

/** A deleted company, by its name in that folder. Throws missing. */
export function findDeleted(dbs: CompanyDbs, name: string): DeletedCompany {
  const existing = listDeleted(dbs).find(({ kept }) => kept === `deleted/${name}`);
  if (!existing) throw notFound();
  return existing;
}

/** The path of a deleted company's file. Throws missing, also where a folder is stored. */
export function fileOf(dbs: CompanyDbs, name: string): string {
  const { kept } = findDeleted(dbs, name);
  if (!isFile(kept)) throw notFound();
  return join(dbs.folder, kept);
}

/**
 * The stored data for download: a file as an import takes it, a folder as a tar archive. Unpacked
 * under the number of a new company, the archive is that company.
 */
export function contentOf(
  dbs: CompanyDbs,
  { kept, name }: DeletedCompany,
): { name: string; content: AsyncIterable<Uint8Array> } {
  const path = join(dbs.folder, kept);
  return isFile(kept)
    ? { name: `${name}.balcao`, content: Bun.file(path).stream() }
    : { name: `${name}.tar`, content: tarOf(partsIn(path)) };
}

/** Removes data past its retention, and labels without data, which a crash can leave behind. */
export async function removeOldDeleted(dbs: CompanyDbs) {
  const now = dbs.control.now();
  for (const left of leftOvers(join(dbs.folder, "deleted")))
    await rm(left, { recursive: true, force: true });
  for (const { kept, id } of listDeleted(dbs).filter(
    ({ removedAt }) => removedAt.getTime() < now,
  )) {
    await removeDeleted(dbs, kept).catch((thrown: unknown) =>
      log("error", "deletedCompany", { company: id, ...trace(thrown) }),
    );
  }
}

export async function removeDeleted(dbs: CompanyDbs, relative: string) {
  const path = join(dbs.folder, relative);
  for (const each of [path, labelOf(path)]) await rm(each, { recursive: true, force: true });
}

const isFile = (path: string) => path.endsWith(".balcao");
const labelOf = (path: string) => (isFile(path) ? `${path}.json` : join(path, "company.json"));

// A file and its label are written in one turn of the event loop, so none of these is in progress.
function leftOvers(folder: string): string[] {
  const paths = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const isUnfinished = (path: string) =>
    path.endsWith(".part") ||
    (statSync(path).isDirectory() && readdirSync(path).join() === "company.json.part");
  return paths.filter(
    (path) =>
      isUnfinished(path) ||
      (path.endsWith(".balcao.json") && !existsSync(path.slice(0, -".json".length))),
  );
}

// Data without a label is older than the retention rule, and stays.
function aboutDeleted({ folder }: CompanyDbs, relative: string): DeletedCompany | undefined {
  const path = join(folder, relative);
  if (!existsSync(labelOf(path)) || !existsSync(path)) return undefined;
  const { deletedAt, ...company } = label.parse(parseJson(readFileSync(labelOf(path), "utf8")));
  return {
    ...company,
    kept: relative,
    size: isFile(relative) ? statSync(path).size : null,
    deletedAt: new Date(deletedAt),
    removedAt: new Date(deletedAt + deletedKeptDays * dayLong),
  };
}

async function* partsIn(path: string): AsyncGenerator<TarPart> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  for (const file of files) yield { name: file.slice(path.length + 1), content: Bun.file(file) };
}

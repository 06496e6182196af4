import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../kit/body.ts";
import { log, trace } from "../../kit/log.ts";
import { notFound } from "../../kit/page.ts";
import { tarOf, type TarPart } from "../../kit/tar.ts";
import type { TenantStores } from "../../kit/tenant-stores.ts";
import { deletedKeptDays } from "../../shared/companies.ts";
import type { Company, DeletedCompany } from "./table.ts";

const dayLong = 86_400_000;
const labelFile = "company.json";
const label = z.object({ id: z.number(), name: z.string(), deletedAt: z.number() });

/** Says in a deleted company's folder whose it was, and since when it is kept. */
export const labelDeleted = (stores: TenantStores, folder: string, { id, name }: Pick<Company, "id" | "name">) =>
  writeFileSync(join(stores.folder, folder, labelFile), JSON.stringify({ id, name, deletedAt: stores.control.now() }), { mode: 0o600 });

/** The deleted companies of which something is kept, the last one first. rules.md#companies */
export const listDeleted = (stores: TenantStores): DeletedCompany[] =>
  foldersIn(stores).map((folder) => findDeleted(stores, folder)).toSorted((one, other) => other.deletedAt.getTime() - one.deletedAt.getTime());

/** One of them. Throws missing. */
export function findDeleted(stores: TenantStores, folder: string): DeletedCompany {
  if (!foldersIn(stores).includes(folder)) throw notFound();
  const { deletedAt, ...company } = label.parse(parseJson(readFileSync(join(pathOf(stores, folder), labelFile), "utf8")));
  return { ...company, folder, deletedAt: new Date(deletedAt), removedAt: new Date(deletedAt + deletedKeptDays * dayLong) };
}

/** All that is kept of it, as it lies there: put back under a new company's number it is that company. */
export const archiveOf = (stores: TenantStores, { folder }: DeletedCompany) => tarOf(partsIn(pathOf(stores, folder)));

/** Removes what was kept for long enough. */
export async function removeOldDeleted(stores: TenantStores) {
  const now = stores.control.now();
  for (const { folder, id } of listDeleted(stores).filter(({ removedAt }) => removedAt.getTime() < now)) {
    await rm(pathOf(stores, folder), { recursive: true, force: true }).catch((thrown: unknown) => log("error", "deletedCompany", { company: id, ...trace(thrown) }));
  }
}

const pathOf = (stores: TenantStores, folder: string) => join(stores.folder, "deleted", folder);

// A folder without a label is from when they were kept for good, and stays.
function foldersIn(stores: TenantStores): string[] {
  const path = join(stores.folder, "deleted");
  return existsSync(path) ? readdirSync(path).filter((name) => /^\d+-\d{8}T\d{6}$/.test(name) && existsSync(join(path, name, labelFile))) : [];
}

async function* partsIn(path: string): AsyncGenerator<TarPart> {
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const file of files) yield { name: file.slice(path.length + 1), content: Bun.file(file) };
}

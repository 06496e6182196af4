import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { privateFolder, syncFolder, writeWhole } from "../../kit/files/disk.ts";
import { leastSpace, spaceIn } from "../../kit/files/space.ts";
import { companyFileKeptHours } from "../../shared/companies.ts";
import { mediaOf } from "../backups/media-pool.ts";
import type { MadeFile } from "./table.ts";

/** How long (ms) a made file or an upload stays. */
export const keptFor = companyFileKeptHours * 3_600_000;

/** The folder of made files, in the box's data folder. */
export const folderOf = (data: string) => privateFolder(join(data, "company-files"));

/** A company's made file. */
export const pathOf = (data: string, company: number) => join(folderOf(data), `${company}.balcao`);

/** The files that wait to be fetched, newest first. */
export function madeFiles(data: string): MadeFile[] {
  const folder = folderOf(data);
  const names = readdirSync(folder).filter((name) => /^\d+\.balcao\.json$/.test(name));
  return names
    .flatMap((name) => {
      const size = statSync(join(folder, name.slice(0, -5)), { throwIfNoEntry: false })?.size;
      if (size === undefined) return [];
      const { at, ...file } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Omit<
        MadeFile,
        "at" | "size" | "removedAt"
      > & { at: number };
      return [{ ...file, size, at: new Date(at), removedAt: new Date(at + keptFor) }];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** Puts a written file where `madeFiles` finds it, with its label, instead of an earlier one. */
export function offer(
  data: string,
  file: string,
  label: { company: number; name: string; at: number; moves: boolean },
) {
  const path = pathOf(data, label.company);
  rmSync(path, { force: true });
  writeWhole(`${path}.json`, JSON.stringify(label));
  renameSync(file, path);
  syncFolder(folderOf(data));
}

/** Removes unfinished files of a box that stopped, and labels without a file, unless `isBusy`. */
export async function removeLeftOvers(data: string, isBusy: () => boolean) {
  const folder = folderOf(data);
  for (const name of readdirSync(folder))
    if (isLeftOver(folder, name) && !isBusy())
      await rm(join(folder, name), { recursive: true, force: true });
}

/** A company's size (bytes): the database and the media; the tables as text are not counted. */
export function sizeOf(data: string, company: number): number {
  const database =
    statSync(join(data, "companies", `${company}.sqlite`), { throwIfNoEntry: false })?.size ?? 0;
  return (
    database +
    mediaOf(data)
      .filter((one) => one.company === company)
      .reduce((sum, { size }) => sum + size, 0)
  );
}

/** Throws large where the disk lacks room for so many bytes. */
export function refuseNoSpace(data: string, size: number) {
  if (spaceIn(folderOf(data)).free < size + leastSpace)
    throw new Fault("large", "ERR_DISK_FULL", { message: "O servidor está sem espaço em disco" });
}

const isLeftOver = (folder: string, name: string): boolean =>
  /\.(parts?|making)$/.test(name) ||
  (name.endsWith(".balcao.json") && !existsSync(join(folder, name.slice(0, -5))));

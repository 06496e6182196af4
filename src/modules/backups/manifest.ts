import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { reasons } from "../../shared/backups.ts";

const part = z.object({
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const copyName = /^\d{4}-\d\d-\d\dT\d{9}Z$/;

/**
 * The manifest of a copy. `counts`: the rows of each table; `failed`: companies whose file could
 * not be copied; `sealed` opens with the recovery code.
 */
const manifest = z.object({
  format: z.literal(1),
  name: z.string().regex(copyName),
  at: z.iso.datetime(),
  reason: z.enum(reasons),
  version: z.string(),
  sealed: part,
  mediaList: part,
  media: z.object({ count: z.number(), size: z.number() }),
  companies: z.array(
    part.extend({
      id: z.number().int().positive(),
      name: z.string(),
      counts: z.record(z.string(), z.number()),
      lastMessageAt: z.iso.datetime().nullable(),
    }),
  ),
  failed: z.array(z.object({ id: z.number(), name: z.string(), why: z.string() })),
  verifiedAt: z.iso.datetime().nullable(),
});
export type Manifest = z.infer<typeof manifest>;
export type CopiedCompany = Manifest["companies"][number];

/** The fields that are sealed too: all but those that are written after the seal. */
export const sealedOf = ({ verifiedAt: _, sealed: __, ...rest }: Manifest) => rest;

export const manifestFile = "manifest.json";
export const sealedFile = "box.sealed";
export const mediaListFile = "media.list";
export const companyFile = (id: number) => `company-${id}.sqlite`;

/** The folder of a box's copies. */
export const copiesIn = (data: string) => join(data, "backups");

/** A copy's name, made of its start time. */
export const nameOf = (now: number) => new Date(now).toISOString().replaceAll(/[:.]/g, "");

/** Reads the manifest in a copy's folder. Throws where the folder is no copy. */
export function readManifest(folder: string): Manifest {
  refuseNoCopy(folder);
  const path = join(folder, manifestFile);
  const read = manifest.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!read.success)
    throw new Error(`${path} is not what a copy says of itself, or of a newer version`);
  return read.data;
}

function refuseNoCopy(folder: string) {
  if (!existsSync(join(folder, manifestFile)))
    throw new Error(`${folder} is no copy: it has no ${manifestFile}`);
}

/** The complete copies in a folder, the newest first. */
export function listCopies(folder: string): Manifest[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith("Z"))
    .sort()
    .reverse()
    .flatMap((name) => readable(join(folder, name)) ?? []);
}

function readable(folder: string): Manifest | undefined {
  try {
    return readManifest(folder);
  } catch {
    return undefined;
  }
}

/** How many bytes a copy has, without the media that it shares with others. */
export const sizeOf = ({ companies, sealed, mediaList }: Manifest) =>
  [...companies, sealed, mediaList].reduce((sum, { size }) => sum + size, 0);

/**
 * Resolves a copy by its folder, its manifest, or its name in the box's own folder. Throws, in
 * words, where there is none.
 */
export function copyFolder(data: string, named: string): string {
  const given = [named, join(copiesIn(data), named)].find((path) => existsSync(path));
  if (!given)
    throw new Error(
      `there is no copy ${named}, neither as a folder nor in ${copiesIn(data)}: \`balcao backup list\` shows those that are there`,
    );
  const folder = statSync(given).isFile() ? join(given, "..") : given;
  refuseNoCopy(folder);
  return folder;
}

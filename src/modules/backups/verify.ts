import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { partsOf } from "../../kit/files/tar.ts";
import {
  companyFile,
  copyName,
  mediaListFile,
  readManifest,
  sealedFile,
  sealedOf,
  type CopiedCompany,
  type Manifest,
} from "./manifest.ts";
import { copySynced, hashOf, pooled, readList } from "./media-pool.ts";
import { openWithCode, WrongCode } from "./recovery-code.ts";
import { figuresOf } from "./snapshot.ts";

/**
 * The checks of a copy. `code` opens its sealed part. `media`: read every media file, instead of
 * only looking for it. `company`: check only this company's part. `asWritten`: the seal, which
 * proves that a box wrote the copy, suffices; layout and rows are not checked.
 */
export type Checks = { code: string; media?: boolean; company?: number; asWritten?: boolean };

/**
 * The problems of a copy whose media are in the pool of `copies`; none for a good one. Every copy
 * passes through here, wherever it comes from. Each file has its sealed hash. Each database has our
 * own layout, the counted rows, and only rows that the product could have written. Throws missing
 * for a company that is not in it. rules.md#backups
 */
export async function problemsOf(copy: string, copies: string, checks: Checks): Promise<string[]> {
  const manifest = readManifest(copy);
  const companies = companiesOf(manifest, checks.company);
  const parts = [
    [sealedFile, manifest.sealed],
    [mediaListFile, manifest.mediaList],
    ...companies.map((company) => [companyFile(company.id), company] as const),
  ] as const;
  const folder = basename(copy);
  const problems: string[] =
    copyName.test(folder) && folder !== manifest.name
      ? [`the folder ${folder} holds the copy ${manifest.name}`]
      : [];
  for (const [name, { sha256 }] of parts) {
    const hash = await hashOf(join(copy, name));
    if (hash !== sha256)
      problems.push(`${name} is ${hash === undefined ? "missing" : "not as it was written"}`);
  }
  // SQLite opens only files whose hashes the seal confirms.
  if (problems.length === 0) problems.push(...(await problemsOfSeal(copy, manifest, checks.code)));
  if (problems.length > 0) return problems;
  for (const company of companies)
    problems.push(...(await problemsOfRows(copy, company, checks.asWritten ?? false)));
  return [...problems, ...(await problemsOfMedia(copy, copies, checks))];
}

/** The companies of a copy, or the one that is asked for. */
function companiesOf({ companies }: Manifest, company: number | undefined): CopiedCompany[] {
  if (company === undefined) return companies;
  const matches = companies.filter(({ id }) => id === company);
  if (matches.length > 0) return matches;
  throw new Fault("missing", "ERR_COPY_WITHOUT_COMPANY", {
    message: `company ${company} is not in this copy`,
  });
}

/**
 * The differences between the manifest and the seal, which holds the manifest's fields beside the
 * control file. Without the code nobody can change a copy unnoticed, or pass off an old one as new.
 */
export async function problemsOfSeal(
  copy: string,
  manifest: Manifest,
  code: string,
): Promise<string[]> {
  try {
    const parts = await sealedParts(copy, code);
    const control = await parts.get("control.sqlite")?.slice(0, 15).text();
    return [
      ...(isSealed(manifest, await insideOf(parts)) ? [] : ["the manifest was changed"]),
      ...(control === "SQLite format 3" ? [] : ["the control file is missing"]),
    ];
  } catch (thrown) {
    return [`${sealedFile}: ${thrown instanceof Error ? thrown.message : "cannot be opened"}`];
  }
}

/** The sealed parts of a copy, by name. Throws WrongCode. */
export async function sealedParts(copy: string, code: string): Promise<Map<string, Blob>> {
  const parts = new Map<string, Blob>();
  for await (const { name, content } of partsOf(await opened(copy, code))) parts.set(name, content);
  return parts;
}

/**
 * Copies a company's file out of a copy and compares it with the sealed hash: it may have changed
 * since the checks. Throws where it did.
 */
export async function takeCompany(parts: Map<string, Blob>, copy: string, id: number, to: string) {
  const { companies } = (await insideOf(parts)) as Pick<Manifest, "companies">;
  await copySynced(join(copy, companyFile(id)), to);
  if ((await hashOf(to)) !== companies.find((company) => company.id === id)?.sha256)
    throw new Error(`${companyFile(id)} was changed meanwhile`);
}

const insideOf = async (parts: Map<string, Blob>): Promise<unknown> =>
  JSON.parse((await parts.get("parts.json")?.text()) ?? "null");

// Copies of older versions seal the two that matter most.
function isSealed(manifest: Manifest, inside: unknown): boolean {
  if (typeof inside !== "object" || inside === null) return false;
  const stated = sealedOf(manifest) as Record<string, unknown>;
  return (
    ["companies", "mediaList"].every((name) => Object.hasOwn(inside, name)) &&
    Object.entries(inside).every(([name, value]) => Bun.deepEquals(stated[name], value))
  );
}

async function problemsOfRows(
  copy: string,
  { id, counts }: CopiedCompany,
  asWritten: boolean,
): Promise<string[]> {
  const path = join(copy, companyFile(id));
  try {
    // Loaded here, because a start copies its box before the modules load.
    if (!asWritten) (await import("../company-rows/foreign-schema.ts")).refuseForeignSchema(path);
    const rowCounts = figuresOf(path).counts;
    const wrong = Object.keys({ ...counts, ...rowCounts })
      .filter((table) => counts[table] !== rowCounts[table])
      .map(
        (table) =>
          `${companyFile(id)} has ${rowCounts[table] ?? "no"} rows of ${table}, not ${counts[table] ?? "none"}`,
      );
    if (wrong.length > 0 || asWritten) return wrong;
    (await import("../company-rows/fit-company.ts")).refuseUnfitCompany(path);
    return [];
  } catch (thrown) {
    return [`${companyFile(id)}: ${thrown instanceof Error ? thrown.message : "cannot be read"}`];
  }
}

/** The sealed archive of a copy. Throws WrongCode. */
export const opened = async (copy: string, code: string) =>
  new Blob([new Uint8Array(openWithCode(code, await Bun.file(join(copy, sealedFile)).bytes()))]);

/** Which of these codes opens a copy. */
export async function codeThatOpens(copy: string, codes: string[]): Promise<string | undefined> {
  for (const code of codes) {
    try {
      await opened(copy, code);
      return code;
    } catch (thrown) {
      if (!(thrown instanceof WrongCode)) throw thrown;
    }
  }
  return undefined;
}

async function problemsOfMedia(
  copy: string,
  copies: string,
  { media = false, company: only }: Checks,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { company, sha256, size } of readList(copy)) {
    if (only !== undefined && company !== only) continue;
    const path = pooled(copies, sha256);
    const isThere = existsSync(path) && statSync(path).size === size;
    if (!isThere || (media && (await hashOf(path)) !== sha256))
      problems.push(`media ${sha256} is ${isThere ? "damaged" : "missing"}`);
  }
  return problems;
}

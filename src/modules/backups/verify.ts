import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { partsOf } from "../../kit/tar.ts";
import { companyFile, mediaListFile, readManifest, sealedFile, type Manifest } from "./manifest.ts";
import { hashOf, pooled, readList } from "./media-pool.ts";
import { openWithCode, WrongCode } from "./recovery-code.ts";
import { figuresOf } from "./snapshot.ts";

/**
 * With `code` what is sealed is opened too; with `media` every media file is read, otherwise only
 * looked for.
 */
export type Checks = { code?: string; media?: boolean };

/**
 * What is wrong with a copy, whose media are in the pool of `copies`; nothing for a good one. Every
 * file is read, every database checked and its rows counted.
 */
export async function problemsOf(
  copy: string,
  copies: string,
  { code, media = false }: Checks = {},
): Promise<string[]> {
  const manifest = readManifest(copy);
  const parts = [
    [sealedFile, manifest.sealed],
    [mediaListFile, manifest.mediaList],
    ...manifest.companies.map((company) => [companyFile(company.id), company] as const),
  ] as const;
  const problems: string[] = [];
  for (const [name, { sha256 }] of parts) {
    const found = await hashOf(join(copy, name));
    if (found !== sha256)
      problems.push(`${name} is ${found === undefined ? "missing" : "not as it was written"}`);
  }
  if (problems.length > 0) return problems;
  return [
    ...manifest.companies.flatMap((company) => wrongIn(copy, company)),
    ...(code === undefined ? [] : await wrongInside(copy, manifest, code)),
    ...(await wrongMedia(copy, copies, media)),
  ];
}

/**
 * What is wrong with what a copy holds of one company: its database, and every media file of it,
 * all read. Throws missing for a company that is not in it.
 */
export async function problemsOfCompany(
  copy: string,
  copies: string,
  company: number,
): Promise<string[]> {
  const found = readManifest(copy).companies.find(({ id }) => id === company);
  if (!found)
    throw new Fault("missing", "ERR_COPY_WITHOUT_COMPANY", {
      message: `company ${company} is not in this copy`,
    });
  if ((await hashOf(join(copy, companyFile(company)))) !== found.sha256)
    return [`${companyFile(company)} is not as it was written`];
  return [...wrongIn(copy, found), ...(await wrongMedia(copy, copies, true, company))];
}

function wrongIn(copy: string, { id, counts }: Manifest["companies"][number]): string[] {
  try {
    const found = figuresOf(join(copy, companyFile(id))).counts;
    return Object.keys({ ...counts, ...found })
      .filter((table) => counts[table] !== found[table])
      .map(
        (table) =>
          `${companyFile(id)} has ${found[table] ?? "no"} rows of ${table}, not ${counts[table] ?? "none"}`,
      );
  } catch (thrown) {
    return [`${companyFile(id)}: ${thrown instanceof Error ? thrown.message : "cannot be read"}`];
  }
}

// Sealed beside the control file stand the hashes of all else: nobody without the code can change a
// copy unnoticed.
async function wrongInside(
  copy: string,
  { companies, mediaList }: Manifest,
  code: string,
): Promise<string[]> {
  try {
    const names = new Map<string, Blob>();
    for await (const { name, content } of partsOf(await opened(copy, code)))
      names.set(name, content);
    const inside = JSON.parse((await names.get("parts.json")?.text()) ?? "null") as unknown;
    const control = await names.get("control.sqlite")?.slice(0, 15).text();
    return [
      ...(Bun.deepEquals(inside, { companies, mediaList }) ? [] : ["the manifest was changed"]),
      ...(control === "SQLite format 3" ? [] : ["the control file is missing"]),
    ];
  } catch (thrown) {
    return [`${sealedFile}: ${thrown instanceof Error ? thrown.message : "cannot be opened"}`];
  }
}

/** What is sealed in a copy, as an archive. Throws WrongCode. */
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

async function wrongMedia(
  copy: string,
  copies: string,
  read: boolean,
  only?: number,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { company, sha256, size } of readList(copy)) {
    if (only !== undefined && company !== only) continue;
    const path = pooled(copies, sha256);
    const isThere = existsSync(path) && statSync(path).size === size;
    if (!isThere || (read && (await hashOf(path)) !== sha256))
      problems.push(`media ${sha256} is ${isThere ? "damaged" : "missing"}`);
  }
  return problems;
}

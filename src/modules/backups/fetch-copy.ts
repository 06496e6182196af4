import { existsSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { behindGuards } from "../../kit/net/guarded-proxy.ts";
import { privateFolder, syncFolder } from "../../kit/files/disk.ts";
import { lockCopies } from "./copy.ts";
import {
  companyFile,
  manifestFile,
  mediaListFile,
  readManifest,
  sealedFile,
  type Manifest,
} from "./manifest.ts";
import { hashOf, pooled, readList } from "./media-pool.ts";
import type { NamedPlace } from "./named-places.ts";
import { mediaName, namesOfCopies, type Place } from "./places.ts";
import { WrongCode } from "./recovery-code.ts";
import { storageGuards } from "./storage-guard.ts";
import type { Away } from "./table.ts";
import { codeThatOpens, problemsOf, problemsOfSeal } from "./verify.ts";

/** The copies at a place, the newest first, or why it can't be read. */
export type CopiesAway = { to: Away["to"]; names: string[]; error?: string };

/** Lists the copies at each place. A place that cannot be read does not stop the others. */
export const copiesAway = (places: NamedPlace[], allow: string[]): Promise<CopiesAway[]> =>
  behindGuards(storageGuards(allow), async () => {
    const seen: CopiesAway[] = [];
    for (const { to, open } of places) {
      try {
        seen.push({ to, names: namesOfCopies((await (await open()).files()).keys()) });
      } catch (thrown) {
        seen.push({
          to,
          names: [],
          error: thrown instanceof Error ? thrown.message : String(thrown),
        });
      }
    }
    return seen;
  });

/**
 * Fetches a copy, or without a name the newest, from the first place that has it. One of the codes
 * has to open it. Throws missing where no place has it, and for a copy that fails its checks.
 * rules.md#backups
 */
export const fetchCopy = (
  places: NamedPlace[],
  copies: string,
  name: string | undefined,
  codes: string[],
  allow: string[],
): Promise<{ manifest: Manifest; path: string; from: Away["to"] }> =>
  behindGuards(storageGuards(allow), async () => {
    const failed: string[] = [];
    const candidates: { to: Away["to"]; place: Place; name: string }[] = [];
    for (const { to, open } of places) {
      try {
        const place = await open();
        const names = namesOfCopies((await place.files()).keys());
        for (const there of name === undefined
          ? names.slice(0, 1)
          : names.filter((one) => one === name))
          candidates.push({ to, place, name: there });
      } catch (thrown) {
        failed.push(`${to}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      }
    }
    const [first] = candidates.sort((one, other) => other.name.localeCompare(one.name));
    if (!first)
      throw failed.length > 0
        ? new Error(failed.join("; "))
        : new Fault("missing", "ERR_NO_COPY", {
            message: name ? `no place has a copy ${name}` : "there is no copy at any place",
          });
    const path = join(copies, first.name);
    if (!existsSync(path)) await take(first.place, copies, first.name, codes);
    return { manifest: readManifest(path), path, from: first.to };
  });

// The manifest is last, unchanged: a fetch that was cut off is no copy, and the next one continues
// with its files.
async function take(place: Place, copies: string, name: string, codes: string[]) {
  const unlock = lockCopies(copies);
  const part = join(copies, `${name}.part`);
  try {
    privateFolder(part);
    await place.get(`${name}/${manifestFile}`, join(part, manifestFile));
    const manifest = readManifest(part);
    if (manifest.name !== name) throw new Error(`${name} says that it is ${manifest.name}`);
    await takeFile(place, `${name}/${sealedFile}`, join(part, sealedFile), manifest.sealed.sha256);
    const code = await codeThatOpens(part, codes);
    if (code === undefined) throw new WrongCode();
    refuseProblems(name, await problemsOfSeal(part, manifest, code));
    const files = [
      ...manifest.companies.map((company) => [companyFile(company.id), company.sha256] as const),
      [mediaListFile, manifest.mediaList.sha256] as const,
    ];
    for (const [file, sha256] of files)
      await takeFile(place, `${name}/${file}`, join(part, file), sha256);
    for (const { sha256, size } of readList(part)) {
      const target = pooled(copies, sha256);
      if (statSync(target, { throwIfNoEntry: false })?.size === size) continue;
      privateFolder(dirname(target));
      await takeFile(place, mediaName(sha256), `${target}.part`, sha256);
      await rename(`${target}.part`, target);
    }
    refuseProblems(name, await problemsOf(part, copies, { code }));
    await rename(part, join(copies, name));
    syncFolder(copies);
  } finally {
    await rm(part, { recursive: true, force: true });
    unlock();
  }
}

function refuseProblems(name: string, problems: string[]) {
  if (problems.length > 0) throw new Error(`${name} is not sound: ${problems.join("; ")}`);
}

async function takeFile(place: Place, name: string, to: string, sha256: string) {
  await place.get(name, to);
  if ((await hashOf(to)) === sha256) return;
  await rm(to, { force: true });
  throw new Error(`${name} is not as it was sent`);
}

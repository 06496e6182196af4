import { join } from "node:path";
import { behindGuards } from "../../kit/net/guarded-proxy.ts";
import { awayFailureOf, placeError } from "./away-failure.ts";
import { companyFile, manifestFile, mediaListFile, readManifest, sealedFile } from "./manifest.ts";
import { pooled, readList } from "./media-pool.ts";
import { placesOf } from "./named-places.ts";
import { mediaName, namesOfCopies, type Place } from "./places.ts";
import { copiesToKeep } from "./retention.ts";
import { storageGuards } from "./storage-guard.ts";
import type { Away } from "./table.ts";

/**
 * Sends a copy to the places in the box's plan, and returns the result for each. A failure at one
 * does not stop the others. In safe mode it sends nothing.
 */
export async function sendAway(data: string, copy: string, allow: string[]): Promise<Away[]> {
  const { name } = readManifest(copy);
  const sent: Away[] = [];
  // The guards also check the target of each redirect.
  await behindGuards(storageGuards(allow), async () => {
    for (const { to, open } of placesOf(data, allow))
      sent.push({
        to,
        name,
        at: new Date().toISOString(),
        ...(await failureOf(async () => send(copy, await open()))),
      });
  });
  return sent;
}

async function failureOf(work: () => Promise<void>): Promise<Pick<Away, "error" | "reason">> {
  try {
    await work();
    return {};
  } catch (thrown) {
    return {
      error: thrown instanceof Error ? thrown.message : String(thrown),
      reason: awayFailureOf(thrown),
    };
  }
}

/**
 * Sends a copy with its media, skipping files that are there, reads it back, and prunes the place.
 * The manifest is last: without it there is no copy.
 */
export async function send(copy: string, place: Place) {
  const manifest = readManifest(copy);
  const there = await place.files();
  for (const { sha256, size } of readList(copy)) {
    const name = mediaName(sha256);
    if (there.get(name) === size) continue;
    await place.put(name, pooled(join(copy, ".."), sha256));
    await refuseOther(place, name, sha256);
  }
  const parts = [
    ...manifest.companies.map((company) => [companyFile(company.id), company.sha256] as const),
    [mediaListFile, manifest.mediaList.sha256] as const,
    [sealedFile, manifest.sealed.sha256] as const,
  ];
  for (const [file, sha256] of parts) {
    await place.put(`${manifest.name}/${file}`, join(copy, file));
    await refuseOther(place, `${manifest.name}/${file}`, sha256);
  }
  await place.put(`${manifest.name}/${manifestFile}`, join(copy, manifestFile));
  await pruneAway(place);
}

async function refuseOther(place: Place, name: string, sha256: string) {
  if ((await place.hash(name)) !== sha256)
    throw placeError("damaged", `${name} came as something else`);
}

async function pruneAway(place: Place) {
  const names = [...(await place.files()).keys()];
  const all = namesOfCopies(names).map((name) => ({ name, at: timeOf(name), failed: [] }));
  const staying = [...copiesToKeep(all, "America/Sao_Paulo")].map(({ name }) => name);
  const listed = new Set<string>();
  for (const name of staying)
    for (const line of (await place.text(`${name}/${mediaListFile}`)).split("\n"))
      listed.add(mediaName(line.split(" ")[1] ?? ""));
  const isKept = (name: string) =>
    name.startsWith("media/") ? listed.has(name) : staying.includes(name.split("/")[0]!);
  for (const name of names)
    if (/^media\/|Z\//.test(name) && !isKept(name)) await place.remove(name);
}

// A copy's name has its start time.
const timeOf = (name: string) =>
  name.slice(0, 21).replace(/T(\d\d)(\d\d)(\d\d)(\d{3})Z/, "T$1:$2:$3.$4Z");

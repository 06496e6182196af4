import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { behindGuards } from "../../kit/guarded-proxy.ts";
import { seals } from "../../kit/seal.ts";
import { companyFile, manifestFile, mediaListFile, readManifest, sealedFile } from "./manifest.ts";
import { pooled, readList } from "./media-pool.ts";
import { bucketPlace, folderPlace, type Place } from "./places.ts";
import { folderAway, secretLabel } from "./plan.ts";
import { kept } from "./retention.ts";
import { restoredIn } from "./safe-mode.ts";
import { mayStoreAt, storageGuards } from "./storage-guard.ts";
import { backupPlan, type Away, type BackupPlan } from "./table.ts";

/** Sends a copy to the places that the box's plan names, and says how it came to each. One that fails stops no other. In safe mode it goes nowhere. */
export async function sendAway(data: string, copy: string, allow: string[]): Promise<Away[]> {
  const { name } = readManifest(copy);
  const sent: Away[] = [];
  // Storage that answers with a redirection leads nowhere else either.
  await behindGuards(storageGuards(allow), async () => {
    for (const [to, place] of placesOf(data, allow)) sent.push({ to, name, at: new Date().toISOString(), ...(await failureOf(async () => send(copy, await place()))) });
  });
  return sent;
}

async function failureOf(work: () => Promise<void>): Promise<{ error?: string }> {
  try {
    await work();
    return {};
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Sends a copy and what it lists, each file that isn't there yet, reads it back, and prunes the place by the rules. The manifest goes last: without it there is no copy. */
export async function send(copy: string, place: Place) {
  const manifest = readManifest(copy);
  const there = await place.files();
  for (const { sha256, size } of readList(copy)) {
    const name = mediaName(sha256);
    if (there.get(name) === size) continue;
    await place.put(name, pooled(join(copy, ".."), sha256));
    await refuseOther(place, name, sha256);
  }
  const parts = [...manifest.companies.map((company) => [companyFile(company.id), company.sha256] as const), [mediaListFile, manifest.mediaList.sha256] as const, [sealedFile, manifest.sealed.sha256] as const];
  for (const [file, sha256] of parts) {
    await place.put(`${manifest.name}/${file}`, join(copy, file));
    await refuseOther(place, `${manifest.name}/${file}`, sha256);
  }
  await place.put(`${manifest.name}/${manifestFile}`, join(copy, manifestFile));
  await pruneAway(place);
}

async function refuseOther(place: Place, name: string, sha256: string) {
  if ((await place.hash(name)) !== sha256) throw new Error(`${name} came as something else`);
}

async function pruneAway(place: Place) {
  const names = [...(await place.files()).keys()];
  const all = names.filter((name) => name.endsWith(`Z/${manifestFile}`)).map((name) => ({ name: name.split("/")[0]!, at: timeOf(name), failed: [] }));
  const staying = [...kept(all, "America/Sao_Paulo")].map(({ name }) => name);
  const listed = new Set<string>();
  for (const name of staying) for (const line of (await place.text(`${name}/${mediaListFile}`)).split("\n")) listed.add(mediaName(line.split(" ")[1] ?? ""));
  const isKept = (name: string) => (name.startsWith("media/") ? listed.has(name) : staying.includes(name.split("/")[0]!));
  for (const name of names) if (/^media\/|Z\//.test(name) && !isKept(name)) await place.remove(name);
}

const mediaName = (sha256: string) => `media/${sha256.slice(0, 2)}/${sha256}`;

// The name of a copy says when it began.
const timeOf = (name: string) => name.slice(0, 21).replace(/T(\d\d)(\d\d)(\d\d)(\d{3})Z/, "T$1:$2:$3.$4Z");

type Opened = [Away["to"], () => Place | Promise<Place>];

function placesOf(data: string, allow: string[]): Opened[] {
  const plan = planIn(data);
  if (!plan) return [];
  const { folder, endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = plan;
  const opened = () => seals(readFileSync(join(data, "secrets/vault.key")), new Uint8Array(), "identities").open(secretLabel, secretAccessKey!).toString();
  const storage = async () => {
    if (!(await mayStoreAt(endpoint, allow))) throw new Error(`${endpoint} is neither https on the public internet nor opened by BALCAO_OUTBOUND_ALLOW`);
    return bucketPlace({ endpoint, region, bucket, prefix, accessKeyId, secretAccessKey: opened() });
  };
  return [
    ...(folder ? [["folder", () => folderPlace(folderAway(folder))] satisfies Opened] : []),
    ...(bucket && secretAccessKey ? [["bucket", storage] satisfies Opened] : []),
  ];
}

// Read without migrating: a copy is made before that. A box of an older version has no plan, and what was restored may go nowhere yet.
function planIn(data: string): BackupPlan | undefined {
  const sqlite = new Database(join(data, "control.sqlite"), { readonly: true });
  try {
    return sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'backupPlan'").get() && !restoredIn({ sqlite }) ? drizzle({ client: sqlite }).select().from(backupPlan).get() : undefined;
  } finally {
    sqlite.close();
  }
}

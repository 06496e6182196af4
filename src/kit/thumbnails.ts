import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { moved, writeSynced } from "./disk.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { log, trace } from "./log.ts";

const small = { side: 480, quality: 75, maxPixels: 25_000_000, atOnce: 2 };
/** A picture of more pixels freezes the screen that shows it. */
const maxShownPixels = 60_000_000;

const inProgress = new Map<string, Promise<string | undefined>>();
// A page of pictures is asked for at once, and each takes memory and a processor.
const limited = limitConcurrency(small.atOnce);

/**
 * The path of a picture's small WebP, at most 480 pixels long and wide, made when it is first asked
 * for and kept beside the picture. Undefined for what shows
 * better as it is: what moves, what is as small already, and what can't be read.
 */
export function thumbnailOf(path: string): Promise<string | undefined> {
  const known = inProgress.get(path);
  if (known) return known;
  const making = kept(path)
    .catch(failed)
    .finally(() => inProgress.delete(path));
  inProgress.set(path, making);
  return making;
}

/** Deletes a picture's thumbnail, also one that is being made. */
export async function dropThumbnail(path: string) {
  await inProgress.get(path);
  await rm(targetOf(path), { force: true });
}

/** Whether a picture is too large to be drawn: a few bytes may stand for gigabytes. */
export async function isTooLargeToDraw(path: string): Promise<boolean> {
  const { width, height } = await new Bun.Image(path, { maxPixels: Number.MAX_SAFE_INTEGER })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  return width * height > maxShownPixels;
}

const targetOf = (path: string) => `${path}.${small.side}.webp`;

async function kept(path: string): Promise<string | undefined> {
  const target = targetOf(path);
  const found = await stat(target).catch(() => undefined);
  // An empty file says that there is no thumbnail.
  if (found) return found.size > 0 ? target : undefined;
  const bytes = await limited(() => shrunk(path));
  await moved(await writeSynced(join(path, "../../incoming"), [bytes]), target);
  return bytes.length > 0 ? target : undefined;
}

/** A picture as a small WebP; no bytes where there can be none. */
async function shrunk(path: string): Promise<Uint8Array> {
  try {
    const source = new Bun.Image(path, { maxPixels: small.maxPixels });
    if ((await source.metadata()).format === "gif") return nothing;
    const bytes = await source
      .resize(small.side, small.side, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: small.quality })
      .bytes();
    return bytes.length < Bun.file(path).size ? bytes : nothing;
  } catch (thrown) {
    if (codeOf(thrown).startsWith("ERR_IMAGE_")) return nothing;
    throw thrown;
  }
}

const nothing = new Uint8Array();

// The picture itself is shown instead. ENOENT: it was deleted meanwhile.
function failed(thrown: unknown): undefined {
  if (codeOf(thrown) !== "ENOENT") log("error", "thumb", trace(thrown));
}

const codeOf = (thrown: unknown) =>
  thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";

import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { moved, writeSynced } from "./disk.ts";
import { log, trace } from "../process/log.ts";
import { pictureSizeIn } from "./picture-size.ts";
import { smallPicture } from "./small-picture.ts";

const maxPixels = 25_000_000;
const small = { side: 480, format: "webp", quality: 75, maxPixels } as const;
/** The picture inside a message. Its colour profile stays, and may be larger than `maxBytes`. */
const inMessage = { side: 100, format: "jpeg", quality: 60, maxPixels } as const;
const maxBytes = 32 * 1024;
/** A picture of more pixels freezes the screen that shows it. */
export const maxShownPixels = 60_000_000;

const inProgress = new Map<string, Promise<string | undefined>>();

/**
 * The path of a picture's small WebP, at most 480 pixels long and wide. It is made on the first
 * request and stored beside the picture. Undefined for animations, for pictures that are as small
 * already, and for unreadable ones: they are shown as they are.
 */
export function thumbnailOf(path: string): Promise<string | undefined> {
  const pending = inProgress.get(path);
  if (pending) return pending;
  const making = storedPath(path)
    .catch((thrown: unknown) => failed(path, thrown))
    .finally(() => inProgress.delete(path));
  inProgress.set(path, making);
  return making;
}

/** Deletes a picture's thumbnail, also one that is being made. */
export async function dropThumbnail(path: string) {
  await inProgress.get(path);
  await rm(targetOf(path), { force: true });
}

/**
 * A small JPEG of a picture, to be shown while the picture loads. The width and height are the
 * picture's own, in pixels, as it is held upright. Undefined for a file that is no picture, or too
 * large a one. Never throws.
 */
export function thumbnailInMessage(path: string): Promise<Thumbnail | undefined> {
  // A campaign sends one picture many times.
  if (last?.path !== path) last = { path, making: inMessageOf(path) };
  return last.making;
}

export type Thumbnail = { jpegThumbnail: Buffer; width: number; height: number };

let last: { path: string; making: Promise<Thumbnail | undefined> } | undefined;

async function inMessageOf(path: string): Promise<Thumbnail | undefined> {
  const made = await smallPicture(path, inMessage).catch(() => void (last = undefined));
  if (!made || made.bytes.length > maxBytes) return undefined;
  const { bytes, width, height } = made;
  return { jpegThumbnail: Buffer.from(bytes), width, height };
}

/** Whether a picture is too large to be drawn: a few bytes may unpack to gigabytes. */
export async function isTooLargeToDraw(path: string): Promise<boolean> {
  const { width, height } = (await pictureSizeIn(path)) ?? { width: 0, height: 0 };
  return width * height > maxShownPixels;
}

const targetOf = (path: string) => `${path}.${small.side}.webp`;

async function storedPath(path: string): Promise<string | undefined> {
  const target = targetOf(path);
  const stats = await stat(target).catch(() => undefined);
  // An empty file means that there is no thumbnail.
  if (stats) return stats.size > 0 ? target : undefined;
  const bytes = await shrunk(path);
  await moved(await writeSynced(join(path, "../../incoming"), [bytes]), target);
  return bytes.length > 0 ? target : undefined;
}

/** A picture as a small WebP; no bytes where it can't be made. */
async function shrunk(path: string): Promise<Uint8Array> {
  const made = await smallPicture(path, small);
  return made && made.format !== "gif" && made.bytes.length < Bun.file(path).size
    ? made.bytes
    : nothing;
}

const nothing = new Uint8Array();

// The picture itself is shown instead. It may have been deleted meanwhile.
async function failed(path: string, thrown: unknown): Promise<undefined> {
  if (await Bun.file(path).exists()) log("error", "thumb", trace(thrown));
}

import { mkdirSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { timingSafeEqual } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { Clock } from "./clock.ts";

export type Kept = { sha256: string; type: string; size: number; name: string };

const hour = 3_600_000;
const slice = 1024 * 1024;

/** One company's media, kept by content under `folder/{aa}/{sha256}`. */
export class Files {
  constructor(readonly company: number, readonly folder: string, private readonly key: Uint8Array, private readonly now: Clock) {}

  /** Keeps bytes on disk, synced, under their hash. The type is sniffed; the sender's word does not count. */
  async keep(bytes: Uint8Array, name: string): Promise<Kept> {
    const sha256 = await hashed(bytes);
    const type = await sniffed(bytes);
    const path = this.path(sha256);
    if (!(await Bun.file(path).exists())) await writeSynced(path, bytes);
    return { sha256, type, size: bytes.byteLength, name: plainName(name) };
  }

  path(sha256: string): string {
    return join(this.folder, sha256.slice(0, 2), sha256);
  }

  /** A link that opens for this company's file alone and for 12 to 24 hours. It stays the same for a while, so browsers can keep the picture. */
  link(file: { sha256: string; name: string }): string {
    return this.#linkUntil(file, (Math.floor(this.now() / (12 * hour)) + 2) * 12 * hour);
  }

  /** A link that opens for this company's file alone, for good. For what a row remembers by its link. */
  portrait(file: { sha256: string; name: string }): string {
    return this.#linkUntil(file, Date.UTC(2100, 0));
  }

  /** Whether a link's signature is ours and still good. */
  opens(file: { sha256: string; name: string }, until: number, sign: string): boolean {
    if (!(until > this.now())) return false;
    const ours = Buffer.from(this.#sign(file, until));
    const theirs = Buffer.from(sign);
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  }

  #linkUntil(file: { sha256: string; name: string }, until: number): string {
    return `/media/${this.company}/${file.sha256}/${encodeURIComponent(file.name)}?until=${until}&sign=${this.#sign(file, until)}`;
  }

  #sign({ sha256, name }: { sha256: string; name: string }, until: number): string {
    return new Bun.CryptoHasher("sha256", this.key).update(`${this.company}/${sha256}/${until}/${name}`).digest("base64url");
  }
}

/** What bytes are by their own look. */
export async function sniffed(bytes: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(bytes))?.mime ?? "application/octet-stream";
}

// In slices, so that ten large files at once leave the loop its turns.
async function hashed(bytes: Uint8Array): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (let at = 0; at < bytes.length; at += slice) {
    hasher.update(bytes.subarray(at, at + slice));
    await new Promise(setImmediate);
  }
  return hasher.digest("hex");
}

async function writeSynced(path: string, bytes: Uint8Array) {
  await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
  const draft = `${path}.${crypto.randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

/** A name that is safe in a link and a header: no folders, no control characters, at most 100 characters. */
function plainName(name: string | undefined): string {
  const last = (name ?? "").split(/[/\\]/).pop() ?? "";
  // eslint-disable-next-line no-control-regex
  return last.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim().slice(-100) || "arquivo";
}

/** Makes a folder that only this box's user may enter. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

import { rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../process/clock.ts";
import { moved, writeSynced } from "./disk.ts";
import { fileTypeIn } from "./file-type.ts";
import { dropThumbnail, thumbnailOf } from "./thumbnails.ts";

export type StoredFile = { sha256: string; type: string; size: number; name: string };

const hour = 3_600_000;
const day = 24 * hour;
const slice = 1024 * 1024;
const collectAfter = 16 * slice;

/**
 * A received file: on disk, complete and synced. It is deleted with its request unless it is kept.
 */
export class Upload {
  constructor(
    readonly path: string,
    readonly name: string,
    readonly size: number,
    readonly sha256: string,
  ) {}

  bytes(): Promise<Uint8Array> {
    return Bun.file(this.path).bytes();
  }

  /** Its type by its bytes; the sender's own claim does not count. */
  async type(): Promise<string> {
    return fileTypeIn(Bun.file(this.path));
  }

  async discard() {
    await rm(this.path, { force: true });
  }
}

/**
 * One company's media, stored by content under `folder/{aa}/{sha256}`. Files are written in
 * `folder/incoming` and then moved.
 */
export class Files {
  constructor(
    readonly company: number,
    readonly folder: string,
    private readonly key: Uint8Array,
    private readonly now: Clock,
  ) {}

  /** Writes a file while it arrives. When it throws, nothing stays on disk. */
  async receive(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    name: string,
  ): Promise<Upload> {
    const hasher = new Bun.CryptoHasher("sha256");
    let size = 0;
    const path = await writeSynced(
      this.#incoming,
      counted(chunks, (chunk) => {
        hasher.update(chunk);
        size += chunk.byteLength;
        passed(chunk.byteLength);
      }),
    );
    return new Upload(path, plainName(name), size, hasher.digest("hex"));
  }

  /**
   * Stores bytes, or a received file, under their hash. `drop` and `sweep` leave it alone until it
   * is released. When it throws, nothing is held, and nothing more is on disk.
   */
  async keep(what: Uint8Array | Upload, name = ""): Promise<StoredFile> {
    const upload = what instanceof Upload ? what : await this.receive(sliced(what), name);
    const { sha256, size } = upload;
    const path = this.path(sha256);
    unreleased.set(path, [...(unreleased.get(path) ?? []), this.now()]);
    try {
      const type = await upload.type();
      await moved(upload.path, path);
      return { sha256, type, size, name: upload.name };
    } catch (thrown) {
      this.release(sha256);
      await upload.discard();
      throw thrown;
    }
  }

  /**
   * Runs a write of the rows that name kept files, and releases the files whether or not it throws.
   */
  releaseAfter<T>(stored: ({ sha256: string } | null | undefined)[], write: () => T): T {
    try {
      return write();
    } finally {
      for (const file of stored) if (file) this.release(file.sha256);
    }
  }

  /**
   * To be called once the row that names the file is written, or won't be: `releaseAfter` does. A
   * file that was kept twice is released twice.
   */
  release(sha256: string) {
    const path = this.path(sha256);
    const [, ...others] = unreleased.get(path) ?? [];
    if (others.length > 0) unreleased.set(path, others);
    else unreleased.delete(path);
  }

  /**
   * Deletes a file that no row names. The caller has just checked that, without an await in
   * between. A file that was kept and not released stays for an hour.
   */
  async drop(sha256: string) {
    for (const [path, times] of unreleased)
      if (times.every((at) => at < this.now() - hour)) unreleased.delete(path);
    const path = this.path(sha256);
    if (unreleased.has(path)) return;
    // Synchronous: after an await the same bytes may have been kept again.
    rmSync(path, { force: true });
    await dropThumbnail(path);
  }

  /** Deletes files whose upload was cut off when the box last ended. */
  async sweepIncoming() {
    await rm(this.#incoming, { recursive: true, force: true });
  }

  /**
   * Deletes files that are a day old and that no row names: files of messages that were never sent.
   */
  async sweep(isNamed: (sha256: string) => boolean) {
    for (const prefix of await namesIn(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
      for (const name of await namesIn(join(this.folder, prefix))) {
        if (!/^[0-9a-f]{64}$/.test(name) || isNamed(name)) continue;
        const { mtimeMs } = await stat(this.path(name)).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < this.now() - day && !isNamed(name)) await this.drop(name);
      }
    }
  }

  path(sha256: string): string {
    return pathOfHash(this.folder, sha256);
  }

  /** The path of a picture's thumbnail; undefined where the picture itself is shown. */
  async thumb(sha256: string): Promise<string | undefined> {
    return thumbnailOf(this.path(sha256));
  }

  /**
   * A link to a file of this company alone, valid for 12 to 24 hours. It stays the same for a
   * while, so browsers can cache the picture.
   */
  link(file: { sha256: string; name: string }): string {
    return this.#linkUntil(file, (Math.floor(this.now() / linkSpan) + 2) * linkSpan);
  }

  /** A link to a file of this company alone, valid for good. For rows that store the link. */
  permanentLink(file: { sha256: string; name: string }): string {
    return this.#linkUntil(file, Date.UTC(2100, 0));
  }

  /** Whether we made a link's signature, and it has not expired. */
  opens(file: { sha256: string; name: string }, until: number, sign: string): boolean {
    if (!(until > this.now())) return false;
    const ours = Buffer.from(this.#sign(file, until));
    const theirs = Buffer.from(sign);
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  }

  get #incoming(): string {
    return join(this.folder, "incoming");
  }

  #linkUntil(file: { sha256: string; name: string }, until: number): string {
    return `/media/${this.company}/${file.sha256}/${encodeURIComponent(file.name)}?until=${until}&sign=${this.#sign(file, until)}`;
  }

  #sign({ sha256, name }: { sha256: string; name: string }, until: number): string {
    return new Bun.CryptoHasher("sha256", this.key)
      .update(`${this.company}/${sha256}/${until}/${name}`)
      .digest("base64url");
  }
}

/**
 * The path of the file with this hash in a folder. Throws on a text that is no hash: it could lead
 * anywhere.
 */
export function pathOfHash(folder: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new Error(`${JSON.stringify(sha256)} is no file's hash`);
  return join(folder, sha256.slice(0, 2), sha256);
}

/** How long (ms) the link of a file stays the same. */
export const linkSpan = 12 * hour;

// Files whose row may not be written yet. Shared by all `Files` of a company, which are made anew
// each time.
const unreleased = new Map<string, number[]>();

// In slices, so that ten large files at once do not block the event loop.
function* sliced(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += slice) yield bytes.subarray(at, at + slice);
}

async function* counted(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  count: (chunk: Uint8Array) => void,
) {
  for await (const chunk of chunks) {
    count(chunk);
    yield chunk;
  }
}

// Written chunks are garbage, and a busy machine collects it so late that large files fill the
// memory.
let garbage = 0;
function passed(bytes: number) {
  garbage += bytes;
  if (garbage < collectAfter) return;
  garbage = 0;
  Bun.gc(true);
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

/**
 * A name that is safe in a link and a header: no folders, no control characters, at most 100
 * characters, none of them half.
 */
function plainName(name: string | undefined): string {
  const last = (name ?? "").split(/[/\\]/).pop() ?? "";
  return (
    last
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
      .trim()
      .slice(-100)
      .replace(/^(\.{1,2}$|[\udc00-\udfff])/, "") || "arquivo"
  );
}

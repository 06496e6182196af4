import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { privateFolder } from "../../kit/files/disk.ts";
import { placeError } from "./away-failure.ts";
import { manifestFile } from "./manifest.ts";
import { copySynced, hashOf, synced } from "./media-pool.ts";

/** A place for copies outside the box. Names are paths within it, with slashes. */
export type Place = {
  /** How many bytes each file there has. Throws where the place can't be reached. */
  files(): Promise<Map<string, number>>;
  put(name: string, path: string): Promise<void>;
  /** Downloads a file and syncs it to the disk. */
  get(name: string, path: string): Promise<void>;
  /** The SHA-256 of the stored file, read back. */
  hash(name: string): Promise<string | undefined>;
  text(name: string): Promise<string>;
  remove(name: string): Promise<void>;
};

/** The name of a media file at a place. */
export const mediaName = (sha256: string) => `media/${sha256.slice(0, 2)}/${sha256}`;

/** The whole copies among the files of a place, the newest first. */
export const namesOfCopies = (names: Iterable<string>) =>
  [...names]
    .flatMap((name) => (name.endsWith(`Z/${manifestFile}`) ? [name.split("/")[0]!] : []))
    .sort()
    .reverse();

/**
 * A folder on another disk. Throws where the folder is missing: copies must not fill the box's own
 * disk when that disk is away.
 */
export function folderPlace(root: string): Place {
  const at = (name: string) => join(root, name);
  return {
    files: () => {
      if (!existsSync(root))
        throw placeError("ENOENT", `${root} is not there: is the disk connected?`);
      return Promise.resolve(
        new Map(
          readdirSync(root, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => [
              join(entry.parentPath, entry.name).slice(root.length + 1),
              statSync(join(entry.parentPath, entry.name)).size,
            ]),
        ),
      );
    },
    put: async (name, path) => {
      privateFolder(dirname(at(name)));
      await copySynced(path, `${at(name)}.part`);
      await rename(`${at(name)}.part`, at(name));
    },
    get: (name, path) => copySynced(at(name), path),
    hash: (name) => hashOf(at(name)),
    text: async (name) => readFileSync(at(name), "utf8"),
    remove: (name) => rm(at(name), { force: true }),
  };
}

export type Bucket = {
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** A bucket of storage that speaks S3. */
export function bucketPlace({ prefix, region, ...access }: Bucket): Place {
  const client = new Bun.S3Client({ ...access, region: region || "us-east-1" });
  const root = prefix && `${prefix.replace(/^\/+|\/+$/g, "")}/`;
  return {
    files: async () => {
      const sizes = new Map<string, number>();
      for (let continuationToken: string | undefined; ;) {
        const {
          contents = [],
          isTruncated,
          nextContinuationToken,
        } = await client.list({
          prefix: root,
          maxKeys: 1000,
          ...(continuationToken && { continuationToken }),
        });
        for (const { key, size = 0 } of contents) sizes.set(key.slice(root.length), size);
        if (!isTruncated || !nextContinuationToken) return sizes;
        continuationToken = nextContinuationToken;
      }
    },
    put: async (name, path) => void (await client.write(root + name, Bun.file(path))),
    get: async (name, path) => {
      await writeFile(path, client.file(root + name).stream(), { mode: 0o600 });
      await synced(path);
    },
    hash: async (name) => {
      const hasher = new Bun.CryptoHasher("sha256");
      for await (const chunk of client.file(root + name).stream()) hasher.update(chunk);
      return hasher.digest("hex");
    },
    text: (name) => client.file(root + name).text(),
    remove: (name) => client.delete(root + name),
  };
}

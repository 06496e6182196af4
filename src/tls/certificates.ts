import { existsSync, readFileSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { Misconfigured } from "../misconfigured.ts";
import { privateFolder, writeWhole } from "../kit/files/disk.ts";
import { release } from "../kit/files/assets.ts";
import { machineNames } from "./names.ts";
import { pairIn, read, type Pair } from "./pair.ts";

/** A certificate is renewed when this much of it is left, in ms. */
const renewedBefore = 30 * 24 * 3_600_000;

const files = { authority: "authority.pem", own: "tls.pem", imported: "imported.pem" };

/**
 * The certificates of a box, in its folder of secrets. The box reads a file again when it changes,
 * whether the box or a command wrote it.
 */
export function certificates(
  data: string,
  addedNames: string[] = [],
  now: () => number = Date.now,
) {
  const at = (file: keyof typeof files) => join(data, "secrets", files[file]);
  const names = () => machineNames(addedNames);
  // A machine whose clock was lost begins in 1970: no certificate is older than the program.
  const moment = () => Math.max(now(), Date.parse(release.date || "2026-11-01"));

  return {
    at,
    /** The authority, where there is one. */
    authority: () => pairAt(at("authority")),
    imported: () => pairAt(at("imported")),
    /** Makes a new authority: devices that trusted the old one must trust this one. */
    async makeAuthority(): Promise<Pair> {
      const { createAuthority } = await maker();
      return keep("authority", await createAuthority(names(), moment()));
    },
    /** Issues a certificate for the machine's names of now. */
    async issue(): Promise<Pair> {
      const { issue } = await maker();
      return keep(
        "own",
        await issue(pairAt(at("authority")) ?? (await this.makeAuthority()), names(), moment()),
      );
    },
    keepImported: (pair: Pair) => keep("imported", pair),
    /**
     * The box's own certificate. It is made anew where there is none, where it is old, and where
     * the machine's names have changed.
     */
    async current(): Promise<Pair> {
      const [authority, own] = [pairAt(at("authority")), pairAt(at("own"))];
      if (authority && own && (await isGood(own, authority))) return own;
      return this.issue();
    },
  };

  async function isGood(own: Pair, authority: Pair): Promise<boolean> {
    const { from, until, names: has, covers, isIssuedBy } = read(own);
    if (!isIssuedBy(authority) || moment() < from || moment() > until - renewedBefore) return false;
    const isFor = (required: string[]) => required.length === has.length && required.every(covers);
    if (isFor(names())) return true;
    // Only the library reads the names that an authority may sign for. It takes 7 MB, which a box
    // whose certificate has all its names does without.
    const { permitted } = await maker();
    return isFor(names().filter(permitted(authority)));
  }

  function keep(file: keyof typeof files, pair: Pair): Pair {
    privateFolder(join(data, "secrets"));
    writeWhole(at(file), pair.cert + pair.key);
    return pair;
  }
}

export type Certificates = ReturnType<typeof certificates>;

export const hasImported = (data: string) => existsSync(join(data, "secrets", files.imported));

// The library for certificates looks for this one as it loads, but does not import it. In a bundle
// only the order of these two lines puts it first.
async function maker() {
  await import("reflect-metadata");
  return import("./authority.ts");
}

const cached = new Map<string, { mark: string; pair: Pair }>();

/**
 * The pair in a file, read again only when the file was replaced. Throws Misconfigured on a file
 * without one.
 */
function pairAt(path: string): Pair | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const mark = markOf(stat);
  const had = cached.get(path);
  if (had?.mark === mark) return had.pair;
  try {
    const pair = pairIn(readFileSync(path, "utf8"));
    cached.set(path, { mark, pair });
    return pair;
  } catch (thrown) {
    throw new Misconfigured(
      `${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}

const markOf = ({ ino, mtimeMs, size }: Stats) => `${ino} ${mtimeMs} ${size}`;

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import installer from "../../install.sh" with { type: "text" };
import { Fault } from "../kit/fault.ts";
import { openArchive } from "../update/archive.ts";
import { releaseKeys } from "../update/keys.ts";
import { hindrance } from "../update/moment.ts";
import { tryOut } from "../update/trial.ts";
import { version } from "../version.ts";
import { envOfExisting, print, refuseUnasked, text, Usage, type Flags } from "./command.ts";

/** Says what a release's archive is, and whether now is the moment for it. */
export async function checkUpdate(flags: Flags) {
  const archive = await openArchive(wanted(flags), releaseKeys);
  const why = hindrance(envOfExisting(flags).data, Date.now());
  const newer = isNewer(archive.version);
  print(flags, { version: archive.version, current: version.version, newer, signed: true, hindrance: why }, `Balcão ${archive.version} (this is ${version.version}), signed${newer ? "" : ", not newer"}${why ? `; not now: ${why}` : ""}`);
}

/** Puts a release in the place of this one: it tries itself on a copy of the data first, and the one before comes back with its data where it does not get ready. Throws busy at a bad moment. rules.md#updates */
export async function applyUpdate(flags: Flags) {
  const { data } = envOfExisting(flags);
  const archive = await openArchive(wanted(flags), releaseKeys);
  if (!isNewer(archive.version)) throw new Usage(`${archive.version} is not newer than ${version.version}: \`balcao update rollback\` goes back`);
  const why = flags.now ? undefined : hindrance(data, Date.now());
  if (why) throw new Fault("busy", "ERR_NOT_NOW", { message: `not now, since ${why}: --now does it all the same` });
  const folder = mkdtempSync(join(tmpdir(), "balcao-update-"));
  try {
    const executable = join(folder, "balcao");
    await Bun.write(executable, await archive.file("balcao"));
    chmodSync(executable, 0o755);
    await tryOut(executable, data, text(flags, "config"));
    await Bun.write(join(folder, "install.sh"), await archive.file("install.sh"));
    await install(join(folder, "install.sh"), ["--from", executable], flags);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(flags, { version: archive.version, before: version.version }, `Balcão ${archive.version} is in place of ${version.version}`);
}

/** Puts the release before this one in its place again, with the data as it was. */
export async function rollBack(flags: Flags) {
  refuseUnasked(flags, "What was written since the last update is lost. Go on?");
  const folder = mkdtempSync(join(tmpdir(), "balcao-update-"));
  try {
    await Bun.write(join(folder, "install.sh"), installer);
    await install(join(folder, "install.sh"), ["--rollback", "--yes"], flags);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(flags, { before: version.version }, `the release before ${version.version} is in its place`);
}

// What it says comes before the last line, which is ours.
async function install(script: string, words: string[], flags: Flags) {
  const root = text(flags, "root");
  const done = Bun.spawn(["sh", script, ...words, ...(root ? ["--root", root] : [])], { stdio: ["ignore", flags.json ? "pipe" : "inherit", "inherit"] });
  if ((await done.exited) !== 0) throw new Error("the installation failed, and everything is as it was before");
}

function wanted(flags: Flags): string {
  const path = text(flags, "from");
  if (!path) throw new Usage("--from FILE is needed: the archive of a release, beside SHA256SUMS and SHA256SUMS.minisig");
  return path;
}

const isNewer = (other: string) => Bun.semver.order(other, version.version) > 0;

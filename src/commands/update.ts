import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import installer from "../../install.sh" with { type: "text" };
import type { Env } from "../env.ts";
import { Fault } from "../kit/fault.ts";
import { openArchive } from "../update/archive.ts";
import { channelOf, fetchArchive, newestIn, type Channel } from "../update/channel.ts";
import { releaseKeys } from "../update/keys.ts";
import { hindrance } from "../update/moment.ts";
import { tryOut } from "../update/trial.ts";
import { version } from "../version.ts";
import { envOfExisting, print, refuseUnasked, text, Usage, type Flags } from "./command.ts";

/** Prints the version that an update would bring, and whether now is the moment for it. */
export async function checkUpdate(flags: Flags) {
  const env = envOfExisting(flags);
  const path = text(flags, "from");
  const channel = path === undefined ? namedChannel(env) : undefined;
  const available = channel
    ? await newestIn(channel, releaseKeys)
    : (await openArchive(path!, releaseKeys)).version;
  const why = hindrance(env.data, Date.now());
  const newer = isNewer(available);
  print(
    flags,
    {
      version: available,
      current: version.version,
      newer,
      signed: true,
      hindrance: why,
      channel: channel?.name,
    },
    `Balcão ${available} (this is ${version.version})${channel ? `, ${channel.name} at ${channel.place}` : ""}, signed${newer ? "" : ", not newer"}${why ? `; not now: ${why}` : ""}`,
  );
}

/**
 * Replaces this release with another. The new one first tries itself on a copy of the data. When it
 * does not get ready, the old one returns with its data. Throws busy at a bad moment.
 * rules.md#updates
 */
export async function applyUpdate(flags: Flags) {
  const env = envOfExisting(flags);
  const { data } = env;
  const folder = mkdtempSync(join(tmpdir(), "balcao-update-"));
  try {
    const archive = await openArchive(
      text(flags, "from") ?? (await fetched(namedChannel(env), folder)),
      releaseKeys,
    );
    refuseOlder(archive.version);
    const why = flags.now ? undefined : hindrance(data, Date.now());
    if (why)
      throw new Fault("busy", "ERR_NOT_NOW", {
        message: `not now, since ${why}: --now does it all the same`,
      });
    const executable = join(folder, "balcao");
    await Bun.write(executable, await archive.file("balcao"));
    chmodSync(executable, 0o755);
    await tryOut(executable, data, text(flags, "config"));
    await Bun.write(join(folder, "install.sh"), await archive.file("install.sh"));
    await install(join(folder, "install.sh"), ["--from", executable], flags);
    print(
      flags,
      { version: archive.version, before: version.version },
      `Balcão ${archive.version} is in place of ${version.version}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts the release before this one in its place again, with the data as it was. */
export async function rollBack(flags: Flags) {
  refuseUnasked(flags, "What was written since the last update goes aside. Go on?");
  const folder = mkdtempSync(join(tmpdir(), "balcao-update-"));
  try {
    await Bun.write(join(folder, "install.sh"), installer);
    await install(join(folder, "install.sh"), ["--rollback", "--yes"], flags);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(
    flags,
    { before: version.version },
    `the release before ${version.version} is in its place`,
  );
}

// The script prints its output before our own last line.
async function install(script: string, words: string[], flags: Flags) {
  const root = text(flags, "root");
  const done = Bun.spawn(["sh", script, ...words, ...(root ? ["--root", root] : [])], {
    stdio: ["ignore", flags.json ? "pipe" : "inherit", "inherit"],
  });
  if ((await done.exited) !== 0)
    throw new Error("the installation did not succeed: what it said stands above");
}

/** The channel's archive, where it holds something newer. */
async function fetched(channel: Channel, folder: string): Promise<string> {
  const newest = await newestIn(channel, releaseKeys);
  refuseOlder(newest);
  return fetchArchive(channel, newest, folder);
}

function namedChannel(env: Env): Channel {
  const channel = channelOf(env);
  if (!channel)
    throw new Usage(
      "--from FILE is needed: the archive of a release, beside SHA256SUMS and SHA256SUMS.minisig; or updates_from in the settings, where releases lie",
    );
  return channel;
}

function refuseOlder(other: string) {
  if (!isNewer(other))
    throw new Usage(
      `${other} is not newer than ${version.version}: \`balcao update rollback\` goes back`,
    );
}

const isNewer = (other: string) => Bun.semver.order(other, version.version) > 0;

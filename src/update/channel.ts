import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../kit/db/connect.ts";
import type { Env } from "../env.ts";
import { readProvision } from "../modules/setup/provision.ts";
import { archiveName, signedVersion, sumsFile } from "./archive.ts";

/**
 * The time limits (ms) of the place of releases: for the sums of the newest one, and for its
 * archive.
 */
const patience = { sums: 10_000, archive: 15 * 60_000 };

/** The source of a box's releases: a folder for each channel, in a folder or at an address. */
export type Channel = { name: string; place: string };

/**
 * The channel from the settings, else the reseller's, else "stable". Undefined where no setting
 * names the place of releases. rules.md#updates
 */
export function channelOf({
  updatesFrom,
  updateChannel,
  data,
}: Pick<Env, "updatesFrom" | "updateChannel" | "data">): Channel | undefined {
  return updatesFrom === undefined
    ? undefined
    : {
        name: updateChannel ?? provisioned(data) ?? "stable",
        place: updatesFrom.replace(/\/+$/, ""),
      };
}

/**
 * The version in a channel. Throws, with a text for people, where it has none, and where none of
 * our keys signed it.
 */
export async function newestIn(channel: Channel, keys: readonly string[]): Promise<string> {
  return signedVersion(
    await read(channel, sumsFile, patience.sums),
    await read(channel, `${sumsFile}.minisig`, patience.sums),
    keys,
  );
}

/**
 * Copies a channel's archive for this machine, its sums and their signature into a folder. Returns
 * the archive's path; the archive is not verified yet.
 */
export async function fetchArchive(
  channel: Channel,
  version: string,
  folder: string,
): Promise<string> {
  const archive = archiveName(version, `linux-${process.arch}`);
  for (const name of [sumsFile, `${sumsFile}.minisig`, archive])
    await Bun.write(join(folder, name), await read(channel, name, patience.archive));
  return join(folder, archive);
}

async function read(
  { name: channel, place }: Channel,
  name: string,
  patience: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = `${place}/${channel}/${name}`;
  if (!/^https?:/.test(place)) {
    if (!existsSync(path)) throw new Error(`${path}: no such file`);
    return Bun.file(path).bytes();
  }
  const answer = await fetch(path, { signal: AbortSignal.timeout(patience) }).catch(
    () => undefined,
  );
  if (!answer?.ok)
    throw new Error(`${path}: ${answer ? `answered ${answer.status}` : "did not answer"}`);
  return answer.bytes();
}

function provisioned(data: string): string | undefined {
  const path = join(data, "control.sqlite");
  if (!existsSync(path)) return undefined;
  const sqlite = connect(path);
  try {
    return readProvision({ sqlite }).update_channel;
  } finally {
    sqlite.close();
  }
}

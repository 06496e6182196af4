import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fault } from "../kit/fault.ts";
import { privateFolder } from "../kit/files/disk.ts";
import { makeCopy } from "../modules/backups/copy.ts";
import { copiesAway, fetchCopy } from "../modules/backups/fetch-copy.ts";
import {
  copiesIn,
  copyFolder,
  listCopies,
  readManifest,
  sizeOf,
  type Manifest,
} from "../modules/backups/manifest.ts";
import {
  namedBucket,
  namedFolder,
  placesOf,
  type NamedPlace,
} from "../modules/backups/named-places.ts";
import { prune } from "../modules/backups/prune.ts";
import { knownCodes, recoveryCode } from "../modules/backups/recovery-code.ts";
import { sendAway } from "../modules/backups/send-away.ts";
import { codeThatOpens, problemsOf } from "../modules/backups/verify.ts";
import { reasons } from "../shared/backups.ts";
import { version } from "../version.ts";
import { envOf, envOfExisting, print, text, Usage, type Flags } from "./command.ts";

export async function backUp(flags: Flags) {
  const { data, outboundAllow } = envOfExisting(flags);
  const reason = reasons.find((one) => one === (text(flags, "reason") ?? "hand"));
  if (!reason) throw new Usage(`backup now: --reason takes ${reasons.join(", ")}`);
  const { manifest, path } = await makeCopy(data, { reason, version: version.version });
  const away = flags.local ? undefined : await sendAway(data, path, outboundAllow);
  await prune(copiesIn(data));
  print(flags, { ...summary(manifest), path, away }, `${path}: ${words(manifest)}`);
  const troubles = [
    ...manifest.failed.map(({ id, name, why }) => `company ${id} ${name} was not copied: ${why}`),
    ...(away ?? []).flatMap(({ to, error }) => (error ? [`${to}: ${error}`] : [])),
  ];
  if (troubles.length > 0)
    throw new Fault("conflict", manifest.failed.length > 0 ? "ERR_COPY_PARTIAL" : "ERR_COPY_AWAY", {
      message: troubles.join("; "),
    });
}

/** The copies here, and the names of the copies at the other places. */
export async function listBackups(flags: Flags) {
  const { data, outboundAllow } = (
    (text(flags, "folder") ?? text(flags, "endpoint")) ? envOf : envOfExisting
  )(flags);
  const copies = listCopies(copiesIn(data));
  const away = flags.local
    ? []
    : await copiesAway(await placesIn(data, outboundAllow, flags), outboundAllow);
  const rows = [
    copies.map((copy) => `${copy.name}  ${words(copy)}`).join("\n") || "there is no copy here yet",
    ...away.map(
      ({ to, names, error }) =>
        `\n${placeWords[to]}:\n${error ?? (names.join("\n") || "there is none")}`,
    ),
  ];
  print(
    flags,
    {
      copies: copies.map((copy) => ({ ...summary(copy), path: join(copiesIn(data), copy.name) })),
      away,
    },
    rows.join("\n"),
  );
}

/**
 * Takes a copy from a place besides: one that the box's plan names, or that the flags do, where
 * there is no box yet.
 */
export async function fetchBackup(flags: Flags) {
  const { data, outboundAllow } = envOf(flags);
  const places = await placesIn(data, outboundAllow, flags);
  if (places.length === 0)
    throw new Usage(
      "backup fetch: which place? --folder, or --endpoint, --bucket, --access-key and --secret-file",
    );
  const given = await codeOf(flags);
  const codes = given === undefined ? knownCodes(data) : [given];
  if (codes.length === 0)
    throw new Usage("backup fetch: --code-file is needed: no recovery code is known here");
  const { manifest, path, from } = await fetchCopy(
    places,
    privateFolder(copiesIn(data)),
    text(flags, "COPY"),
    codes,
    outboundAllow,
  );
  print(
    flags,
    { ...summary(manifest), path, from },
    `${path}: ${words(manifest)}\nTo make a box of it: balcao restore ${manifest.name} --code-file F`,
  );
}

const placeWords = { folder: "In the folder", bucket: "In the storage" } as const;

async function placesIn(data: string, allow: string[], flags: Flags): Promise<NamedPlace[]> {
  const [folder, endpoint, bucket, accessKeyId, secretFile] = [
    "folder",
    "endpoint",
    "bucket",
    "access-key",
    "secret-file",
  ].map((name) => text(flags, name));
  if (folder) return [namedFolder(resolve(folder))];
  if ([endpoint, bucket, accessKeyId, secretFile].every((given) => given === undefined))
    return existsSync(join(data, "control.sqlite")) ? placesOf(data, allow) : [];
  if (!endpoint || !URL.canParse(endpoint) || !bucket || !accessKeyId || !secretFile)
    throw new Usage("storage needs --endpoint URL, --bucket, --access-key and --secret-file");
  return [
    namedBucket(
      {
        endpoint,
        bucket,
        accessKeyId,
        secretAccessKey: await readSecret(secretFile),
        region: text(flags, "region") ?? "",
        prefix: text(flags, "prefix") ?? "",
      },
      allow,
    ),
  ];
}

export async function verifyBackup(flags: Flags) {
  const { data } = envOfExisting(flags);
  const newest = listCopies(copiesIn(data))[0]?.name;
  const named = text(flags, "COPY") ?? newest;
  if (!named) throw new Error("there is no copy yet");
  const path = copyFolder(data, named);
  const manifest = readManifest(path);
  const problems = await problemsOf(path, join(path, ".."), {
    code: await codeFor(path, data, flags),
    media: true,
  });
  print(
    flags,
    { ...summary(manifest), path, problems, sound: problems.length === 0 },
    problems.length === 0 ? `${path} is sound: ${words(manifest)}` : problems.join("\n"),
  );
  if (problems.length > 0) throw new Error(`${path} is not sound`);
}

export async function pruneBackups(flags: Flags) {
  const { data } = envOfExisting(flags);
  const done = await prune(copiesIn(data));
  print(flags, done, `${done.removed.length} removed, ${done.kept.length} kept`);
}

export function printCode(flags: Flags) {
  const { data } = envOfExisting(flags);
  const code = recoveryCode(data);
  print(flags, { code, older: knownCodes(data).slice(1) }, code);
  return Promise.resolve();
}

/** The recovery code that `--code-file` holds. */
export async function codeOf(flags: Flags): Promise<string | undefined> {
  const path = text(flags, "code-file");
  return path === undefined ? undefined : readSecret(path);
}

/**
 * The given code, else the box's existing code that opens the copy, else the box's own. The check
 * of the copy reports a copy that cannot be read.
 */
export const codeFor = async (copy: string, data: string, flags: Flags): Promise<string> =>
  (await codeOf(flags)) ??
  (await codeThatOpens(copy, knownCodes(data)).catch(() => undefined)) ??
  recoveryCode(data);

const readSecret = async (path: string) =>
  (path === "-" ? await Bun.stdin.text() : await Bun.file(path).text()).trim();

const summary = (manifest: Manifest) => {
  const { name, at, reason, verifiedAt, media, failed } = manifest;
  return {
    name,
    at,
    reason,
    verifiedAt,
    size: sizeOf(manifest),
    media,
    companies: manifest.companies.length,
    failed,
  };
};

const words = (manifest: Manifest) =>
  `${manifest.companies.length} ${manifest.companies.length === 1 ? "company" : "companies"}, ${(sizeOf(manifest) / 1e6).toFixed(1)} MB and ${manifest.media.count} media files, ${manifest.verifiedAt ? "read back" : "not read back"}`;

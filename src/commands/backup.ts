import { join } from "node:path";
import { makeCopy } from "../modules/backups/copy.ts";
import { copiesIn, copyFolder, listCopies, readManifest, sizeOf, type Manifest } from "../modules/backups/manifest.ts";
import { prune } from "../modules/backups/prune.ts";
import { recoveryCode } from "../modules/backups/recovery-code.ts";
import { sendAway } from "../modules/backups/send-away.ts";
import { problemsOf } from "../modules/backups/verify.ts";
import { reasons } from "../shared/backups.ts";
import { version } from "../version.ts";
import { envOfExisting, print, text, Usage, type Flags } from "./command.ts";

export async function backUp(flags: Flags) {
  const { data, outboundAllow } = envOfExisting({ data: flags.data });
  const reason = reasons.find((one) => one === (text(flags, "reason") ?? "hand"));
  if (!reason) throw new Usage(`backup now: --reason takes ${reasons.join(", ")}`);
  const { manifest, path } = await makeCopy(data, { reason, version: version.version });
  const away = flags.local ? undefined : await sendAway(data, path, outboundAllow);
  await prune(copiesIn(data));
  print(flags, { ...summary(manifest), path, away }, `${path}: ${words(manifest)}`);
  const troubles = [...manifest.failed.map(({ id, name, why }) => `company ${id} ${name} was not copied: ${why}`), ...(away ?? []).flatMap(({ to, error }) => (error ? [`${to}: ${error}`] : []))];
  if (troubles.length > 0) throw new Error(troubles.join("; "));
}

export function listBackups(flags: Flags) {
  const { data } = envOfExisting({ data: flags.data });
  const copies = listCopies(copiesIn(data));
  print(flags, { copies: copies.map((copy) => ({ ...summary(copy), path: join(copiesIn(data), copy.name) })) }, copies.map((copy) => `${copy.name}  ${words(copy)}`).join("\n") || "there is no copy yet");
  return Promise.resolve();
}

export async function verifyBackup(flags: Flags) {
  const { data } = envOfExisting({ data: flags.data });
  const newest = listCopies(copiesIn(data))[0]?.name;
  const named = text(flags, "COPY") ?? newest;
  if (!named) throw new Error("there is no copy yet");
  const path = copyFolder(data, named);
  const manifest = readManifest(path);
  const problems = await problemsOf(path, join(path, ".."), { code: (await codeOf(flags)) ?? recoveryCode(data), media: true });
  print(flags, { ...summary(manifest), path, problems, sound: problems.length === 0 }, problems.length === 0 ? `${path} is sound: ${words(manifest)}` : problems.join("\n"));
  if (problems.length > 0) throw new Error(`${path} is not sound`);
}

export async function pruneBackups(flags: Flags) {
  const { data } = envOfExisting({ data: flags.data });
  const done = await prune(copiesIn(data));
  print(flags, done, `${done.removed.length} removed, ${done.kept.length} kept`);
}

export function printCode(flags: Flags) {
  const { data } = envOfExisting({ data: flags.data });
  const code = recoveryCode(data);
  print(flags, { code }, code);
  return Promise.resolve();
}

/** The recovery code that `--code-file` holds. */
export async function codeOf(flags: Flags): Promise<string | undefined> {
  const path = text(flags, "code-file");
  if (!path) return undefined;
  return (path === "-" ? await Bun.stdin.text() : await Bun.file(path).text()).trim();
}

const summary = (manifest: Manifest) => {
  const { name, at, reason, verifiedAt, media, failed } = manifest;
  return { name, at, reason, verifiedAt, size: sizeOf(manifest), media, companies: manifest.companies.length, failed };
};

const words = (manifest: Manifest) => `${manifest.companies.length} ${manifest.companies.length === 1 ? "company" : "companies"}, ${(sizeOf(manifest) / 1e6).toFixed(1)} MB and ${manifest.media.count} media files, ${manifest.verifiedAt ? "read back" : "not read back"}`;

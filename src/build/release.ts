import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { publicLine, signFile } from "../kit/files/minisign.ts";
import { tarGz } from "../kit/files/tar.ts";
import { archiveName, releaseTargets, sumsFile } from "../update/archive.ts";
import { releaseKeys } from "../update/keys.ts";
import { buildExecutable } from "./executable.ts";
import { cycloneDx, licenceReport, partsOf } from "./parts.ts";
import { manifestOf, repository } from "./repository.ts";

const folder = join(repository, "dist/release");

// `bun run release [--key FILE] [--target linux-x64]`: archives, their sums, and the signature of
// those. The same commit gives the same bytes.
const { values: flags } = parseArgs({
  options: { key: { type: "string" }, target: { type: "string", multiple: true } },
});
const pem = flags.key && (await Bun.file(flags.key).text());
if (pem && !releaseKeys.includes(publicLine(pem)))
  throw new Error(`${flags.key} is none of the keys that an executable trusts: ${publicLine(pem)}`);

const { version } = await manifestOf();
const parts = await partsOf();
const unknown = parts.filter(({ licence }) => !licence);
if (unknown.length > 0)
  throw new Error(`no licence is known of ${unknown.map(({ name }) => name).join(", ")}`);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const text = async (path: string) => Bun.file(join(repository, path)).bytes();
const installer = { name: "install.sh", content: await text("install.sh"), mode: 0o755 };
const papers = [
  { name: "LICENSE", content: await text("LICENSE"), mode: 0o644 },
  { name: "changelog.md", content: await text("docs/changelog.md"), mode: 0o644 },
  { name: "licences.md", content: Buffer.from(licenceReport(parts)), mode: 0o644 },
  {
    name: "parts.cdx.json",
    content: Buffer.from(`${JSON.stringify(cycloneDx(version, parts), undefined, 2)}\n`),
    mode: 0o644,
  },
];
const targets = releaseTargets.filter((target) => !flags.target || flags.target.includes(target));
for (const target of targets) {
  const built = await buildExecutable(target, join(repository, "dist/release-build"));
  const isWindows = target === "windows-x64";
  const program = {
    name: isWindows ? "balcao.exe" : "balcao",
    content: await Bun.file(built).bytes(),
    mode: 0o755,
  };
  await Bun.write(
    join(folder, archiveName(version, target)),
    await tarGz([program, ...(isWindows ? [] : [installer]), ...papers]),
  );
}
for (const { name, content } of papers.slice(1)) await Bun.write(join(folder, name), content);

const names = [
  ...targets.map((target) => archiveName(version, target)),
  ...papers.slice(1).map(({ name }) => name),
];
const sums = Buffer.from(
  (
    await Promise.all(
      names.map(
        async (name) =>
          `${new Bun.CryptoHasher("sha256").update(await Bun.file(join(folder, name)).bytes()).digest("hex")}  ${name}\n`,
      ),
    )
  ).join(""),
);
await Bun.write(join(folder, sumsFile), sums);
if (pem)
  await Bun.write(join(folder, `${sumsFile}.minisig`), signFile(sums, pem, `balcao ${version}`));
console.log(sums.toString() + (pem ? "" : `not signed: --key FILE signs ${sumsFile}\n`));

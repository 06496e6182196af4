import { basename, dirname, join } from "node:path";
import { partsOf } from "../kit/files/tar.ts";
import { trustedComment } from "../kit/files/minisign.ts";

/** The machines with releases. Those for x64 run on old processors, too. */
export const releaseTargets = ["linux-x64", "linux-arm64", "windows-x64"] as const;

export const sumsFile = "SHA256SUMS";

export const archiveName = (version: string, target: string) =>
  `balcao-${version}-${target}.tar.gz`;

/**
 * Opens a release's archive; its sums and their signature are in the same folder. Throws, with a
 * text for people, where none of our keys signed it. rules.md#updates
 */
export async function openArchive(
  path: string,
  keys: readonly string[],
): Promise<{ version: string; file(name: string): Promise<Uint8Array> }> {
  const name = basename(path);
  const beside = (file: string) => readIfThere(join(dirname(path), file));
  const [archive, sums, signature] = [
    await readIfThere(path),
    await beside(sumsFile),
    await beside(`${sumsFile}.minisig`),
  ];
  if (!archive) throw new Error(`${path}: no such file`);
  if (!sums || !signature)
    throw new Error(`${sumsFile} and ${sumsFile}.minisig have to lie beside ${name}`);
  const version = signedVersion(sums, signature, keys);
  const line = `${new Bun.CryptoHasher("sha256").update(archive).digest("hex")}  ${name}`;
  if (!Buffer.from(sums).toString().split("\n").includes(line))
    throw new Error(`${name} is not what was signed: copy it anew`);
  const parts = await Array.fromAsync(partsOf(new Blob([Bun.gunzipSync(archive)])));
  return {
    version,
    async file(partName) {
      const part = parts.find((each) => each.name === partName);
      if (!part) throw new Error(`${name} holds no ${partName}`);
      return part.content.bytes();
    },
  };
}

/**
 * The version of these sums. Throws, with a text for people, where none of our keys signed them.
 */
export function signedVersion(
  sums: Uint8Array,
  signature: Uint8Array,
  keys: readonly string[],
): string {
  const trusted = trustedComment(sums, Buffer.from(signature).toString(), keys);
  const version = /^balcao (\d+\.\d+\.\d+[\w.+-]*)$/.exec(trusted ?? "")?.[1];
  if (!version)
    throw new Error(
      `${sumsFile} was not signed by a key that this executable knows: it was changed on its way, or is no release of Balcão`,
    );
  return version;
}

const readIfThere = async (path: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  (await Bun.file(path).exists()) ? Bun.file(path).bytes() : undefined;

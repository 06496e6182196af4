import { openArchive, type CompanyManifest } from "./manifest.ts";

/**
 * Throws where a written file does not read back as intended. After a company is deleted, only this
 * file is left of it.
 */
export async function refuseUnread(path: string, { database, media }: CompanyManifest) {
  const { parts } = await openArchive(path);
  const hashes = new Map([
    ["company.sqlite", database.sha256],
    ...media.map(({ sha256 }) => [`media/${sha256}`, sha256] as const),
  ]);
  for (const [name, sha256] of hashes)
    if ((await hashOfPart(parts.get(name))) !== sha256)
      throw new Error(`${name} does not read back`);
}

async function hashOfPart(part: Blob | undefined): Promise<string | undefined> {
  if (!part) return undefined;
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of part.stream()) hasher.update(chunk);
  return hasher.digest("hex");
}
